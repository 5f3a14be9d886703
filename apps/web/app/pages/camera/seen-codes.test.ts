import type { Barcode } from '@readout/image-reader';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAutoCapture } from './auto-capture.ts';
import { createSeenCodes, type SeenCodes } from './seen-codes.ts';

let seen: SeenCodes;
let at: number;
beforeEach(() => {
  seen = createSeenCodes();
  at = 0;
});
const code = (text: string) => ({ format: 'Code128', text }) as Barcode;
/** Scans of what lies before the camera, ten a second. */
const hold = (texts: string[], scans: number): void => {
  for (let scan = 0; scan < scans; scan++) {
    at += 100;
    seen.see({ at, barcodes: texts.map(code) });
  }
};
const kept = () => seen.shown().flatMap(({ barcode, isKept }) => (isKept ? [barcode.text] : []));

describe('a code is called kept', () => {
  test('once it was seen before and after the press, and the picture is kept', () => {
    hold(['A'], 2);
    const done = seen.picture();
    hold(['A'], 3);
    expect(kept()).toEqual([]);
    done(true);
    expect(kept()).toEqual(['A']);
    expect(seen.hasUnkept()).toBe(false);
  });

  test('not where it was exchanged at the moment of the press, and the new one asks for a picture', () => {
    hold(['A'], 2);
    seen.picture()(true);
    hold(['B'], 3);
    expect(kept()).toEqual([]);
    expect(seen.hasUnkept()).toBe(true);
  });

  test('not where the picture could not be kept', () => {
    hold(['A'], 2);
    const done = seen.picture();
    hold(['A'], 3);
    done(false);
    expect(kept()).toEqual([]);
    expect(seen.hasUnkept()).toBe(true);
  });

  test('again only with a new picture, where it comes back after another', () => {
    hold(['A'], 2);
    seen.picture()(true);
    hold(['A'], 3);
    hold(['B'], 9);
    seen.picture()(true);
    hold(['B'], 3);
    hold(['A'], 1);
    expect(kept()).toEqual(['B']);
    expect(seen.hasUnkept()).toBe(true);
  });
});

test('a code that is hardly read, now and then, does not take pictures without end', () => {
  let pictures = 0;
  for (let round = 0; round < 40; round++) {
    hold(['A'], 1);
    if (seen.hasUnkept()) {
      seen.picture()(true);
      pictures++;
    }
    hold([], 14);
  }
  expect(pictures).toBe(3);
});

describe('a picture takes itself', () => {
  const still = { displacement: 0, novelty: 0, isStill: true, hasCodes: false, hasUnkeptCode: false };
  const reading = (merchant: string) =>
    ({
      isInPlace: true,
      isReading: false,
      result: { records: [{ type: 'receipt', fields: { merchant: { value: merchant } } }] },
    }) as never;
  const none = { result: undefined, isInPlace: false, isReading: false };

  test('of each label exchanged in place, without waiting for its text', () => {
    const auto = createAutoCapture();
    hold(['A'], 2);
    const taken: string[] = [];
    for (const text of ['A', 'B', 'C', 'D'])
      for (let scan = 0; scan < 6; scan++) {
        hold([text], 1);
        const look = { ...still, at, hasCodes: true, hasUnkeptCode: seen.hasUnkept() };
        if (!auto.wants({ ...look, reading: none, readsText: true })) continue;
        taken.push(text);
        const done = seen.picture();
        auto.took()(true);
        done(true);
      }
    expect(taken).toEqual(['A', 'B', 'C', 'D']);
  });

  test('of other text in the same place, and not again of the same', () => {
    const auto = createAutoCapture();
    const look = (merchant: string) =>
      auto.wants({ ...still, at: 0, reading: reading(merchant), readsText: true });
    expect(look('Harbour')).toBe(true);
    auto.took()(true);
    expect(look('Harbour')).toBe(false);
    expect(look('Quay')).toBe(true);
    auto.took()(true);
    expect(look('Quay')).toBe(false);
  });

  test('once for a code whose text is read later', () => {
    const auto = createAutoCapture();
    const look = { ...still, at: 0, hasCodes: true, readsText: true };
    expect(auto.wants({ ...look, hasUnkeptCode: true, reading: none })).toBe(true);
    auto.took()(true);
    expect(auto.wants({ ...look, reading: reading('Harbour') })).toBe(false);
    expect(auto.wants({ ...look, reading: reading('Quay') })).toBe(true);
  });

  test('and is tried again, after a while, where it could not be kept', () => {
    const auto = createAutoCapture();
    const look = { ...still, hasCodes: true, hasUnkeptCode: true, reading: none, readsText: false };
    expect(auto.wants({ ...look, at: 0 })).toBe(true);
    auto.took()(false);
    expect(auto.wants({ ...look, at: 1000 })).toBe(false);
    expect(auto.wants({ ...look, at: 3001 })).toBe(true);
  });
});
