/** What a file may be, so that none takes long. */
export const limits = {
  maxBytes: 10 * 1024 * 1024,
  maxDepth: 64,
  maxElements: 200_000,
  maxAttachments: 100,
} as const;
