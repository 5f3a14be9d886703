/** What a file is, found without decoding its pixels. */
export interface OpenedFile {
  /** As sniffed from the bytes. */
  mediaType: string;
  /** 1 for a picture; pages of a PDF or a multi-page TIFF. An animation counts as its first frame. */
  pages: number;
}
