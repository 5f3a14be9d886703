import type { PdfGlyph } from '../decode/pdf-glyphs.ts';
import type { RgbaImage } from '../image.ts';
import { joinRegions } from '../layout/join-regions.ts';
import { quadCentre, quadContains } from '../layout/quad-place.ts';
import { readingOrder } from '../layout/reading-order.ts';
import type { Disagreement, Line, Quad, Rotation, Word } from '../reading.ts';
import { type DisplayLine, displaysAmongLines } from '../segments/displays-among-lines.ts';
import { type Alphabet, makeAlphabet } from './alphabet.ts';
import { askSecondOpinion } from './ask-second-opinion.ts';
import { inkMap, inkProfile } from './crop-line.ts';
import type { Glyph } from './ctc.ts';
import { type DetectOptions, defaultDetectOptions, detectText } from './detect-text.ts';
import type { Infer } from './infer.ts';
import { directRegions, pageRotation, upsideDown } from './orientation.ts';
import { type OwnLine, proveOwnText, type UnprovenLine } from './own-text.ts';
import {
  columnsPerStep,
  lineHeight,
  meanConfidence,
  type RecognisedLine,
  recogniseLines,
} from './recognise-lines.ts';
import { cutPart, type Part, restOfPage } from './rest-of-page.ts';
import { quadSlice, type RotatedRect, rectToQuad } from './rotated-rect.ts';
import { agreement } from './same-shape.ts';
import { secondLanguages } from './second-languages.ts';
import type { SecondReader } from './second-opinion.ts';
import { splitWords } from './words.ts';

export interface TextOptions {
  detect: DetectOptions;
  /** Widest gap inside one line, in line heights. */
  maxGap: number;
  /** Lines of lower mean confidence are taken for pictures, not text. */
  minConfidence: number;
}

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
  /** For letters the dictionary lacks; without it they are read as their nearest look-alikes. */
  second?: SecondReader | undefined;
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
): Promise<TextReading> {
  const alphabet = makeAlphabet(parts.dictionary, languages);
  const reader = { alphabet, languages, parts, options };
  if (glyphs.length === 0) return inOrder(await readPixels(image, reader), []);
  const { proven, unproven } = await proveOwnText(image, glyphs, parts.infer, alphabet);
  const rest = restOfPage(
    image,
    proven.map(({ box }) => box),
  );
  const lines = proven.map(toOwnLine);
  // Pages are drawn as large as the detector needs them; a part of one must not be enlarged for being small.
  const inParts = { ...reader, options: { ...options, detect: { ...options.detect, minShortSide: 1 } } };
  for (const part of rest.parts)
    lines.push(...(await readPixels(cutPart(rest.image, part), inParts)).map((line) => moved(line, part)));
  return inOrder(lines, disagreementsWith(unproven, lines));
}

interface PixelReader {
  alphabet: Alphabet;
  languages: readonly string[];
  parts: TextParts;
  options: TextOptions;
}

/** The lines of a picture, not yet in reading order. */
async function readPixels(
  image: RgbaImage,
  { alphabet, languages, parts: { infer, dictionary, second }, options }: PixelReader,
): Promise<Line[]> {
  const regions = await detectText(image, infer, options.detect);
  const directed = joinRegions(directRegions(regions), { maxGap: options.maxGap });
  const upright = await turnUpright(image, directed, infer);
  const all = await recogniseLines(image, upright.map(rectToQuad), infer, alphabet);
  const { lines: recognised, displays } = withDisplays(image, all, options.minConfidence);
  const opinions = await askSecondOpinion(
    recognised,
    secondLanguages(languages, new Set(dictionary)),
    second,
  );
  return recognised.map((line, index) => {
    const display = displays.get(line);
    return display ? toDisplayLine(display) : toLine(line, opinions[index]);
  });
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

/** Figures have to be the same, whatever stands beside them. */
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
      const shown = { ...line, quad: display.quad };
      displays.set(shown, display);
      return [shown];
    }
    const isText = line.decoded.glyphs.length > 0 && line.confidence >= minConfidence;
    return isText ? [display ? doubted(line, display.confidence) : line] : [];
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

function toDisplayLine({ text, quad, confidence, characterConfidences }: ReadDisplay): Line {
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

/** Turns all horizontal, and all vertical, lines by half a turn where the classifier finds them upside down. */
async function turnUpright(
  image: RgbaImage,
  rects: readonly RotatedRect[],
  infer: Infer,
): Promise<RotatedRect[]> {
  const vertical = (r: RotatedRect): boolean => Math.abs(Math.sin(r.angle)) > Math.SQRT1_2;
  const turnAcross = await upsideDown(
    image,
    rects.filter((r) => !vertical(r)),
    infer,
  );
  const turnDown = await upsideDown(image, rects.filter(vertical), infer);
  return rects.map((r) => ((vertical(r) ? turnDown : turnAcross) ? { ...r, angle: r.angle + Math.PI } : r));
}

function toLine(line: RecognisedLine, opinion: Glyph[] | undefined): Line {
  const ink = inkMap(line.crop);
  const glyphs = opinion ?? line.decoded.glyphs;
  const decoded = { ...line.decoded, glyphs };
  const { width } = line.crop;
  const words = splitWords(decoded, inkProfile(ink), columnsPerStep, lineHeight).map(
    ({ glyphs }): Word & { confidences: number[] } => {
      const text = glyphs.map((g) => g.text).join('');
      const first = glyphs[0]?.from ?? 0;
      const last = glyphs[glyphs.length - 1]?.to ?? 0;
      const from = Math.max(0, ((first - 0.4) * columnsPerStep) / width);
      const to = Math.min(1, ((last + 1.4) * columnsPerStep) / width);
      return {
        text,
        box: quadSlice(line.quad, from, to),
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
    box: line.quad.map(([x, y]) => [round(x), round(y)]) as Quad,
    confidence: round(meanConfidence(decoded), 4),
    words: words.map(({ text, box, confidence }) => ({
      text,
      box: box.map(([x, y]) => [round(x), round(y)]) as Quad,
      confidence: round(confidence, 4),
    })),
    characterConfidences: characterConfidences.map((c) => round(c, 3)),
    recogniser: opinion ? 'tesseract' : 'pp-ocr',
  };
}

function round(value: number, digits = 1): number {
  const f = 10 ** digits;
  return Math.round(value * f) / f;
}
