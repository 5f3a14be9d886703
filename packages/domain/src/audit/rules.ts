export const auditFormats = {
  csv: { mediaType: 'text/csv; charset=utf-8', ending: 'csv' },
  json: { mediaType: 'application/json', ending: 'json' },
  /** The whole chain, oldest first, with what `readout audit verify` needs; whatever the filter names. */
  chain: { mediaType: 'application/jsonl', ending: 'jsonl' },
} as const;
export type AuditFormat = keyof typeof auditFormats;
