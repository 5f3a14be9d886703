/** The guides by whom they are for; files of `docs/guides`. */
export const guideGroups = [
  { group: 'using', files: ['using-readout', 'watch', 'offline', 'languages'] },
  { group: 'company', files: ['companies-and-people', 'company-plugins', 'exports'] },
  { group: 'building', files: ['plugins', 'plugin-reference', 'api', 'deliveries', 'mcp', 'command-line'] },
  {
    group: 'running',
    files: ['self-hosting', 'container', 'operating', 'backup', 'plugin-review', 'legal-texts'],
  },
] as const;
