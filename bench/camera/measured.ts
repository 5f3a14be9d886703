/** What a page tells the bench. Times in milliseconds of the page's clock. */
export interface Measured {
  /** When the camera was asked for. */
  startedAt: number;
  /** When the reader, its code loaded before, could be given frames. */
  loadedMs: number;
  reads: { at: number; text: string; frame: number }[];
  /** Looks at a frame, whether anything was in it or not; undefined where the reader does not tell. */
  looks: number;
  /** Times of the page's own frames. */
  painted: number[];
  failure?: string;
}
