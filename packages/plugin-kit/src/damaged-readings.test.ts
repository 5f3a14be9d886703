import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { textField } from './fields.ts';
import { findLabels, findValue } from './labels.ts';
import { layoutOf } from './layout.ts';
import { numberField, tableField } from './more-fields.ts';
import { tableOf } from './tables.ts';
import type { Line, PluginReading } from './types.ts';

const plugins = join(import.meta.dirname, '../../../plugins');
const files = readdirSync(plugins, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('reading.json'),
);

/** What a bad picture does to lines, each in its turn. */
const damages: ((line: Line) => Line)[] = [
  (line) => ({ ...line, words: [] }),
  (line) => ({ ...line, text: '' }),
  (line) => ({ ...line, text: `${line.text} \u0000\u202e\ud83d (((` }),
  (line) => ({ ...line, box: [line.box[0], line.box[0], line.box[0], line.box[0]] }),
  (line) => ({ ...line, box: [line.box[1], line.box[2], line.box[3], line.box[0]] }),
  (line) => ({ ...line, text: line.text.slice(2) }),
  (line) => line,
];

it('every value found in damaged readings of real pictures has its pixels, and nothing throws', () => {
  expect(files.length).toBeGreaterThan(30);
  let values = 0;
  const unseen: string[] = [];
  for (const [number, file] of files.entries())
    for (const shift of [number, number + 3]) {
      const reading = JSON.parse(readFileSync(join(plugins, file), 'utf8')) as PluginReading;
      const ids = new Set(reading.lines.map(({ id }) => id));
      const lines = reading.lines.map((line, index) => damages[(index + shift) % damages.length]!(line));
      const layout = layoutOf({ lines });
      const labels = ['Total', 'Date', 'Serial number', 'No', 'VAT', 'Ship to', 'Model'];
      const table = tableOf(layout, { a: labels, b: ['Amount', 'Total', 'Date'] }, { minHeaders: 1 });
      const fields = [
        ...findLabels(layout, labels).map((label) => {
          const value = findValue(layout, label, { until: labels });
          return value && textField(value);
        }),
        ...labels.map((label) => {
          const value = findValue(layout, label, { pattern: /[\d.,]+/ });
          return value && numberField(value, { locale: 'en-GB' });
        }),
        table && tableField(table.rows, { a: (cell) => cell.text, b: (cell) => cell.text }),
      ];
      for (const field of fields) {
        if (!field) continue;
        values++;
        const isSeen =
          field.evidence.length > 0 &&
          field.evidence.every(
            ({ line, box }) => line !== undefined && ids.has(line) && box.flat().every(Number.isFinite),
          );
        if (!isSeen) unseen.push(`${file}: ${field.raw}`);
      }
    }
  expect(unseen).toEqual([]);
  expect(values).toBeGreaterThan(150);
});
