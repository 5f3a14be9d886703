// cspell:disable -- receipts and codes, as printed
import { inputOfText } from '@readout/plugin-kit/testing';
import { describe, expect, it } from 'vitest';
import receipt from './index.ts';

const page = (total = '7,05', date = '12.11.2026', time = ' 16:20') =>
  [
    'BÄCKEREI AM MARKT',
    'Hauptstr. 1, 50667 Köln',
    `${date}${time}`,
    'Bauernbrot   4,05 A',
    'Quark   3,00 B',
    `SUMME EUR   ${total}`,
    'Bar   10,00',
    'Vielen Dank für Ihren Einkauf',
  ].join('\n');
const german = (end = '2026-11-12T15:20:31.000Z') =>
  `V0;AMA-2642;Kassenbeleg-V1;Beleg^4.05_3.00_0.00_0.00_0.00^7.05:Bar;13;44131;${end};${end};ecdsa-plain-SHA384;unixTime;${'K8zs'.repeat(24)};${'BBXN'.repeat(24)}`;
const austrian = `_R1-AT1_KASSE-7_366596_2026-11-12T16:20:44_4,05_3,00_0,00_0,00_0,00_m8LGyyY4UAA=_20f2ed172daa09e5_5HjRCx+XIz4=_${'J7YC'.repeat(21)}HA==`;

const fieldsOf = (text: string, code?: string) =>
  receipt.read(
    inputOfText(text, { locale: 'de-DE', barcodes: code ? [{ format: 'QRCode', text: code }] : [] }),
  )[0]?.fields ?? {};

describe('a receipt with the code of its till', () => {
  it.each([
    ['German', german()],
    ['Austrian', austrian],
  ])('has its total and day from both: %s', (_, code) => {
    const fields = fieldsOf(page(), code);
    expect(fields).toMatchObject({
      total: { value: '7.05', confidence: 0.99 },
      date: { value: '2026-11-12', confidence: 0.99 },
      time: { value: '16:20' },
    });
    expect(fields.total?.evidence.map(({ line, barcode }) => (line ? 'print' : barcode))).toEqual([
      'print',
      'b0',
      'b0',
    ]);
    expect(fields.time?.evidence).toHaveLength(1);
  });

  it('has the time from the code where none is printed', () =>
    expect(fieldsOf(page(undefined, undefined, ''), german())).toMatchObject({
      time: { value: '16:20:31' },
    }));

  it.each([
    ['total', page('7,06')],
    ['date', page('7,05', '13.11.2026')],
  ])('keeps the printed %s where the code has another, and doubts it', (name, text) => {
    const field = fieldsOf(text, german())[name]!;
    expect(field.value).toBe(fieldsOf(text)[name]?.value);
    expect(field.confidence).toBeLessThanOrEqual(0.5);
    expect(field.evidence.some(({ barcode }) => barcode === 'b0')).toBe(true);
  });

  it('is read without a code that is broken', () =>
    expect(fieldsOf(page(), german().replace('7.05:', '7.06:'))).toEqual(fieldsOf(page())));
});
