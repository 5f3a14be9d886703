// cspell:disable -- lists as printed
import { expect, test } from 'vitest';
import type { Line, PluginReading, Quad } from '../types.ts';
import { explainTemplate } from './explain.ts';
import { learn } from './learn.ts';
import { makeTemplate } from './make-template.ts';
import type { TemplateMark } from './marks.ts';
import { type Movement, movedReading, numbersFrom } from './moved-reading.ts';
import { templateMarksSchema, templateSchema } from './schema.ts';
import { suggestMark, suggestValue } from './suggest-mark.ts';
import { suggestCells, suggestRows } from './suggest-rows.ts';
import type { Template } from './template.ts';
import { templatePlugin } from './template-plugin.ts';
import { templateReader } from './template-reader.ts';

type Written = [text: string, x: number, y: number];

function pageOf(texts: Written[]): PluginReading {
  const quad = (x: number, y: number, text: string): Quad => [
    [x, y],
    [x + text.length * 11, y],
    [x + text.length * 11, y + 22],
    [x, y + 22],
  ];
  const lines = texts.map(
    ([text, x, y], index): Line => ({
      id: `l${index}`,
      text,
      box: quad(x, y, text),
      confidence: 0.97,
      words: [...text.matchAll(/\S+/g)].map((match) => ({
        text: match[0],
        box: quad(x + match.index * 11, y, match[0]),
        confidence: 0.97,
      })),
    }),
  );
  return {
    page: { number: 1, of: 1, width: 900, height: 1300, rotation: 0 },
    lines,
    barcodes: [],
    languages: ['en'],
  };
}

type Row = [article: string, count: string, price: string];
const right = (text: string, x: number): number => x - text.length * 11;
const order = (rows: readonly Row[], { number = '4711', headed = true, total = 'Goods in total' } = {}) =>
  pageOf([
    ['PICKING LIST', 300, 40],
    ['Order no.', 60, 120],
    [number, 220, 120],
    ...(headed
      ? ([
          ['Article', 60, 220],
          ['Count', right('Count', 560), 220],
          ['Price', right('Price', 800), 220],
        ] satisfies Written[])
      : []),
    ...rows.flatMap(([article, count, price], index): Written[] => [
      [article, 60, 260 + index * 36],
      [count, right(count, 560), 260 + index * 36],
      [price, right(price, 800), 260 + index * 36],
    ]),
    [total, 60, 300 + rows.length * 36],
    ['99.95', right('99.95', 800), 300 + rows.length * 36],
    ['Packed and checked by', 60, 380 + rows.length * 36],
  ]);

const rowNames = {
  rows: 'Rows',
  text: 'Text',
  amount: 'Amount',
  number: 'Number',
  date: 'Date',
  time: 'Time',
  code: 'Code',
};
const three: Row[] = [
  ['Washer', '4', '1.20'],
  ['Hexagon bolt', '120', '14.00'],
  ['Nut', '9', '0.80'],
];
const record = { type: 'picking-list', label: 'Picking list' };
function templateOf(reading: PluginReading, firstRow: string[], more: TemplateMark[] = []): Template {
  const marks = [...more];
  marks.push(suggestRows(reading, suggestCells(reading, firstRow), marks, 'en-GB', rowNames));
  expect(templateMarksSchema.parse(JSON.parse(JSON.stringify(marks)))).toEqual(marks);
  const template = makeTemplate(reading, { record, marks });
  return templateSchema.parse(JSON.parse(JSON.stringify(template))) as Template;
}
const example = order(three);
const number = suggestMark(example, [suggestValue('l2', '4711')], [], 'en-GB');
const template = templateOf(example, ['l6', 'l7', 'l8'], [number]);
const read = (reading: PluginReading, by = template) =>
  templateReader(by).read({ reading, settings: {}, locale: 'en-GB', today: '2026-11-20' })[0];
const rowsOf = (reading: PluginReading, by = template) => read(reading, by)?.fields.rows?.value;
const asRead = (rows: readonly Row[]) => rows.map(([article, count, price]) => ({ article, count, price }));

