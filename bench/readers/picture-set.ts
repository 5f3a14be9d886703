/** One value, or the elements of a list, of which each counts for itself. */
export type Truth = string | number | readonly unknown[];

/** A picture and what a reader must make of it. */
export interface Picture {
  file: string;
  /** Value of each field; what is not printed is not named. */
  truth: Record<string, Truth>;
}

export interface PictureSet {
  reader: string;
  name: string;
  pictures: Picture[];
}
