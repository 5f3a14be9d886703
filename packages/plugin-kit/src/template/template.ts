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
] as const;
export type TemplateFieldType = (typeof templateFieldTypes)[number];

/** Where a value stands. */
export type TemplatePlace =
  /** Beside, below or behind a text that names it; keeps its distance to that text even where the rest of the page moved. */
  | { by: 'label'; label: TemplateAnchor; box: TemplateBox; room: TemplateBox }
  /** At the same place of the page. */
  | { by: 'place'; box: TemplateBox; room: TemplateBox }
  /** The code of this symbology nearest to the place. */
  | { by: 'barcode'; format: string; box: TemplateBox };

export interface TemplateField {
  /** As in the manifest: `deliveryDate`. */
  name: string;
  label: string;
  type: TemplateFieldType;
  /** For `choice`: what it can be. */
  options?: string[] | undefined;
  /** For `number`: what it is counted in. */
  unit?: string | undefined;
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
  format: 1;
  /** Type of the record it makes, kebab-case, and its name. */
  record: { type: string; label: string };
  page: { width: number; height: number };
  /** Median height of the text, in the units of the boxes. */
  lineHeight: number;
  /** Fixed texts besides the labels of the fields. */
  anchors: TemplateAnchor[];
  fields: TemplateField[];
}
