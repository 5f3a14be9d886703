import type { RgbaImage } from '../image.ts';
import { grownQuad } from '../layout/quad-place.ts';
import type { Quad } from '../reading.ts';
import { cropLine } from '../text/crop-line.ts';
import type { Infer } from '../text/infer.ts';
import { columnsPerStep, lineHeight, scoreCrops } from '../text/recognise-lines.ts';
import type { Recogniser } from '../text/recognisers.ts';
import { quadSlice } from '../text/rotated-rect.ts';
import { type DecodedZone, decodeZone } from './decode-zone.ts';
import { worthIn, type ZoneFormat, zoneFormats } from './zone-formats.ts';
import { rowsOfZones, type ZoneLine, type ZonePart, type ZoneRow } from './zone-rows.ts';
import { cellsOf, type ZoneScores, zoneClasses, zoneScores } from './zone-scores.ts';

/** A row of a machine-readable zone. */
export interface ReadZoneRow {
  /** As many of `A` to `Z`, digits and `<` as the format has. */
  text: string;
  quad: Quad;
  characterConfidences: number[];
}

export interface ReadZone {
  rows: ReadZoneRow[];
  /** Indexes of the lines the zone stands for. */
  instead: number[];
}

/** A way to look at a row: what is taken in above and below, in heights, and how much it is stretched. */
const looks = [
  { over: 0, stretch: 1 },
  { over: -0.1, stretch: 1.15 },
] as const;
/** Beside the middles of the first and the last character, in heights. */
const beside = 0.8;
const widestRow = 3200;
/** Mean logarithm of the probability of a cell, by the characters and with what stands between them, for the text to be believed. */
const leastScore = -1;

/**
 * Reads the machine-readable zones among the lines of a picture once more: with the characters such a zone has, at even
 * distances, as many as its format demands, and so that its check digits hold where that is likely.
 */
export async function readZones(
  image: RgbaImage,
  lines: readonly ZoneLine[],
  infer: Infer,
  recogniser: Recogniser,
): Promise<ReadZone[]> {
  const zones: ReadZone[] = [];
  for (const stack of rowsOfZones(lines)) {
    const scores = await scoresOf(image, stack.rows, infer, recogniser);
    for (let at = 0; at < stack.rows.length; ) {
      const found = bestZone(stack.rows, scores, at);
      if (found) zones.push(found.zone);
      at += found ? found.format.rows.length : 1;
    }
  }
  return zones;
}

/** For every row what is seen of it in every look. */
async function scoresOf(
  image: RgbaImage,
  rows: readonly ZoneRow[],
  infer: Infer,
  { alphabet, network }: Recogniser,
): Promise<ZoneScores[][]> {
  const classes = zoneClasses(alphabet);
  const crops = rows.flatMap(({ quad, shape }) =>
    looks.map(({ over, stretch }) => {
      const width = Math.round((shape * lineHeight * stretch) / (1 + 2 * over));
      const area = grownQuad(quad, beside / shape, over);
      const wide = Math.round(width * (1 + (2 * beside) / shape));
      return cropLine(image, area, Math.max(columnsPerStep, Math.min(widestRow, wide)), lineHeight);
    }),
  );
  const all = await scoreCrops(
    crops,
    infer,
    (scores) => zoneScores(scores, classes, alphabet.blank),
    network,
  );
  return rows.map((_, row) => all.slice(row * looks.length, (row + 1) * looks.length));
}

interface Found {
  format: ZoneFormat;
  decoded: DecodedZone;
  zone: ReadZone;
  score: number;
}

/** The format that explains the rows from `at` on best, if its check digits prove enough. */
function bestZone(rows: readonly ZoneRow[], scores: readonly ZoneScores[][], at: number): Found | undefined {
  let best: Found | undefined;
  for (const format of zoneFormats) {
    const part = rows.slice(at, at + format.rows.length);
    if (part.length < format.rows.length) continue;
    const seen = part.map((row, n) => cellsOfRow(row, scores[at + n] as ZoneScores[], format, n));
    if (!seen.every((each) => each !== undefined)) continue;
    const decoded = decodeZone(
      seen.map(({ cells }) => cells),
      format,
    );
    const score = seen.reduce((sum, each) => sum + each.score, 0) / seen.length + decoded.score;
    if (decoded.ownHolding < 2 || (!decoded.allHold && decoded.ownHolding < 3) || score < leastScore)
      continue;
    const value = score + (decoded.allHold ? 0.5 : 0) + 0.1 * format.checks.length;
    if (best && best.score >= value) continue;
    const zoneRows = decoded.rows.map(({ text, confidences }, n): ReadZoneRow => {
      const { quad } = part[n] as ZoneRow;
      // The quad reaches from the middle of the first character to that of the last.
      const half = 0.5 / (format.length - 1);
      return { text, quad: quadSlice(quad, -half, 1 + half), characterConfidences: confidences };
    });
    best = {
      format,
      decoded,
      score: value,
      zone: {
        rows: zoneRows,
        instead: part.flatMap(({ parts }) => parts.map((each: ZonePart) => each.index)),
      },
    };
  }
  return best;
}

/** Of a row in a format: the probability of every character in every cell, by all looks together. */
function cellsOfRow(
  { shape }: ZoneRow,
  scores: readonly ZoneScores[],
  format: ZoneFormat,
  row: number,
): { cells: Float64Array; score: number } | undefined {
  const worth = (format.rows[row] as ZoneFormat['rows'][number]).map((kind) => worthIn[kind]);
  const seen = scores.flatMap((each) => {
    const perHeight = (each.steps - 1) / (shape + 2 * beside);
    const found = cellsOf(each, worth, beside * perHeight - 0.5, (shape * perHeight) / (format.length - 1));
    return found ? [found] : [];
  });
  if (seen.length === 0) return undefined;
  const cells = new Float64Array(seen[0]?.cells.length ?? 0);
  for (const each of seen)
    for (let n = 0; n < cells.length; n++)
      cells[n] = (cells[n] as number) + (each.cells[n] as number) / seen.length;
  return { cells, score: Math.max(...seen.map(({ score }) => score)) };
}
