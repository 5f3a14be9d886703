import { expect, it } from 'vitest';
import { findWordBreaks, type Gap } from './words.ts';

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
