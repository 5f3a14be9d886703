import { wordsOf } from './layout.ts';
import type { Barcode, Evidence, Line, Point, Quad } from './types.ts';

/** A text with the pixels it was seen at. Fields are built from these, so that none can lack its evidence. */
export interface Sighting {
  text: string;
  /** 0 to 1, as {@link sureOfRead} has it. */
  confidence: number;
  evidence: Evidence[];
}

/** Chosen on documents drawn for it (`bench/calibration`, the even half): 2.3 fits them best, other papers are read less well. */
const sharpness = 1.5;

/**
 * How sure an amount, a date, a number or a code can be by the confidence, 0 to 1, that its words were read with, which
 * says less than it should. Scaled as by Platt, "Probabilistic outputs for support
 * vector machines" (1999), without a shift: what is open stays open.
 */
export function sureOfRead(confidence: number): number {
  const right = confidence ** sharpness;
  return right / (right + (1 - confidence) ** sharpness);
}

/** A whole line. */
export function seenLine(line: Line): Sighting {
  return {
    text: line.text,
    confidence: sureOfRead(line.confidence),
    evidence: [{ box: line.box, line: line.id }],
  };
}

/** Part of a line: `length` characters from `start`. Boxes of the words it touches where the engine gave them. */
export function seenPart(line: Line, start: number, length: number): Sighting {
  const end = start + length;
  const touched = wordsOf(line).filter((word) => word.start < end && start < word.end);
  const first = touched[0]?.word.box;
  const last = touched.at(-1)?.word.box;
  const box: Quad = first && last ? [first[0], last[1], last[2], first[3]] : share(line, start, end);
  const confidence =
    touched.length > 0
      ? touched.reduce((sum, { word }) => sum + word.confidence * word.text.length, 0) /
        touched.reduce((sum, { word }) => sum + word.text.length, 0)
      : line.confidence;
  return {
    text: line.text.slice(start, end),
    confidence: sureOfRead(confidence),
    evidence: [{ box, line: line.id }],
  };
}

/**
 * The content of a barcode, or what is made of it: of a text that is in it once those characters are cited. Its own error
 * detection makes a misread very unlikely, not impossible.
 */
export function seenBarcode(barcode: Barcode, text: string = barcode.text): Sighting {
  const from = barcode.text.indexOf(text);
  const isPart = text !== '' && text !== barcode.text && from >= 0 && from === barcode.text.lastIndexOf(text);
  const range = isPart ? { from, to: from + text.length } : {};
  return { text, confidence: 0.99, evidence: [{ box: barcode.box, barcode: barcode.id, ...range }] };
}

/** Free pixels, for what is neither text nor a barcode: a tick, a mark, a stretch between two lines. */
export function seenBox(box: Quad, text: string, confidence: number): Sighting {
  return { text, confidence, evidence: [{ box }] };
}

/** Several sightings as one text. */
export function joinSightings(parts: readonly Sighting[], separator: string): Sighting {
  const weight = parts.reduce((sum, part) => sum + part.text.length, 0) || 1;
  return {
    text: parts.map((part) => part.text).join(separator),
    confidence: parts.reduce((sum, part) => sum + part.confidence * part.text.length, 0) / weight,
    evidence: parts.flatMap((part) => part.evidence),
  };
}

/** The stretch of a line's box its characters take, as if all were equally wide. */
function share(line: Line, start: number, end: number): Quad {
  const count = Math.max(1, line.text.length);
  const at = (a: Point, b: Point, part: number): Point => [
    a[0] + (b[0] - a[0]) * part,
    a[1] + (b[1] - a[1]) * part,
  ];
  const [topLeft, topRight, bottomRight, bottomLeft] = line.box;
  const [from, to] = [Math.max(0, start) / count, Math.min(count, end) / count];
  return [
    at(topLeft, topRight, from),
    at(topLeft, topRight, to),
    at(bottomLeft, bottomRight, to),
    at(bottomLeft, bottomRight, from),
  ];
}
