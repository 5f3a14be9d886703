import type { Check } from '../types.ts';
import type { FoundAnchor } from './fit-template.ts';
import type { TemplateBox } from './template.ts';
import { sightingsOf, type Token } from './tokens.ts';

/** Distances of a line from the one above it, in heights of the text, in which people set what goes on in it. */
const [least, most] = [0.7, 1.75];

const isBelow = (dx: number, dy: number, lineHeight: number) =>
  Math.abs(dx) < 0.8 * lineHeight && dy > least * lineHeight && dy < most * lineHeight;

/** Whether a text stands where the next line of another would. */
export const isNextLine = (box: TemplateBox, other: TemplateBox, lineHeight: number): boolean =>
  isBelow(other[0] - box[0], (other[1] + other[3] - box[1] - box[3]) / 2, lineHeight);

/**
 * A value that had one line in the example and may have two here: what stands straight below it, begins where it begins
 * and belongs to nothing else. It is not taken in, for it may be something the example did not have; a person looks.
 * @param value its words, in their order
 * @param tokens words that neither a fixed text nor a value has taken
 */
export function goesOn(
  value: readonly Token[],
  {
    tokens,
    placed,
    lineHeight,
  }: { tokens: Iterable<Token>; placed: readonly FoundAnchor[]; lineHeight: number },
): Check | undefined {
  const [first] = value;
  if (!first) return undefined;
  const words = [...tokens];
  const start = words.find(({ left, at }) => isBelow(left - first.left, at[1] - first.at[1], lineHeight));
  if (!start) return undefined;
  const row = words
    .filter(({ at }) => Math.abs(at[1] - start.at[1]) < 0.5 * lineHeight)
    .sort((a, b) => a.left - b.left);
  // In a row with words before it, or a text that names it, it is the value of something else.
  if (start.start > 0 || row[0] !== start) return undefined;
  const isNamed = placed.some(
    ({ ends: [, right] }) =>
      Math.abs(right[1] - start.at[1]) < 0.6 * lineHeight && right[0] < start.left + 0.5 * lineHeight,
  );
  if (isNamed) return undefined;
  const text = sightingsOf(row.filter(({ line }) => line === start.line))
    .map((sighting) => sighting.text)
    .join(' ');
  return {
    name: 'one-line',
    passed: false,
    reason: `“${text.slice(0, 60)}” stands straight below and may belong to it.`,
  };
}
