// cspell:disable -- words as misread
import { describe, expect, it } from 'vitest';
import { amountField, dateField } from './fields.ts';
import { below, layoutOf, nearest, rightOf } from './layout.ts';
import { repairLetters } from './letters.ts';
import { joinSightings, seenPart, sureOfRead } from './sightings.ts';
import type { Line, Point, Quad } from './types.ts';

/** A line at a place of an upright page, the page then turned by `degrees` about its origin. */
function line(id: string, text: string, x: number, y: number, degrees = 0, height = 20): Line {
  const angle = (degrees * Math.PI) / 180;
  const turn = ([px, py]: Point): Point => [
    px * Math.cos(angle) - py * Math.sin(angle),
    px * Math.sin(angle) + py * Math.cos(angle),
  ];
  const width = text.length * 12;
  const quad = (from: number, to: number): Quad => [
    turn([x + from, y]),
    turn([x + to, y]),
    turn([x + to, y + height]),
    turn([x + from, y + height]),
  ];
  const words = [...text.matchAll(/\S+/g)].map((match) => ({
    text: match[0],
    confidence: 0.9,
    box: quad(match.index * 12, (match.index + match[0].length) * 12),
  }));
  return { id, text, confidence: 0.9, box: quad(0, width), words };
}

const receipt = (degrees: number) => ({
  lines: [
    line('l0', 'Subtotal', 20, 100, degrees),
    line('l1', '24.25', 400, 102, degrees),
    line('l2', 'Total', 20, 140, degrees),
    line('l3', '26.19', 400, 138, degrees),
    line('l4', 'Thank you', 200, 200, degrees),
  ],
});

describe('layoutOf', () => {
  it.each([0, 3, -6, 12, 90, 180, 270])('finds the same rows on a page turned by %d degrees', (degrees) => {
    const layout = layoutOf(receipt(degrees));
    expect(layout.rows.map((row) => row.text)).toEqual(['Subtotal 24.25', 'Total 26.19', 'Thank you']);
  });

  it('follows a row that drifts downwards', () => {
    const lines = [0, 1, 2, 3, 4].map((i) => line(`l${i}`, 'word', 20 + i * 80, 100 + i * 7));
    expect(layoutOf({ lines }).rows).toHaveLength(1);
  });

  it('keeps lines that run in another direction out of the rows', () => {
    const layout = layoutOf({
      lines: [...receipt(0).lines, line('l5', 'Fragile, this way up', 40, -600, 90)],
    });
    expect(layout.turned.map(({ id }) => id)).toEqual(['l5']);
    expect(layout.rows).toHaveLength(3);
  });

  it('copes with nothing', () => expect(layoutOf({ lines: [] }).rows).toEqual([]));
});

it('finds neighbours to the right and below', () => {
  const { lines } = receipt(4);
  const layout = layoutOf({ lines });
  expect(rightOf(layout, lines[2]!).map((placed) => placed.line.id)).toEqual(['l3']);
  expect(below(layout, lines[0]!).map((placed) => placed.line.id)).toEqual(['l2']);
  expect(nearest(layout, lines[0]!, ({ text }) => /\d/.test(text))?.id).toBe('l1');
});

describe('sightings', () => {
  const printed = line('l7', 'Total RM 26.19 SR', 20, 100);
  it('points at the words a part touches', () => {
    const seen = seenPart(printed, 6, 8);
    expect(seen.text).toBe('RM 26.19');
    expect(seen.evidence).toEqual([
      {
        line: 'l7',
        box: [
          [92, 100],
          [188, 100],
          [188, 120],
          [92, 120],
        ],
      },
    ]);
  });

  it('are surer of what was read clearly and less sure of what was not, in the order of the reading', () => {
    expect([0, 0.5, 1].map(sureOfRead)).toEqual([0, 0.5, 1]);
    const confidences = Array.from({ length: 99 }, (_, at) => (at + 1) / 100);
    const sure = confidences.map(sureOfRead);
    expect(sure).toEqual(sure.toSorted((a, b) => a - b));
    for (const [at, confidence] of confidences.entries())
      if (confidence !== 0.5) expect(sure[at]! > confidence).toBe(confidence > 0.5);
  });

  it('estimates the place where the engine gave no words', () => {
    const seen = seenPart({ ...printed, words: [] }, 0, 5);
    expect(seen.evidence[0]?.box.map(([x]) => Math.round(x))).toEqual([20, 80, 80, 20]);
  });

  it('gives every field its evidence, and no field where the value is unclear', () => {
    const seen = joinSightings([seenPart(printed, 6, 2), seenPart(printed, 9, 5)], ' ');
    const amount = amountField(seen, { locale: 'en-GB' });
    expect(amount).toMatchObject({ value: '26.19', raw: 'RM 26.19', checks: [] });
    expect(amount?.evidence).toHaveLength(2);
    expect(amountField(seenPart(printed, 0, 14), { locale: 'en-GB' })).toBeUndefined();
    const two = line('l8', '01/02/2026 to 03/04/2026', 0, 0);
    expect(dateField(seenPart(two, 0, 24), { locale: 'en-GB', today: '2026-05-01' })).toBeUndefined();
    expect(dateField(seenPart(two, 0, 10), { locale: 'en-GB', today: '2026-05-01' })).toMatchObject({
      value: '2026-02-01',
      ambiguous: ['2026-01-02'],
    });
  });
});

it.each([
  ['L0T 1851-A', 'LOT 1851-A'],
  ['Ja1an Leve1 De5a', 'Jalan Level Desa'],
  ['52oo0 433OO', '52000 43300'],
  ['AEON C0. 8OOK 0range', 'AEON CO. BOOK Orange'],
  ['0068 0SL0', '0068 OSLO'],
  ['BIk G, JIn PJU', 'Blk G, Jln PJU'],
  ['No 8, Road 7/1l4C, Nol.Road', 'No 8, Road 7/114C, No1.Road'],
  ['Lot B-F-1l, 40I70 Shah Alam', 'Lot B-F-11, 40170 Shah Alam'],
  ['Nolan 2l 5ml 1lb', 'Nolan 2l 5ml 1lb'],
  ['McIntosh In Idaho IT', 'McIntosh In Idaho IT'],
  ['U13 B12 1Z999 SS15 7A 3RD A4 C88351', 'U13 B12 1Z999 SS15 7A 3RD A4 C88351'],
])('reads %s as %s', (seen, meant) => expect(repairLetters(seen)).toBe(meant));
