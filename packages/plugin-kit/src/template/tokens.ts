import type { Sighting } from '../sightings.ts';
import type { Line, Point } from '../types.ts';
import type { FoundAnchor, TemplateFit } from './fit-template.ts';
import { boxOfPart, centreOf, leftMiddle, rightMiddle } from './plane.ts';

/** A word, or what is left of one beside a label that runs into it. */
export interface Token {
  line: Line;
  start: number;
  end: number;
  /** Its middle in template coordinates. */
  at: Point;
  /** Its ends in template coordinates. */
  left: number;
  right: number;
}

/** The words of a reading without the fixed texts that were found in it. */
export function tokensOf(lines: readonly Line[], placed: readonly FoundAnchor[], fit: TemplateFit): Token[] {
  const tokens: Token[] = [];
  for (const line of lines) {
    const fixed = placed.flatMap(({ parts }) => parts).filter((part) => part.line === line);
    for (const match of line.text.matchAll(/[^\s|]+/g)) {
      // What fixed texts cover is cut out of the word.
      let start = match.index;
      const end = start + match[0].length;
      const cuts = fixed
        .filter((part) => part.start < end && part.end > start)
        .sort((a, b) => a.start - b.start);
      for (const cut of [...cuts, { start: end, end }]) {
        if (cut.start > start) push(line, start, Math.min(cut.start, end));
        start = Math.max(start, cut.end);
      }
    }
  }
  return tokens;

  function push(line: Line, from: number, to: number): void {
    let [start, end] = [from, to];
    // Marks between a label and its value belong to neither.
    while (start < end && /[:;=|_·•]/.test(line.text[start]!)) start++;
    while (end > start && /[|_=]/.test(line.text[end - 1]!)) end--;
    if (!/[\p{L}\p{N}\p{Sc}%+-]/u.test(line.text.slice(start, end))) return;
    const box = boxOfPart(line, start, end);
    const [left, right] = [fit.toTemplate(leftMiddle(box))[0], fit.toTemplate(rightMiddle(box))[0]];
    tokens.push({ line, start, end, at: fit.toTemplate(centreOf(box)), left, right });
  }
}

/** Words beside each other, from top to bottom. */
export function rowsOf(tokens: readonly Token[], lineHeight: number): { y: number; tokens: Token[] }[] {
  const rows: { y: number; tokens: Token[] }[] = [];
  for (const token of [...tokens].sort((a, b) => a.at[1] - b.at[1])) {
    const row = rows.at(-1);
    if (row && token.at[1] - row.y < 0.6 * lineHeight) {
      row.tokens.push(token);
      row.y += (token.at[1] - row.y) / row.tokens.length;
    } else rows.push({ y: token.at[1], tokens: [token] });
  }
  for (const row of rows) row.tokens.sort((a, b) => a.at[0] - b.at[0]);
  return rows;
}

/** Words of one line that follow each other as one sighting. */
export function sightingsOf(tokens: readonly Token[]): Sighting[] {
  const stretches: { line: Line; start: number; end: number }[] = [];
  for (const { line, start, end } of tokens) {
    const last = stretches.at(-1);
    // A lone sign between two words belongs to them, a label that was cut out does not.
    if (last?.line === line && start >= last.end && !/[\p{L}\p{N}]/u.test(line.text.slice(last.end, start)))
      last.end = end;
    else stretches.push({ line, start, end });
  }
  return stretches.map(({ line, start, end }) => ({
    text: line.text.slice(start, end),
    confidence: confidenceOf(line, start, end),
    evidence: [{ box: boxOfPart(line, start, end), line: line.id }],
  }));
}

function confidenceOf(line: Line, start: number, end: number): number {
  const text = line.text.slice(start, end);
  const words = line.words.filter((word) => text.includes(word.text));
  return words.length > 0 ? Math.min(...words.map((word) => word.confidence)) : line.confidence;
}
