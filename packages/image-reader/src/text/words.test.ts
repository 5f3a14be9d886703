import { expect, it } from 'vitest';
import { findWordBreaks, type Gap, wordExtents } from './words.ts';

/** Gaps of a text set in even type: `_` marks where a space is printed. */
function gapsOf(text: string, wide: Partial<Gap> = {}): Gap[] {
  const gaps: Gap[] = [];
  const letters = [...text].filter((c) => c !== '_');
  let at = 0;
  let spaced = false;
  for (const c of text) {
    if (c === '_') {
      spaced = true;
      continue;
    }
    if (at > 0) {
      const usual = { space: 0.0002, pitch: 1, ink: 0.08 };
      const gap = spaced ? { space: 0.4, pitch: 2, ink: 0.4, ...wide } : usual;
      gaps.push({ ...gap, left: letters[at - 1] as string, right: letters[at] as string });
    }
    spaced = false;
    at++;
  }
  return gaps;
}

function split(text: string, wide?: Partial<Gap>): string {
  const letters = [...text].filter((c) => c !== '_');
  const breaks = findWordBreaks(gapsOf(text, wide));
  return letters.map((c, i) => (i > 0 && breaks[i - 1] ? ` ${c}` : c)).join('');
}

it('parts words at printed spaces, even where the space class is silent', () => {
  expect(split('THANK_YOU')).toBe('THANK YOU');
  expect(split('THANK_YOU', { space: 0.004 })).toBe('THANK YOU');
  expect(split('TOTAL_12.50')).toBe('TOTAL 12.50');
});

it('keeps amounts, dates and codes in one piece', () => {
  for (const text of ['12.50', '1,471.60', '25/12/2018', 'CS00031663', 'a.b@example.com']) {
    expect(split(text)).toBe(text);
  }
});

it('does not part at a point that only leaves a wider gap behind it', () => {
  const gaps = gapsOf('12.50').map((g) => (g.left === '.' ? { ...g, ink: 0.2, pitch: 1.2 } : g));
  expect(findWordBreaks(gaps).some(Boolean)).toBe(false);
});

it('keeps dates and codes of small type in one piece, whatever the space class says of their hyphens', () => {
  for (const text of ['2026-11-20', 'QX-1180-B', 'R04-13', 'VK-77/19'])
    for (const pitch of [1, 1.33]) {
      // The space class errs beside hyphens and between figures; letters it knows.
      const isSeenAsSpace = ({ left, right }: Gap): boolean => /[-/]|^\d\d$/.test(left + right);
      const gaps = gapsOf(text).map((gap) =>
        isSeenAsSpace(gap) ? { ...gap, space: 0.5, ink: 0.18, pitch } : gap,
      );
      expect(findWordBreaks(gaps).some(Boolean)).toBe(false);
    }
  expect(split('2026-11-20_14:03:55', { ink: 0.3, pitch: 1.67, space: 0.99 })).toBe('2026-11-20 14:03:55');
});

it('parts a date from the number before it in type whose letters nearly touch', () => {
  const line = 'ROUNDING_V2.82_06/12/2016_20:09:40';
  const touching = gapsOf(line, { space: 0.6, ink: 0.23, pitch: 1.5 }).map((gap, index) =>
    gap.ink > 0.1 ? gap : { ...gap, ink: 0.002, pitch: index % 2 === 0 ? 0.6 : 1 },
  );
  const letters = [...line].filter((c) => c !== '_');
  const at = letters.join('').indexOf('06/12');
  touching[at - 1] = { ...(touching[at - 1] as Gap), space: 0.185, ink: 0.188, pitch: 1.16 };
  expect(findWordBreaks(touching)[at - 1]).toBe(true);
});

it('encloses the whole first and last character of a word, and neither dirt nor its neighbours', () => {
  const ink = new Float32Array(400);
  // Two words of wide letters, a speck at the left edge and one far behind the last word.
  for (const [from, to] of [
    [2, 5],
    [40, 78],
    [82, 120],
    [160, 198],
    [202, 240],
    [330, 334],
  ] as const)
    ink.fill(200, from, to);
  const glyph = (column: number) => {
    const step = column / 8 - 0.5;
    return { text: 'W', confidence: 1, from: Math.floor(step), to: Math.ceil(step), centre: step };
  };
  const words = [{ glyphs: [glyph(59), glyph(101)] }, { glyphs: [glyph(179), glyph(221)] }];
  const extents = wordExtents(words, ink, 8, 48);
  expect(extents).toEqual([
    { from: 39, to: 121 },
    { from: 159, to: 241 },
  ]);
  // Where letters touch, words do not overlap.
  ink.fill(200, 120, 160);
  const [first, second] = wordExtents(words, ink, 8, 48);
  expect(first!.to).toBeLessThanOrEqual(second!.from);
});
