import type { Outcome } from './outcomes.ts';

/** Fields of about the same confidence. */
export interface Bin {
  /** Lower bound of the confidences, inclusive. */
  from: number;
  count: number;
  /** Mean of what was said. */
  said: number;
  /** Share that is right. */
  right: number;
}

/** Finer where it matters: between 95% and certainty. */
const bounds = [0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995];

export function binsOf(outcomes: readonly Outcome[]): Bin[] {
  return bounds.flatMap((from, index) => {
    const to = bounds[index + 1] ?? Number.POSITIVE_INFINITY;
    const among = outcomes.filter(({ confidence }) => confidence >= from && confidence < to);
    const count = among.length;
    if (count === 0) return [];
    return [
      {
        from,
        count,
        said: among.reduce((sum, { confidence }) => sum + confidence, 0) / count,
        right: rightOf(among),
      },
    ];
  });
}

export const rightOf = (outcomes: readonly Outcome[]): number =>
  outcomes.filter(({ isRight }) => isRight).length / outcomes.length;

/** Expected calibration error (arXiv:1706.04599, section 2): the mean gap between said and right, by count. */
export function calibrationError(bins: readonly Bin[]): number {
  const all = bins.reduce((sum, { count }) => sum + count, 0);
  return bins.reduce((sum, { count, said, right }) => sum + (count / all) * Math.abs(said - right), 0);
}

/** Largest share of fields that, taken from the surest down, are right in at least `precision` of the cases. */
export function unattendedShare(outcomes: readonly Outcome[], precision: number): number {
  const sorted = outcomes.toSorted((a, b) => b.confidence - a.confidence);
  let wrong = 0;
  let most = 0;
  for (const [index, { isRight, confidence }] of sorted.entries()) {
    if (!isRight) wrong++;
    // A threshold takes all that are as sure.
    if (sorted[index + 1]?.confidence === confidence) continue;
    if (wrong <= (1 - precision) * (index + 1)) most = index + 1;
  }
  return most / sorted.length;
}

/** What was said against what is right, as a drawing; discs by count, the diagonal is perfect. */
export function reliabilityPlot(
  series: readonly { name: string; colour: string; bins: readonly Bin[] }[],
): string {
  const size = 420;
  const margin = 56;
  const at = (value: number) => (margin + value * size).toFixed(1);
  const up = (value: number) => (margin + (1 - value) * size).toFixed(1);
  const marks = [0, 0.25, 0.5, 0.75, 1];
  const grid = marks.map(
    (mark) =>
      `<path d="M${at(mark)} ${up(0)}V${up(1)}M${at(0)} ${up(mark)}H${at(1)}" stroke="#ddd"/><text x="${at(mark)}" y="${margin + size + 20}" text-anchor="middle">${mark * 100}%</text><text x="${margin - 8}" y="${Number(up(mark)) + 4}" text-anchor="end">${mark * 100}%</text>`,
  );
  const drawn = series.map(({ name, colour, bins }, index) => {
    const most = Math.max(...bins.map(({ count }) => count));
    const discs = bins.map(
      ({ said, right, count }) =>
        `<circle cx="${at(said)}" cy="${up(right)}" r="${(3 + 9 * Math.sqrt(count / most)).toFixed(1)}" fill="${colour}" fill-opacity="0.6"/>`,
    );
    const line = bins.map(({ said, right }) => `${at(said)},${up(right)}`).join(' ');
    const key = `<text x="${margin + 12}" y="${margin + 20 + index * 18}" fill="${colour}">${name}</text>`;
    return `<polyline points="${line}" fill="none" stroke="${colour}"/>${discs.join('')}${key}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size + 2 * margin} ${size + 2 * margin}" font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/>${grid.join('')}<path d="M${at(0)} ${up(0)}L${at(1)} ${up(1)}" stroke="#999" stroke-dasharray="4 4"/>${drawn.join('')}<text x="${margin + size / 2}" y="${margin + size + 42}" text-anchor="middle">said</text><text transform="translate(16 ${margin + size / 2}) rotate(-90)" text-anchor="middle">right</text></svg>\n`;
}
