import type { RgbaImage } from '../image.ts';
import { joinRegions } from '../layout/join-regions.ts';
import { quadCentre, quadContains } from '../layout/quad-place.ts';
import { readingOrder } from '../layout/reading-order.ts';
import type { Line, Quad, Rotation, Word } from '../reading.ts';
import { type DisplayLine, displaysAmongLines } from '../segments/displays-among-lines.ts';
import { makeAlphabet } from './alphabet.ts';
import { askSecondOpinion } from './ask-second-opinion.ts';
import { inkMap, inkProfile } from './crop-line.ts';
import type { Glyph } from './ctc.ts';
import { type DetectOptions, defaultDetectOptions, detectText } from './detect-text.ts';
import type { Infer } from './infer.ts';
import { directRegions, pageRotation, upsideDown } from './orientation.ts';
import {
  columnsPerStep,
  lineHeight,
  meanConfidence,
  type RecognisedLine,
  recogniseLines,
} from './recognise-lines.ts';
import { quadSlice, type RotatedRect, rectToQuad } from './rotated-rect.ts';
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
 * Reads all text of a picture.
 *
 * @param languages BCP 47 tags.
 */
export async function readText(
  image: RgbaImage,
  languages: readonly string[],
  { infer, dictionary, second }: TextParts,
  options: TextOptions = defaultTextOptions,
): Promise<TextReading> {
  const regions = await detectText(image, infer, options.detect);
  const directed = joinRegions(directRegions(regions), { maxGap: options.maxGap });
  const upright = await turnUpright(image, directed, infer);
  const alphabet = makeAlphabet(dictionary, languages);
  const all = await recogniseLines(image, upright.map(rectToQuad), infer, alphabet);
  const { lines: recognised, displays } = withDisplays(image, all, options.minConfidence);
  const opinions = await askSecondOpinion(
    recognised,
    secondLanguages(languages, new Set(dictionary)),
    second,
  );
  const rotation = pageRotation(recognised.map((line) => line.quad));
  const order = readingOrder(
    recognised.map((line) => line.quad),
    rotation,
  );
  return {
    rotation,
    lines: order.map((index, n) => {
      const line = recognised[index] as RecognisedLine;
      const display = displays.get(line);
      return display ? toDisplayLine(display, n) : toLine(line, opinions[index], n);
    }),
  };
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

function toDisplayLine({ text, quad, confidence, characterConfidences }: ReadDisplay, number: number): Line {
  const box = quad.map(([x, y]) => [round(x), round(y)]) as Quad;
  return {
    id: `l${number}`,
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

function toLine(line: RecognisedLine, opinion: Glyph[] | undefined, number: number): Line {
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
    id: `l${number}`,
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