test('columns are named after the texts above them, and the manifest declares them', () => {
  const { manifest } = templatePlugin(template, {
    id: 'picking-list',
    version: '1.0.0',
    name: 'Picking list',
    description: 'Reads picking lists.',
  });
  expect(manifest.records[0]!.fields[1]).toEqual({
    name: 'rows',
    label: 'Rows',
    type: 'list',
    columns: [
      { name: 'article', label: 'Article', type: 'text' },
      { name: 'count', label: 'Count', type: 'number' },
      { name: 'price', label: 'Price', type: 'amount' },
    ],
  });
});

const seed = 20_261_121;
test(`lists of any length are read whole, moved and with cells read as one line (seed ${seed})`, () => {
  const next = numbersFrom(seed);
  const words = ['Washer', 'Bearing with two seals', 'Nut', 'Cable tie', 'Oil'];
  const movements: Movement[] = [
    {},
    { turn: 7 },
    { turn: 90 },
    { scale: 0.5, perspective: 0.08 },
    { merged: 0.6 },
  ];
  for (let round = 0; round < 60; round++) {
    const rows = Array.from(
      { length: 1 + Math.floor(next() * 15) },
      (): Row => [
        words[Math.floor(next() * words.length)]!,
        String(1 + Math.floor(next() * 5000)),
        (next() * 300).toFixed(2),
      ],
    );
    const movement = { ...movements[round % movements.length]!, seed: round + 1 };
    const reading = movedReading(order(rows, { number: String(1000 + round) }), movement);
    expect({ round, rows: rowsOf(reading) }).toEqual({ round, rows: asRead(rows) });
    expect(read(reading)!.fields.orderNo!.value).toBe(String(1000 + round));
  }
});

test('each row points at its words, and what is not a number is left out and said', () => {
  const made = read(
    order([
      ['Washer', '4', '1.20'],
      ['Nut', 'many', '0.80'],
    ]),
  )!;
  expect(made.fields.rows!.value).toEqual([
    { article: 'Washer', count: '4', price: '1.20' },
    { article: 'Nut', price: '0.80' },
  ]);
  expect(made.fields.rows!.checks).toMatchObject([
    { name: 'cells-read', passed: false, reason: expect.stringContaining('many') },
  ]);
  expect(made.fields.rows!.evidence.map(({ line }) => line)).toEqual(['l6', 'l7', 'l8', 'l9', 'l10', 'l11']);
});

test('rows without texts above them begin at their place and end at free space', () => {
  const bare = order(three, { headed: false });
  const by = templateOf(bare, ['l3', 'l4', 'l5']);
  const value = (rows: readonly Row[]) =>
    rows.map(([text, number, other]) => ({ text, number, number2: other }));
  expect(rowsOf(bare, by)).toEqual(value(three));
  const five: Row[] = [...three, ['Oil', '2', '8.00'], ['Rag', '1', '0.10']];
  expect(rowsOf(order(five, { headed: false, total: 'Sum' }), by)).toEqual(value(five));
});

test('a value between two texts of one line ends at the second, however long it is', () => {
  const line = (lot: string, count: string) =>
    pageOf([
      ['STERILE DRESSING', 60, 40],
      [`Lot ${lot} holds ${count} pieces`, 60, 100],
      ['Keep dry and away from light', 60, 160],
    ]);
  const first = line('A1', '10');
  const marks: TemplateMark[] = [];
  marks.push(suggestMark(first, [{ line: 'l1', start: 4, end: 6 }], marks, 'en-GB'));
  marks.push(suggestMark(first, [{ line: 'l1', start: 13, end: 15 }], marks, 'en-GB'));
  const by = makeTemplate(first, { record, marks });
  const values = (reading: PluginReading) =>
    Object.values(read(reading, by)!.fields).map(({ value }) => value);
  expect(values(first)).toEqual(['A1', '10']);
  expect(values(line('KX 90 4471 22', '12500'))).toEqual([
    marks[0]!.type === 'code' ? 'KX90447122' : 'KX 90 4471 22',
    '12500',
  ]);
});

