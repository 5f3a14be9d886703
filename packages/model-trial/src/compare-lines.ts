import type { Line, Quad } from '@readout/image-reader';

/** Share of their common area from which two boxes are the same place. */
const sameFrom = 0.3;

type Box = readonly [left: number, top: number, right: number, bottom: number];
type PlacedText = Pick<Line, 'text' | 'box'>;

/** A place with a line of text on one side or on both. */
export interface LinePair {
  from: string | null;
  to: string | null;
}

/** Lines that stand at the same place of one page, each at most once; those of one side alone come last. */
export function pairLines(before: readonly PlacedText[], after: readonly PlacedText[]): LinePair[] {
  const left = after.map(({ text, box }) => ({ text, box: boundsOf(box) }));
  const pairs = before.map(({ text, box }): LinePair => {
    const bounds = boundsOf(box);
    const best = left.reduce<{ at: number; share: number }>(
      (found, other, at) => {
        const share = commonShare(bounds, other.box);
        return share > found.share ? { at, share } : found;
      },
      { at: -1, share: sameFrom },
    );
    const [partner] = best.at < 0 ? [] : left.splice(best.at, 1);
    return { from: text, to: partner?.text ?? null };
  });
  return [...pairs, ...left.map(({ text }): LinePair => ({ from: null, to: text }))];
}

function boundsOf(quad: Quad): Box {
  const [xs, ys] = [quad.map(([x]) => x), quad.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Intersection over union. */
function commonShare(one: Box, other: Box): number {
  const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  const height = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  if (width <= 0 || height <= 0) return 0;
  const common = width * height;
  return common / (areaOf(one) + areaOf(other) - common);
}

const areaOf = ([left, top, right, bottom]: Box): number => (right - left) * (bottom - top);
