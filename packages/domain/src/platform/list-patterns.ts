/** `text` as an ILIKE pattern that finds it anywhere; null where there is nothing to look for. */
export function containing(text: string | undefined): string | null {
  const plain = text?.replaceAll('\0', '').trim();
  return plain ? `%${plain.replaceAll(/[\\%_]/g, '\\$&')}%` : null;
}

/** The range of UUIDs that begin as `text` does, at least its first 8 digits; undefined where it is no such beginning. */
export function uuidRange(text: string | undefined): { from: string; to: string } | undefined {
  const digits = text?.trim().toLowerCase().replaceAll('-', '') ?? '';
  if (!/^[0-9a-f]{8,32}$/.test(digits)) return undefined;
  const dashed = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { from: dashed(digits.padEnd(32, '0')), to: dashed(digits.padEnd(32, 'f')) };
}