test('a second example tells what is fixed from what only looked so', () => {
  const badge = (name: string, place: string) =>
    pageOf([
      ['VISITOR BADGE', 300, 40],
      ['Name', 60, 140],
      [name, 260, 140],
      ['Host company', 60, 200],
      [place, 260, 200],
      ['Rule 7 b', 60, 260],
      ['Please return at the gate', 60, 500],
    ]);
  const first = badge('Ada Byron', 'Harbour Works');
  const second = badge('Max Born', 'Mill and Sons');
  const marks = [suggestMark(first, [{ line: 'l2', start: 0, end: 9 }], [], 'en-GB')];
  const one = makeTemplate(first, { record, marks });
  expect(one.anchors.map(({ text }) => text)).toContain('Harbour Works');
  const learned = learn(one, first, [second]);
  expect(learned).toMatchObject({ dropped: ['Harbour Works'], unlike: [], template: { examples: 2 } });
  expect(learned.kept).toContain('Host company');
  expect(makeTemplate(first, { record, marks, examples: [second] })).toEqual(learned.template);
  // What looks like nothing of the kind teaches nothing.
  expect(learn(one, first, [example])).toMatchObject({ unlike: [0], dropped: [], template: one });
});

test('cells that are the same on two examples are rows all the same', () => {
  const second = order([...three, ['Oil', '2', '8.00']], { number: '12' });
  const { template: both, added } = learn(template, example, [second]);
  expect(added).toEqual([]);
  expect(rowsOf(second, both)).toHaveLength(4);
});

test('what is not of the type is not taken, and why is said', () => {
  const sheet = (due: string) =>
    pageOf([
      ['LOAN OF TOOLS', 300, 40],
      ['Due back on', 60, 140],
      [due, 260, 140],
      ['Bring everything back clean', 60, 500],
    ]);
  const first = sheet('5 March 2026');
  const marks = [suggestMark(first, [{ line: 'l2', start: 0, end: 12 }], [], 'en-GB')];
  const by = makeTemplate(first, { record, marks });
  const input = { reading: sheet('when finished'), settings: {}, locale: 'en-GB', today: '2026-01-01' };
  expect(read(input.reading, by)).toBeUndefined();
  expect(explainTemplate(input, by).values).toMatchObject([
    { name: 'dueBackOn', field: undefined, type: 'date', declined: 'when finished' },
  ]);
  expect(explainTemplate({ ...input, reading: example }, by)).toMatchObject({
    fits: false,
    misfit: { why: 'none_there' },
  });
});

test.each([
  ['8.5 l', []],
  ['8.5 kg', ['unit']],
  ['8.51', ['unit']],
  ['8.5 l 9', ['one-number']],
])('a volume in litres that reads %s is taken with the doubts %j', (text, doubts) => {
  const tank = (volume: string) =>
    pageOf([
      ['TANK INSPECTION', 300, 40],
      ['Volume held', 60, 140],
      [volume, 260, 140],
      ['Empty and clean before use', 60, 500],
    ]);
  const marks = [suggestMark(tank('12.5 l'), [{ line: 'l2', start: 0, end: 6 }], [], 'en-GB')];
  const field = read(tank(text), makeTemplate(tank('12.5 l'), { record, marks }))!.fields.volumeHeld!;
  expect(field.checks.map(({ name }) => name)).toEqual(doubts);
  expect(field.confidence < 0.8).toBe(doubts.length > 0);
});

test('templates made before there were rows are read as they were', () => {
  const { examples: _, ...rest } = makeTemplate(example, { record, marks: [number] });
  const old = templateSchema.parse({ ...rest, format: 1 });
  expect(read(order([], { number: '815' }), old)!.fields.orderNo!.value).toBe('815');
});

