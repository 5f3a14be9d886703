// cspell:ignore gezählt Symbologie
import { textsIn } from '@readout/texts';
import { describe, expect, test } from 'vitest';
import { fieldLabel, summarise } from '../../device/device-words.ts';
import { atLeastThick, fitFrame } from './fit-frame.ts';
import { defaultSettings, parseSettings } from './settings.ts';
import { countCodes, emptyTally, parseTally, takeBack, tallyCsv } from './tally.ts';

describe('where a frame lies in the viewfinder', () => {
  const frame = { width: 1280, height: 720 };

  test('a frame of about the same shape fills it, the middle on the middle', () => {
    const fit = fitFrame(frame, { width: 1000, height: 600 }, false);
    expect(fit.objectFit).toBe('cover');
    expect(fit.toView([640, 360])).toEqual([500, 300]);
    expect(fit.scale).toBeCloseTo(600 / 720);
  });
  test('a wide frame on a high screen is shown whole', () => {
    const fit = fitFrame(frame, { width: 390, height: 500 }, false);
    expect(fit.objectFit).toBe('contain');
    expect(fit.toView([0, 0])).toEqual([0, (500 - 720 * (390 / 1280)) / 2]);
    expect(fit.toView([1280, 720])[0]).toBeCloseTo(390);
  });
  test('in a mirror left and right change places, up and down do not', () => {
    const plain = fitFrame(frame, { width: 640, height: 360 }, false);
    const mirrored = fitFrame(frame, { width: 640, height: 360 }, true);
    expect(plain.toView([100, 50])).toEqual([50, 25]);
    expect(mirrored.toView([100, 50])).toEqual([590, 25]);
  });
  test.each([true, false])('a place of the screen leads back to its pixel (mirrored: %s)', (isMirrored) => {
    const fit = fitFrame({ width: 720, height: 1280 }, { width: 390, height: 560 }, isMirrored);
    const [x, y] = fit.toFrame(fit.toView([123, 456]));
    expect(x).toBeCloseTo(123);
    expect(y).toBeCloseTo(456);
  });
  test('the box of one scan line is grown along its own direction', () => {
    expect(
      atLeastThick(
        [
          [10, 50],
          [110, 50],
          [110, 51],
          [10, 51],
        ],
        20,
      ),
    ).toEqual([
      [10, 40.5],
      [110, 40.5],
      [110, 60.5],
      [10, 60.5],
    ]);
  });
});

describe('the tally', () => {
  const [milk, bread] = [
    { format: 'EAN13', text: '4006381333931' },
    { format: 'QRCode', text: 'bread' },
  ];
  const at = '2026-11-21T10:00:00.000Z';

  test('each code counts once, however often it is seen', () => {
    const once = countCodes(emptyTally, [milk, bread], at);
    expect(once.counted.map(({ text }) => text)).toEqual(['4006381333931', 'bread']);
    expect(countCodes(once, [bread, milk, milk], at)).toBe(once);
  });
  test('what was taken back is not counted again before it was out of sight', () => {
    const both = countCodes(emptyTally, [milk, bread], at);
    const without = takeBack(both);
    expect(without.counted.map(({ text }) => text)).toEqual(['4006381333931']);
    const inSight = countCodes(without, [milk, bread], at);
    expect(inSight.counted).toHaveLength(1);
    const outOfSight = countCodes(inSight, [milk], at);
    expect(countCodes(outOfSight, [milk, bread], at).counted).toHaveLength(2);
  });
  test('the same digits in another symbology are another code', () => {
    expect(countCodes(emptyTally, [milk, { ...milk, format: 'Code128' }], at).counted).toHaveLength(2);
  });
  test('a list for spreadsheets keeps commas, quotes and formulas what they are', () => {
    const tally = countCodes(emptyTally, [{ format: 'QRCode', text: '=1+"2",3' }, milk], at);
    expect(tallyCsv(tally, ['Code', 'Symbologie', 'gezählt am'])).toBe(
      `Code,Symbologie,gezählt am\r\n"'=1+""2"",3",QRCode,${at}\r\n4006381333931,EAN13,${at}\r\n`,
    );
  });
  test('what was kept comes back; anything else is an empty tally', () => {
    const tally = countCodes(emptyTally, [milk], at);
    expect(parseTally(JSON.stringify(tally.counted))).toEqual(tally);
    for (const kept of [null, '{', '{}', '[1, {"text": 2}]']) expect(parseTally(kept)).toEqual(emptyTally);
  });
});

describe('settings of the device', () => {
  test('come back as they were kept', () => {
    const settings = { ...defaultSettings, mode: 'count', torch: true, zoom: 2 } as const;
    expect(parseSettings(JSON.stringify(settings))).toEqual(settings);
  });
  test('damaged ones fall back one by one', () => {
    expect(parseSettings('{"mode":"party","sound":true,"zoom":"far"}')).toEqual({
      ...defaultSettings,
      sound: true,
    });
    for (const kept of [null, '', 'null', '7']) expect(parseSettings(kept)).toEqual(defaultSettings);
  });
});

describe('what the device read, in words', () => {
  test('a record is its first value and a few more', () => {
    const field = (value: string) => ({ value, raw: value, confidence: 1, evidence: [], checks: [] });
    const summary = summarise(
      {
        records: [
          {
            plugin: 'receipt',
            pluginVersion: '1.0.0',
            type: 'receipt',
            confidence: 0.9,
            fields: { merchant: field('HARBOUR CAFE'), empty: field(''), total: field('12.25') },
          },
        ],
        readers: [],
      },
      textsIn('en'),
    );
    expect(summary.records).toEqual([
      { type: 'receipt', title: 'HARBOUR CAFE', facts: [{ label: 'Total', value: '12.25' }] },
    ]);
  });
  test('names of fields become words', () => {
    expect(fieldLabel('trackingNumber')).toBe('Tracking number');
  });
});
