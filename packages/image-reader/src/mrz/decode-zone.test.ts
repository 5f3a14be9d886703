// cspell:ignore UTOERIKSSON UTOD
import { describe, expect, it } from 'vitest';
import { decodeZone } from './decode-zone.ts';
import { type ZoneFormat, zoneCharacters, zoneFormats } from './zone-formats.ts';

const passport = zoneFormats.find(({ name }) => name === 'TD3') as ZoneFormat;
const identityCard = zoneFormats.find(({ name }) => name === 'TD1') as ZoneFormat;
// The specimens of ICAO Doc 9303, parts 4 and 5.
const names = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<';
const numbers = 'L898902C36UTO7408122F1204159ZE184226B<<<<<10';
const card = [
  'I<UTOD231458907<<<<<<<<<<<<<<<',
  '7408122F1204159UTO<<<<<<<<<<<6',
  'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
];

/** Cells that show `text`; `unclear` names those that show something else as well, and how likely that is. */
function cells(text: string, unclear: Record<number, Record<string, number>> = {}): Float64Array {
  const size = zoneCharacters.length;
  const all = new Float64Array(text.length * size).fill(1e-4);
  [...text].forEach((character, at) => {
    const shares = unclear[at] ?? { [character]: 0.99 };
    for (const [each, share] of Object.entries(shares)) all[at * size + zoneCharacters.indexOf(each)] = share;
  });
  return all;
}

const read = (format: ZoneFormat, ...rows: Float64Array[]): string[] =>
  decodeZone(rows, format).rows.map(({ text }) => text);

describe('a machine-readable zone', () => {
  it('that is clear is read as it is, all check digits holding', () => {
    const { rows, allHold, ownHolding } = decodeZone([cells(names), cells(numbers)], passport);
    expect(rows.map(({ text }) => text)).toEqual([names, numbers]);
    expect(allHold).toBe(true);
    expect(ownHolding).toBe(4);
    expect(read(identityCard, ...card.map((row) => cells(row)))).toEqual(card);
  });

  it('has letters where letters stand, and digits where digits stand', () => {
    const misread = numbers.replace('UTO', 'UT0').replace('7408122', '74O8I22');
    expect(read(passport, cells(names.replace('UTO', 'UT0')), cells(misread))).toEqual([names, numbers]);
  });

  it('is read so that its check digits hold, where the picture allows that', () => {
    const unclear = { 3: { '9': 0.6, '8': 0.35 }, 32: { A: 0.6, '4': 0.3 } };
    expect(read(passport, cells(names), cells(numbers, unclear))[1]).toBe(numbers);
  });

  it('is not bent to its check digits against the picture, and doubted instead', () => {
    const misread = `${numbers.slice(0, 3)}4${numbers.slice(4)}`;
    const { rows, allHold } = decodeZone([cells(names), cells(misread)], passport);
    expect(rows[1]?.text).toBe(misread);
    expect(allHold).toBe(false);
    for (const at of [0, 3, 9]) expect(rows[1]?.confidences[at]).toBeLessThan(0.6);
    for (const at of [13, 21, 10]) expect(rows[1]?.confidences[at]).toBeGreaterThan(0.9);
  });

  it('has nothing behind the fillers that end its names and its optional data', () => {
    const strayNames = `${names.slice(0, 34)}K<<S${names.slice(38)}`;
    const empty = 'L898902C36UTO7408122F1204159<<<<<<<<<<<<<<08';
    const strayNumbers = `${empty.slice(0, 35)}4${empty.slice(36)}`;
    expect(read(passport, cells(strayNames), cells(strayNumbers))).toEqual([names, empty]);
  });

  it('may continue its number in the optional data', () => {
    // Number D23145890734, its check digit 9 follows it (ICAO Doc 9303 part 5, section 4.2.2).
    const long = ['I<UTOD23145890<7349<<<<<<<<<<<', '3407127M9507122UTO<<<<<<<<<<<2', card[2] as string];
    const { rows, allHold } = decodeZone(
      long.map((row) => cells(row)),
      identityCard,
    );
    expect(rows.map(({ text }) => text)).toEqual(long);
    expect(allHold).toBe(true);
  });
});
