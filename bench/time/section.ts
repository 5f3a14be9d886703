/** What one part of the measure found. */
export interface Section {
  /** One row of the table each. */
  rows: { what: string; figure: string; goal: string }[];
  /** Every figure behind them. */
  figures: Record<string, unknown>;
  /** What cannot be said in a row, in Markdown. */
  notes?: string[];
}

export interface Context {
  /** Folder of the sample data. */
  data: string;
  /** Pages a part looks at, at most. */
  pages: number;
}
