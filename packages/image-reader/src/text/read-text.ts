import type { PdfGlyph } from '../decode/pdf-glyphs.ts';
import type { RgbaImage } from '../image.ts';
import { quadCentre, quadContains } from '../layout/quad-place.ts';
import { readingOrder } from '../layout/reading-order.ts';
import { type ReadZoneRow, readZones } from '../mrz/read-zones.ts';
import type { ZoneLine } from '../mrz/zone-rows.ts';
import type { Disagreement, Line, Quad, Rotation, Word } from '../reading.ts';
import { type DisplayLine, displaysAmongLines } from '../segments/displays-among-lines.ts';
import { displaysInPicture } from '../segments/displays-in-picture.ts';
import { lookBesideDigits } from './beside-digits.ts';
import { inkMap, inkProfile } from './crop-line.ts';
import { defaultDetectOptions } from './detect-text.ts';
import { findLines, type LineOptions } from './find-lines.ts';
import { withFirstCapitals } from './first-capitals.ts';
import type { Infer } from './infer.ts';
import { pageRotation } from './orientation.ts';
import { type OwnLine, ownLinesOf, proveOwnText, type UnprovenLine } from './own-text.ts';
import {
  columnsPerStep,
  lineHeight,
  meanConfidence,
  type RecognisedLine,
  recogniseLines,
} from './recognise-lines.ts';
import { recogniseTallestFirst } from './recognise-tallest-first.ts';
import { type AddedText, chooseRecognisers, packagedRecogniser, type Recognisers } from './recognisers.ts';
import { cutPart, type Part, restOfPage } from './rest-of-page.ts';
import { bentOutline, quadSlice } from './rotated-rect.ts';
import { agreement } from './same-shape.ts';
import { splitWords, wordExtents } from './words.ts';

export interface TextOptions extends LineOptions {
  /** Lines of lower mean confidence are taken for pictures, not text. */
  minConfidence: number;
  /** Is told of the lines of a picture while they are read, the tallest first. */
  onLines?: OnLines | undefined;
}

/** Is given all lines read so far, in reading order, neither displays nor machine-readable zones among them. */
export type OnLines = (reading: TextReading, isAll: boolean) => void;

export const defaultTextOptions: TextOptions = {
  detect: defaultDetectOptions,
  maxGap: 0.5,
  minConfidence: 0.5,
};

export interface TextReading {
  lines: Line[];
  rotation: Rotation;
  disagreements: Disagreement[];
}

/** What text reading needs from its runtime. */
export interface TextParts {
  infer: Infer;
  /** The recogniser's, see `makeAlphabet`. */
  dictionary: readonly string[];
  /** Recognisers of scripts that were loaded beside it. */
  added?: readonly AddedText[] | undefined;
}

/** What is known of a page beside its picture. */
interface KnownPage {
  /** Corners of the sheet it shows, where there is one; where that pays, its text is looked for as seen from straight above. */
  paper?: Quad | undefined;
  /** It was drawn of its characters, and has nothing else. */
  isDrawn?: boolean | undefined;
}

/**
 * Reads all text of a picture. Characters that its file says are there are used where the picture shows them; only what they
 * leave is read from the picture.
 *
 * @param languages BCP 47 tags.
 * @param glyphs what a PDF says, in its order.
 */
export async function readText(
  image: RgbaImage,
  languages: readonly string[],
  parts: TextParts,
  options: TextOptions = defaultTextOptions,
  glyphs: readonly PdfGlyph[] = [],
  { paper, isDrawn = false }: KnownPage = {},
): Promise<TextReading> {
  if (isDrawn) return inOrder(ownLinesOf(glyphs).map(toOwnLine), []);
  const recognisers = chooseRecognisers(parts.dictionary, parts.added ?? [], languages);
  const reader = { recognisers, infer: parts.infer, options };
  if (glyphs.length === 0) return inOrder(await readPixels(image, reader, paper), []);
  const { proven, unproven } = await proveOwnText(image, glyphs, parts.infer, recognisers.packaged);
  const rest = restOfPage(
    image,
    proven.map(({ box }) => box),
  );
  const lines = proven.map(toOwnLine);
  // Pages are drawn as large as the detector needs them; a part of one must not be enlarged for being small.
  const inParts = {
    ...reader,
    options: { ...options, detect: { ...options.detect, minShortSide: 1 }, onLines: undefined },
  };
  for (const part of rest.parts)
    lines.push(...(await readPixels(cutPart(rest.image, part), inParts)).map((line) => moved(line, part)));
  return inOrder(lines, disagreementsWith(unproven, lines));
}

interface PixelReader {
  infer: Infer;
  recognisers: Recognisers;
  options: TextOptions;
}

