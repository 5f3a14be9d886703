import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defineReader } from './reader.ts';
import { inputOfText, readingOfText, runFixtures } from './testing.ts';

const text = join(import.meta.dirname, '../../../plugins/text');

it('a fixture passes only with the records that are right, seen where they are', async () => {
  const nothing = await runFixtures(defineReader({ read: () => [] }), text);
  const of = (wanted: string) => nothing.find(({ name }) => name === wanted)?.differences ?? [];
  expect(nothing.filter(({ differences }) => differences.length === 0).map(({ name }) => name)).toEqual([
    'declines-an-empty-page',
    'declines-shapes-without-letters',
  ]);
  expect(of('notice-with-title')).toHaveLength(1);
  expect(of('notice-with-title')[0]).toMatchObject({ type: 'text', part: 'record' });
});

it('a page of text is lines with words and pixels, parted at wide gaps, with barcodes below', () => {
  const { lines, barcodes, page } = readingOfText('Total due     26.19\n  Thank you', [
    { format: 'EAN-13', text: '4006381333931' },
  ]);
  expect(lines.map((line) => [line.id, line.text, line.box[0]])).toEqual([
    ['l0', 'Total due', [0, 0]],
    ['l1', '26.19', [168, 0]],
    ['l2', 'Thank you', [24, 30]],
  ]);
  expect(lines[0]!.words.map(({ text }) => text)).toEqual(['Total', 'due']);
  expect(barcodes[0]!.box[0]![1]).toBeGreaterThan(lines[2]!.box[2][1]);
  expect(page.height).toBeGreaterThanOrEqual(barcodes[0]!.box[2][1]);
  expect(inputOfText('x', { locale: 'de-DE' })).toMatchObject({ locale: 'de-DE', today: '2026-11-21' });
});
