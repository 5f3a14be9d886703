const megabyte = 1024 * 1024;

/** Bounds of a package; checked before anything large is made of its bytes. */
export const packageLimits = {
  /** The whole file. */
  maxFileBytes: 20 * megabyte,
  /** What is signed: as much as fits the file in base64, with room for signatures. */
  maxPayloadBytes: Math.floor(((20 * megabyte - 8 * 1024) * 3) / 4),
  /** UTF-8. */
  maxSourceBytes: 512 * 1024,
  maxTemplateBytes: 512 * 1024,
  /** Of its JSON: it is read for every page of the catalogue and for every capture. */
  maxManifestBytes: 256 * 1024,
  /** UTF-16 code units. */
  maxReadmeLength: 100_000,
  maxFixtures: 200,
  maxFixtureNameLength: 120,
  /** Lines, barcodes, and words of one line in a fixture's reading. */
  maxReadingItems: 5_000,
  maxRecords: 100,
  maxSignatures: 8,
  /** Of the JSON: how deep, and how many objects and arrays. Small files can otherwise fill gigabytes when parsed. */
  maxDepth: 32,
  maxContainers: 600_000,
} as const;