test('a template may hold nothing without bounds', () => {
  const field = template.fields[0]!;
  const refused: unknown[] = [
    { ...template, fields: Array.from({ length: 1000 }, (_, index) => ({ ...field, name: `f${index}` })) },
    { ...template, anchors: Array.from({ length: 300 }, () => ({ text: 'a', box: [0, 0, 1, 1] })) },
    { ...template, lineHeight: Number.POSITIVE_INFINITY },
    { ...template, fields: [{ ...field, label: 'x'.repeat(81) }] },
    { ...template, record: { ...record, deep: JSON.parse('['.repeat(900) + ']'.repeat(900)) } },
    { ...template, fields: [{ ...field, find: { ...template.fields[1]!.find, columns: [] } }] },
  ];
  for (const each of refused) expect(templateSchema.safeParse(each).success).toBe(false);
  // Names objects have of themselves are names like others.
  const odd = { ...template, fields: [{ ...field, name: 'constructor', isRequired: true }] };
  expect(read(order([], { number: '' }), odd)).toBeUndefined();
  expect(Object.entries(read(order([], { number: '12' }), odd)!.fields)).toMatchObject([
    ['constructor', { value: '12' }],
  ]);
});

test('a thousand lines against a full template take no time to speak of', () => {
  const text = (seedOfText: number) => {
    const next = numbersFrom(seedOfText);
    return Array.from({ length: 24 }, () => 'no test i'[Math.floor(next() * 9)]).join('');
  };
  const reading = pageOf(
    Array.from({ length: 1000 }, (_, index): Written => [text(index), 60, 40 + index * 30]),
  );
  const anchors = Array.from({ length: 200 }, (_, index) => ({
    text: text(index + 5000),
    box: [0, index * 10, 200, index * 10 + 8] as [number, number, number, number],
  }));
  const before = process.cpuUsage();
  read(reading, { ...template, anchors });
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(10_000);
});

test('columns that stand elsewhere because another is wider are found by their heads; ruled lines part cells', () => {
  const list = (at: [number, number], rows: Row[]) =>
    pageOf([
      ['BON DE COMMANDE', 300, 40],
      ['Menuiserie et agencement', 60, 80],
      ['Commande', 60, 120],
      ['4711', 220, 120],
      ['Designation', at[0], 220],
      ['Nombre | Prix', at[1], 220],
      ...rows.flatMap(([article, count, price], index): Written[] => [
        [article, at[0], 260 + index * 36],
        [`${count} ${price}`, at[1], 260 + index * 36],
      ]),
      ['Conditions de vente au dos', 60, 900],
    ]);
  const reading = list([60, 360], [['Pose', '12', '361,24']]);
  // As wide as the head above it, so that the ruled line of the head goes through its gap.
  for (const word of reading.lines.find(({ text }) => text === '12 361,24')!.words.slice(1))
    for (const point of word.box) point[0] += 66;
  const cells = suggestCells(
    reading,
    reading.lines.filter(({ box }) => box[0][1] === 260).map(({ id }) => id),
  );
  expect(cells.map(([part]) => [part!.start, part!.end])).toEqual([
    [0, 4],
    [0, 2],
    [3, 9],
  ]);
  const order = suggestMark(reading, [suggestValue('l3', '4711')], [], 'fr-FR');
  const template = makeTemplate(reading, {
    record: { type: 'order', label: 'Order' },
    marks: [order, suggestRows(reading, cells, [order], 'fr-FR', rowNames)],
  });
  const wide = list([60, 460], [['Parquet contrecollé finition huilée', '5', '43,10']]);
  for (const word of wide.lines.find(({ text }) => text === '5 43,10')!.words.slice(1))
    for (const point of word.box) point[0] += 77;
  const [made] = templateReader(template).read({
    reading: wide,
    settings: {},
    locale: 'fr-FR',
    today: '2026-11-20',
  });
  expect(made!.fields.rows!.value).toEqual([
    { designation: 'Parquet contrecollé finition huilée', nombre: '5', prix: '43.10' },
  ]);
});
