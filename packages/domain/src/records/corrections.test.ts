import { expect, test } from 'vitest';
import { mostSure } from './corrections.ts';

test('nothing corrected, or too little known, bounds nothing', () => {
  for (const corrections of [
    { of: 50, corrected: 0 },
    { of: 4, corrected: 4 },
    { of: 0, corrected: 0 },
  ])
    expect(mostSure(corrections)).toBe(1);
});

test('it falls with each correction, and less where fewer records were looked at', () => {
  const bounds = Array.from({ length: 51 }, (_, corrected) => mostSure({ of: 50, corrected }));
  for (const [corrected, bound] of bounds.entries()) {
    expect(bound).toBeGreaterThan((50 - corrected) / 50 - 0.001);
    if (corrected > 0) expect(bound).toBeLessThan(bounds[corrected - 1]!);
  }
  expect(mostSure({ of: 10, corrected: 2 })).toBeGreaterThan(mostSure({ of: 50, corrected: 10 }));
  // Wilson's interval as published: 40 of 50 at 90% on both sides end at 0.877.
  expect(mostSure({ of: 50, corrected: 10 })).toBe(0.877);
});
