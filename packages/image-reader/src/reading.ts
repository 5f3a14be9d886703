/**
 * What the engine saw in one picture. Facts only: what the lines mean is for plugins to say.
 *
 * Coordinates are pixels of the *upright* picture: the picture after its EXIF orientation was applied.
 * A rotation found from the content is reported in {@link Page.rotation} and never moves coordinates.
 */

/** `[x, y]` in pixels of the upright picture; fractions are allowed. */
export type Point = [x: number, y: number];

/** Four corners, clockwise from the top left *as the text or symbol itself reads*. */
export type Quad = [Point, Point, Point, Point];

/** Degrees clockwise by which the content must be turned to be upright for a person. */
export type Rotation = 0 | 90 | 180 | 270;

export interface Page {
  /** 1-based page number inside its file; 1 for a picture. */
  number: number;
  /** Pages in the file. */
  of: number;
  /** Width in pixels of the upright picture. */
  width: number;
  /** Height in pixels of the upright picture. */
  height: number;
  /** Rotation found from the content. */
  rotation: Rotation;
  /** Corners of the document in the picture, when one was found. */
  quad?: Quad;
}

export interface Word {
  text: string;
  box: Quad;
  /** 0 to 1. */
  confidence: number;
}

export interface Line {
  /** Stable within the reading: `l0`, `l1`, … in reading order. */
  id: string;
  /** Words joined by single spaces. */
  text: string;
  box: Quad;
  /** Mean of the character confidences, 0 to 1. */
  confidence: number;
  words: Word[];
  /** One value from 0 to 1 for each UTF-16 code unit of `text` (spaces included). */
  characterConfidences: number[];
  /**
   * Which recogniser the text comes from; `segments` is that of displays, `pdf` the file itself, whose characters were found to
   * be the ones drawn. `tesseract` stands in readings of 0.3 and before.
   */
  recogniser: 'pp-ocr' | 'tesseract' | 'segments' | 'pdf';
  /**
   * The text model that read the line, by the name it was added under; `packaged` is the one that comes with the engine. A
   * second opinion corrects what that model read. Absent where no text model did, and in readings from before there were others.
   */
  model?: string;
}

export interface Barcode {
  /** Stable within the reading: `b0`, `b1`, …. */
  id: string;
  /** Symbology as ZXing-C++ names it, for instance `QRCode`, `EAN13`, `Code128`, `DataMatrix`. */
  format: string;
  /** Content as text, control characters (group separators) kept. */
  text: string;
  /** Digits of the add-on (EAN-2 or EAN-5) beside an EAN or UPC; absent where none was read. They are no part of `text`. */
  addOn?: string;
  /** Content bytes, base64; what `text` was decoded from. */
  bytes: string;
  /** What the symbol declares to hold, as ZXing-C++ names it: `Text`, `GS1`, `ISO15434`, `Binary`, …. */
  contentType: string;
  /** AIM symbology identifier, for instance `]C1` (GS1-128). */
  symbologyIdentifier: string;
  box: Quad;
  /** Rotation of the symbol in degrees clockwise. */
  orientation: number;
}

/** Text that a file says stands on its page, and that the page does not show. It is not used. */
export interface Disagreement {
  /** Nothing can be read there, or something else than the file says. */
  kind: 'not_shown' | 'shown_otherwise';
  /** What the file says, at most 500 characters. */
  text: string;
  /** Where it says so. */
  box: Quad;
}

/** Measured on a grey copy of the picture; every value from 0 (bad) to 1 (good) unless said otherwise. */
export interface Quality {
  /** Sharpness of edges. */
  sharpness: number;
  /** Mean luminance, 0 black to 1 white. */
  brightness: number;
  /** Spread of luminance between the 5th and 95th percentile, 0 to 1. */
  contrast: number;
  /** Share of pixels that are blown out, 0 to 1. */
  glare: number;
}

/** Milliseconds of wall time each stage took. */
export interface Timings {
  decode: number;
  barcodes: number;
  /** Detection, recognition and layout together. */
  text: number;
}

export interface Engine {
  /** Version of this package; a change of it may change what is read. */
  version: string;
  /** Name of each model or decoder used, with the SHA-256 (first 12 hex digits) or version of its bytes. */
  parts: Record<string, string>;
}

export interface Reading {
  page: Page;
  /** Name of the file that the page is of, where that is inside the one that was given: people look at it, no record is made of it. */
  attachment?: string;
  /** In reading order: top to bottom, columns left to right. */
  lines: Line[];
  barcodes: Barcode[];
  /** At most 50; absent where the file says nothing else than it shows. */
  disagreements?: Disagreement[];
  quality: Quality;
  /** BCP 47 tags the reading was asked for. */
  languages: string[];
  engine: Engine;
  timings: Timings;
}
