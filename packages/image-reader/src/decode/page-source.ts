/** A file as it is, or the pages that were drawn of one that has none of its own. */
export type PageSource = Uint8Array | DrawnFile;

/** A PDF that was drawn by us: its text is what its page shows. */
export interface DrawnFile {
  drawn: Uint8Array;
}

export interface FoundPage {
  bytes: Uint8Array;
  isDrawn: boolean;
}

/** Where a page of a source is. */
export const findPage = (source: PageSource): FoundPage =>
  source instanceof Uint8Array ? { bytes: source, isDrawn: false } : { bytes: source.drawn, isDrawn: true };