/** The lines of a picture, not yet in reading order. */
async function readPixels(
  image: RgbaImage,
  { recognisers, infer, options }: PixelReader,
  paper?: Quad,
): Promise<Line[]> {
  const places = await findLines(image, paper, infer, options);
  const known = new Map<RecognisedLine, Line>();
  const asLine = (line: RecognisedLine): Line => {
    const text = known.get(line) ?? toLine(line);
    known.set(line, text);
    return text;
  };
  const { minConfidence, onLines } = options;
  const all = onLines
    ? await recogniseTallestFirst(image, places, infer, recognisers, (some, isAll) =>
        onLines(inOrder(some.filter((line) => isText(line, minConfidence)).map(asLine), []), isAll),
      )
    : await recogniseLines(image, places, infer, recognisers);
  const { lines: recognised, displays } = withDisplays(image, all, minConfidence);
  const lines = recognised.map((line) => {
    const display = displays.get(line);
    return display ? toDisplayLine(display) : asLine(line);
  });
  const zones = await readZones(image, recognised.map(zoneLine), infer, recognisers.packaged);
  const read = instead(lines, zones, ({ rows }) => rows.map(toZoneLine));
  const found = await displaysInPicture(
    image,
    read.map(({ box, text, confidence }) => ({ quad: box, text, confidence })),
    infer,
  );
  const shown = instead(read, found, (display) => [toDisplayLine(display)]);
  return lookBesideDigits(image, shown, infer, recognisers, toLine);
}

const zoneLine = ({ quad, decoded, crop }: RecognisedLine): ZoneLine => ({
  quad,
  glyphs: decoded.glyphs.map(({ text, centre }) => ({
    text,
    middle: ((centre + 0.5) * columnsPerStep) / crop.width,
  })),
});

/** The lines, and what stands for some of them. */
function instead<Found extends { instead: readonly number[] }>(
  lines: readonly Line[],
  found: readonly Found[],
  toLines: (one: Found) => Line[],
): Line[] {
  const gone = new Set(found.flatMap((one) => one.instead));
  return [...lines.filter((_, index) => !gone.has(index)), ...found.flatMap(toLines)];
}

function inOrder(lines: readonly Line[], disagreements: Disagreement[]): TextReading {
  const quads = lines.map(({ box }) => box);
  const rotation = pageRotation(quads);
  const order = readingOrder(quads, rotation);
  return {
    rotation,
    lines: order.map((index, n) => ({ ...(lines[index] as Line), id: `l${n}` })),
    disagreements,
  };
}

function moved(line: Line, { x, y }: Part): Line {
  const by = (box: Quad): Quad => box.map(([px, py]) => [round(px + x), round(py + y)]) as Quad;
  return { ...line, box: by(line.box), words: line.words.map((word) => ({ ...word, box: by(word.box) })) };
}

/** What a character is worth that the file names and the page shows. */
const provenConfidence = 0.99;

function toOwnLine({ words, box }: OwnLine): Line {
  const rounded = (quad: Quad): Quad => quad.map(([x, y]) => [round(x), round(y)]) as Quad;
  const text = words.map((word) => word.text).join(' ');
  return {
    id: '',
    text,
    box: rounded(box),
    confidence: provenConfidence,
    words: words.map((word) => ({ text: word.text, box: rounded(word.box), confidence: provenConfidence })),
    characterConfidences: new Array<number>(text.length).fill(provenConfidence),
    recogniser: 'pdf',
  };
}

/** Share of the characters that have to be the same for two texts to say the same, recognition errors allowed. */
const sameText = 0.7;
const mostDisagreements = 50;

/** Figures have to be the same, whatever is next to them. */
const saysTheSame = (claimed: string, seen: string): boolean =>
  claimed.replace(/\D/g, '') === seen.replace(/\D/g, '') && agreement(claimed, seen) >= sameText;

/** Lines of a file that the page shows otherwise, or not at all. A scan's own text layer mostly says what its picture shows. */
function disagreementsWith(unproven: readonly UnprovenLine[], lines: readonly Line[]): Disagreement[] {
  const words = lines.flatMap((line) => line.words);
  return unproven
    .flatMap(({ text, box, isInvisible }): Disagreement[] => {
      const claimed = text.replaceAll('\ufffd', '').trim();
      if (claimed === '') return [];
      const inside = words.filter((word) => quadContains(box, quadCentre(word.box)));
      const read = inside.map((word) => word.text).join('');
      const around = lines.filter((line) => quadContains(line.box, quadCentre(box)));
      const seen = [read, ...around.map((line) => line.text)].filter((each) => each !== '');
      if (seen.some((each) => saysTheSame(claimed, each))) return [];
      return [
        {
          kind: isInvisible || seen.length === 0 ? 'not_shown' : 'shown_otherwise',
          text: claimed.slice(0, 500),
          box: box.map(([x, y]) => [round(x), round(y)]) as Quad,
        },
      ];
    })
    .slice(0, mostDisagreements);
}

