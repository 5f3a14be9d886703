/** What a file is, found without decoding its pixels. */
export interface OpenedFile {
  /** As sniffed from the bytes. */
  mediaType: string;
  /** 1 for a picture; pages of a PDF or a multi-page TIFF. An animation counts as its first frame. */
  pages: number;
}

/** What the headers of a file say of one of its pages, found without decoding it. */
export interface PageHeader extends OpenedFile {
  /** Of the page as it is decoded, before any orientation; absent where no header says it. */
  size?: { width: number; height: number };
}
