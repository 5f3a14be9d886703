import type { FieldData, JsonValue } from '@readout/plugin-kit';
import { milliseconds, percent } from './format-units.ts';
import type { PageResult } from './read.ts';
import { say } from './say.ts';

/** A page for a person to read, ending in an empty line. */
export function formatTable({ file, reading, records, ms }: PageResult): string {
  const { number, of, width, height } = reading.page;
  const page = of > 1 ? `, ${say('cli.read.page_of', { number, of })}` : '';
  const blocks = [
    ...records.map((record) => {
      const rows = Object.entries(record.fields).flatMap(([name, field]) => fieldRows(name, field));
      return block(`${record.type} (${record.plugin}, ${percent(record.confidence)})`, rows);
    }),
    block(
      say('cli.read.barcodes'),
      reading.barcodes.map(({ format, text }) => [format, text]),
    ),
    block(
      say('cli.read.text'),
      reading.lines.map(({ text, confidence }) => [percent(confidence), text]),
    ),
  ].filter((lines) => lines.length > 0);
  if (blocks.length === 0) blocks.push([`  ${say('cli.read.nothing')}`]);
  const title = say('cli.read.title', {
    file: `${visible(file)}${page}`,
    width,
    height,
    time: milliseconds(ms),
  });
  return [title, ...blocks.flat(), ''].join('\n');
}

type Row = [label: string, value: string];

function fieldRows(name: string, field: FieldData): Row[] {
  const notes = [
    ...(field.ambiguous ?? []).map((other) => say('cli.read.or', { value: plain(other) })),
    ...field.checks.filter((check) => !check.passed).map((check) => check.reason),
  ];
  const note = notes.length === 0 ? '' : `  (${notes.join('; ')})`;
  if (!Array.isArray(field.value)) return [[name, plain(field.value) + note]];
  const [first = '', ...rest] = field.value.map(plain);
  return [[name, first + note], ...rest.map((value): Row => ['', value])];
}

function plain(value: JsonValue): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map(plain).join('  ');
  if (typeof value === 'object') return Object.values(value).map(plain).join('  ');
  // An address is several lines on paper and one here.
  return String(value).replaceAll('\n', ', ');
}

function block(title: string, rows: Row[]): string[] {
  if (rows.length === 0) return [];
  const labelWidth = Math.max(...rows.map(([label]) => visible(label).length));
  return [
    `  ${visible(title)}`,
    ...rows.map(([label, value]) => `    ${visible(label).padEnd(labelWidth)}  ${visible(value)}`.trimEnd()),
  ];
}

/**
 * Control characters as their pictures (U+2400 and on): what a barcode holds must not drive the terminal, and nothing
 * turns the letters behind it around.
 */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '\u2421' : '\ufffd';
  });
}
