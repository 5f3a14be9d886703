/** `[left, top, right, bottom]` in template coordinates: pixels of the example, turned so that its text runs level. */
export type TemplateBox = [left: number, top: number, right: number, bottom: number];

/** A text that is the same on every document of the kind. */
export interface TemplateAnchor {
  text: string;
  box: TemplateBox;
}

export const templateFieldTypes = [
  'text',
  'amount',
  'number',
  'date',
  'time',
  'code',
  'address',
  'choice',
  'list',
] as const;
export type TemplateFieldType = (typeof templateFieldTypes)[number];

/** Types a cell of a row may have. */
export const templateColumnTypes = ['text', 'amount', 'number', 'date', 'time', 'code'] as const;
export type TemplateColumnType = (typeof templateColumnTypes)[number];

export interface TemplateColumn {
  name: string;
  label: string;
  type: TemplateColumnType;
  /** As for a field of type `code`. */
  shape?: string | undefined;
  /** As wide as its cells were in the rows of the example, as high as the first of them. */
  box: TemplateBox;
}

/** Where a value stands. */
export type TemplatePlace =
  /** Beside, below or behind a text that names it; keeps its distance to that text even where the rest of the page moved. */
  | {
      by: 'label';
      label: TemplateAnchor;
      box: TemplateBox;
      room: TemplateBox;
      /** The fixed text behind it in its own line, up to which it reaches however long it is. */
      before?: string | undefined;
      /** The widest space within it, where that is wider than between words. */
      gap?: number | undefined;
      /** In the example something else stood straight below it, so that nothing there says that it goes on. */
      below?: true | undefined;
      /** The widest distance of two of its lines in the example, where it had several. */
      step?: number | undefined;
    }
  /** At the same place of the page. */
  | {
      by: 'place';
      box: TemplateBox;
      room: TemplateBox;
      gap?: number | undefined;
      below?: true | undefined;
      step?: number | undefined;
    }
  /** The code of this symbology nearest to the place. */
  | { by: 'barcode'; format: string; box: TemplateBox }
  /** Rows under each other, from below `heads` to `until`, to another fixed text, or to a gap. */
  | {
      by: 'rows';
      /** The texts above the columns; where there are none, the first row is found by its place. */
      heads: TemplateAnchor[];
      columns: TemplateColumn[];
      /** The row that was marked. */
      box: TemplateBox;
      /** Median distance from one row to the next in the example; absent where it had one row only. */
      pitch?: number | undefined;
      until?: TemplateAnchor | undefined;
    };

export interface TemplateField {
  /** As in the manifest: `deliveryDate`. */
  name: string;
  label: string;
  type: TemplateFieldType;
  /** For `choice`: what it can be. */
  options?: string[] | undefined;
  /** For `number`: what it is counted in. */
  unit?: string | undefined;
  /**
   * For `code`: how it was printed in the example, digits as 0 and letters as A: `AA00 0000`. Absent where it had no
   * spaces: then spaces come from reading alone and are left out.
   */
  shape?: string | undefined;
  /** Whether every such document has it: where it is missing the record is doubtful. */
  isRequired: boolean;
  /**
   * `box` is where the value stood in the example, `room` how far a longer one may reach. A box higher than one line holds
   * several.
   */
  find: TemplatePlace;
}

/** How to read one kind of document by what never changes on it. */
export interface Template {
  /** 1: made before there were rows, texts behind values and several examples; read alike. */
  format: 1 | 2;
  /** Type of the record it makes, kebab-case, and its name. */
  record: { type: string; label: string };
  page: { width: number; height: number };
  /** Median height of the text, in the units of the boxes. */
  lineHeight: number;
  /** Fixed texts besides the labels of the fields. */
  anchors: TemplateAnchor[];
  fields: TemplateField[];
  /** On how many examples the anchors stood where they should; 1 where absent. */
  examples?: number | undefined;
}