const isText = ({ decoded, confidence }: RecognisedLine, minConfidence: number): boolean =>
  decoded.glyphs.length > 0 && confidence >= minConfidence;

type ReadDisplay = Extract<DisplayLine, { kind: 'read' }>;

/** The lines that are text or a display, and what the displays among them show. */
function withDisplays(
  image: RgbaImage,
  all: readonly RecognisedLine[],
  minConfidence: number,
): { lines: RecognisedLine[]; displays: Map<RecognisedLine, ReadDisplay> } {
  const found = displaysAmongLines(
    image,
    all.map(({ quad, decoded, confidence }) => ({
      quad,
      text: decoded.glyphs.map(({ text }) => text).join(''),
      confidence,
    })),
  );
  const displays = new Map<RecognisedLine, ReadDisplay>();
  const lines = all.flatMap((line, index): RecognisedLine[] => {
    const display = found.get(index);
    if (display?.kind === 'read') {
      const shown = { ...line, quad: display.quad, bend: undefined };
      displays.set(shown, display);
      return [shown];
    }
    return isText(line, minConfidence) ? [display ? doubted(line, display.confidence) : line] : [];
  });
  // What was read of parts of a display goes with it.
  const shown = [...displays.keys()];
  return {
    displays,
    lines: lines.filter(
      (line) =>
        displays.has(line) || !shown.some((display) => quadContains(display.quad, quadCentre(line.quad))),
    ),
  };
}

function doubted(line: RecognisedLine, most: number): RecognisedLine {
  const glyphs = line.decoded.glyphs.map((g) => ({ ...g, confidence: Math.min(most, g.confidence) }));
  return { ...line, decoded: { ...line.decoded, glyphs } };
}

function toDisplayLine({
  text,
  quad,
  confidence,
  characterConfidences,
}: Pick<ReadDisplay, 'text' | 'quad' | 'confidence' | 'characterConfidences'>): Line {
  const box = quad.map(([x, y]) => [round(x), round(y)]) as Quad;
  return {
    id: '',
    text,
    box,
    confidence: round(confidence, 4),
    words: [{ text, box, confidence: round(confidence, 4) }],
    characterConfidences: characterConfidences.map((c) => round(c, 3)),
    recogniser: 'segments',
  };
}

function toZoneLine({ text, quad, characterConfidences }: ReadZoneRow): Line {
  const box = quad.map(([x, y]) => [round(x), round(y)]) as Quad;
  const confidence = round(
    characterConfidences.reduce((sum, each) => sum + each, 0) / characterConfidences.length,
    4,
  );
  return {
    id: '',
    text,
    box,
    confidence,
    words: [{ text, box, confidence }],
    characterConfidences: characterConfidences.map((each) => round(each, 3)),
    recogniser: 'pp-ocr',
    model: packagedRecogniser,
  };
}

function toLine({ crop, decoded, quad, bend, recogniser }: RecognisedLine): Line {
  const ink = inkMap(crop);
  const { width } = crop;
  const profile = inkProfile(ink);
  const split = splitWords(decoded, profile, columnsPerStep, lineHeight);
  const extents = wordExtents(split, profile, columnsPerStep, lineHeight);
  const words = withFirstCapitals(split, ink, columnsPerStep).map(
    ({ glyphs }, index): Word & { confidences: number[] } => {
      const text = glyphs.map((g) => g.text).join('');
      const { from, to } = extents[index]!;
      return {
        text,
        box: quadSlice(quad, from / width, to / width, bend),
        confidence: glyphs.reduce((sum, g) => sum + g.confidence, 0) / glyphs.length,
        confidences: glyphs.flatMap((g) => new Array<number>(g.text.length).fill(g.confidence)),
      };
    },
  );
  const characterConfidences: number[] = [];
  words.forEach((word, i) => {
    if (i > 0) characterConfidences.push(Math.min(words[i - 1]?.confidence ?? 0, word.confidence));
    characterConfidences.push(...word.confidences);
  });
  return {
    id: '',
    text: words.map((w) => w.text).join(' '),
    box: bentOutline(quad, bend).map(([x, y]) => [round(x), round(y)]) as Quad,
    confidence: round(meanConfidence(decoded), 4),
    words: words.map(({ text, box, confidence }) => ({
      text,
      box: box.map(([x, y]) => [round(x), round(y)]) as Quad,
      confidence: round(confidence, 4),
    })),
    characterConfidences: characterConfidences.map((c) => round(c, 3)),
    recogniser: 'pp-ocr',
    model: recogniser.name,
  };
}

function round(value: number, digits = 1): number {
  const f = 10 ** digits;
  return Math.round(value * f) / f;
}
