// cspell:disable -- labels as misread
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { PluginReading, Quad } from '../types.ts';
import { fitTemplate } from './fit-template.ts';
import { makeTemplate } from './make-template.ts';
import type { TemplateMark } from './marks.ts';
import { type Movement, movedReading } from './moved-reading.ts';
import { templateMarksSchema, templateSchema } from './schema.ts';
import { suggestMark, suggestType, suggestValue } from './suggest-mark.ts';
import { templateReader } from './template-reader.ts';
import { pageOf, width } from './written-page.ts';

const form = (value: Record<'order' | 'name' | 'date' | 'weight' | 'total' | 'state', string>, drop = 0) =>
  pageOf([
    ['GOODS INWARD INSPECTION', 260, 40],
    ['Order no.:', 60, 140],
    [value.order, 260, 140],
    ['Supplier', 60, 200],
    [value.name, 260, 200],
    ['Delivered on', 60, 260],
    [value.date, 260, 260],
    ['Net weight', 60, 320 + drop],
    [value.weight, 260, 320 + drop],
    ['Value of goods', 520, 320 + drop],
    [value.total, 720, 320 + drop],
    ['Condition', 60, 400 + drop],
    [value.state, 60, 440 + drop],
    ['Received and inspected by', 60, 900],
    ['Keep this sheet with the goods', 60, 1000],
  ]);

const first = {
  order: 'K-4711',
  name: 'Miller',
  date: '5 March 2026',
  weight: '12.5 kg',
  total: '€ 80.00',
  state: 'undamaged',
};
const second = {
  order: 'K-120934',
  name: 'Hansen & Sons Trading Company Ltd',
  date: '17.11.2026',
  weight: '1,204.75 kg',
  total: '€ 12,480.10',
  state: 'damaged',
};

const example = form(first);
const record = { type: 'goods-inward', label: 'Goods inward' };
const mark = (id: string, more: Partial<TemplateMark> = {}, marks: TemplateMark[] = []) => {
  const line = example.lines.find((each) => each.id === id)!;
  return { ...suggestMark(example, [suggestValue(id, line.text)], marks, 'en-GB'), ...more };
};
const marks: TemplateMark[] = [];
for (const id of ['l2', 'l4', 'l6', 'l8', 'l10']) marks.push(mark(id, {}, marks));
marks.push(mark('l12', { type: 'choice', options: ['undamaged', 'damaged'] }, marks));
const template = makeTemplate(example, { record, marks });
const read = (reading: PluginReading) =>
  templateReader(template).read({ reading, settings: {}, locale: 'en-GB', today: '2026-11-20' });
const valuesOf = (reading: PluginReading) => {
  const [made] = read(reading);
  return made && Object.fromEntries(Object.entries(made.fields).map(([name, { value }]) => [name, value]));
};

test('a value that goes on below where the example had one line is read on, with all of its lines as evidence', () => {
  const wrapped = form(second);
  const below = (text: string, x: number, y = 234): PluginReading => ({
    ...wrapped,
    lines: [...wrapped.lines, { ...pageOf([[text, x, y]]).lines[0]!, id: 'below' }],
  });
  const supplierOf = (reading: PluginReading, of = template) => {
    const [made] = templateReader(of).read({
      reading,
      settings: {},
      locale: 'en-GB',
      today: '2026-11-20',
    });
    const { value, evidence, checks } = made!.fields.supplier!;
    return { value, lines: evidence.map(({ line }) => line), doubts: checks.map(({ reason }) => reason) };
  };
  const alone = { value: second.name, lines: ['l4'], doubts: [] };
  const doubted = (text: string) => ({
    ...alone,
    doubts: [`“${text}” stands straight below and may belong to it.`],
  });
  expect(supplierOf(wrapped)).toEqual(alone);
  const both = { value: `${second.name} of Nottingham`, lines: ['l4', 'below'], doubts: [] };
  expect(supplierOf(below('of Nottingham', 260))).toEqual(both);
  expect(supplierOf(movedReading(below('of Nottingham', 260), { turn: -4, scale: 0.6 }))).toEqual(both);
  // Elsewhere, further off, or named by something before it, it is something else.
  expect(supplierOf(below('of Nottingham', 420))).toEqual(alone);
  expect(supplierOf(below('of Nottingham', 260, 248))).toEqual(alone);
  const named = below('0115 496 0000', 260);
  named.lines.push({ ...pageOf([['Phone', 60, 234]]).lines[0]!, id: 'phone' });
  expect(supplierOf(named)).toEqual(alone);
  // Its first word had found room above; it has a name of its own; it is a number: a person looks.
  const short = form({ ...second, name: 'Hansen' });
  short.lines.push({ ...pageOf([['of Nottingham and Hull', 260, 234]]).lines[0]!, id: 'below' });
  expect(supplierOf(short)).toMatchObject({
    value: 'Hansen',
    doubts: doubted('of Nottingham and Hull').doubts,
  });
  expect(supplierOf(below('Phone: 0115 496 0000', 260))).toEqual(doubted('Phone: 0115 496 0000'));
  expect(supplierOf(below('0115 496 0000', 260))).toEqual(doubted('0115 496 0000'));
  const larger = below('of Nottingham', 260);
  const line = larger.lines.at(-1)!;
  line.box = line.box.map(([x, y]) => [260 + 1.6 * (x - 260), 228 + 1.6 * (y - 234)]) as Quad;
  expect(supplierOf(larger)).toEqual(doubted('of Nottingham'));
  // An example that shows it: from then on it is what always stands there.
  const neighboured = makeTemplate(
    { ...example, lines: [...example.lines, { ...pageOf([['Hull', 260, 230]]).lines[0]!, id: 'town' }] },
    { record, marks },
  );
  expect(neighboured.fields.map(({ find }) => 'below' in find)).toEqual([
    false,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(supplierOf(below('of Nottingham', 260), neighboured)).toEqual(alone);
});

test('names, labels and types are proposed from what stands around a value', () => {
  expect(marks.map(({ name, label, type, unit }) => [name, label, type, unit])).toEqual([
    ['orderNo', 'Order no', 'code', undefined],
    ['supplier', 'Supplier', 'text', undefined],
    ['deliveredOn', 'Delivered on', 'date', undefined],
    ['netWeight', 'Net weight', 'number', 'kg'],
    ['valueOfGoods', 'Value of goods', 'amount', undefined],
    ['condition', 'Condition', 'choice', undefined],
  ]);
  expect(templateSchema.parse(JSON.parse(JSON.stringify(template)))).toEqual(template);
  expect(suggestValue('l0', 'Order no.: 4711')).toEqual({ line: 'l0', start: 11, end: 15 });
  expect(suggestValue('l0', 'Total 12.00 €')).toEqual({ line: 'l0', start: 6, end: 13 });
  expect(suggestValue('l0', '14:30')).toEqual({ line: 'l0', start: 0, end: 5 });
  // Codes lose their spaces, words in capitals must not.
  expect(['PAINT WHITE 5L', 'DOOR 3 LEFT', 'KX34 QRT'].map((text) => suggestType([text], 'en-GB'))).toEqual([
    'text',
    'text',
    'code',
  ]);
  expect(['14:30', '12.5 °C', '0151 234', 'AB-12 99'].map((text) => suggestType([text], 'en-GB'))).toEqual([
    'time',
    'number',
    'code',
    'code',
  ]);
});

const right = {
  orderNo: 'K-120934',
  supplier: 'Hansen & Sons Trading Company Ltd',
  deliveredOn: '2026-11-17',
  netWeight: '1204.75',
  valueOfGoods: '12480.10',
  condition: 'damaged',
};

test.each<[string, Movement]>([
  ['where it was', {}],
  ['shifted', { shift: [140, 60] }],
  ['half as large', { scale: 0.5 }],
  ['more than twice as large', { scale: 2.3 }],
  ['tilted', { turn: -9 }],
  ['a quarter turned', { turn: 90 }],
  ['upside down', { turn: 181 }],
  ['turned back', { turn: 268 }],
  ['seen from below', { perspective: 0.12, turn: 3 }],
  ['with labels and values read as one line', { merged: 1 }],
])('longer values of another sheet are read %s', (_, movement) => {
  expect(valuesOf(movedReading(form(second), movement))).toEqual(right);
});

test('each value points at the words it came from', () => {
  const [made] = read(form(second));
  expect(made!.fields.supplier).toMatchObject({
    raw: 'Hansen & Sons Trading Company Ltd',
    evidence: [
      {
        line: 'l4',
        box: [[260, 200], [260 + width(second.name), 200], expect.anything(), expect.anything()],
      },
    ],
  });
  expect(made!.confidence).toBeGreaterThan(0.9);
});

test('labels that moved down with what grew above them take their values along', () => {
  expect(valuesOf(form(second, 130))).toEqual(right);
});

test('misread labels are recognised; where one is not read its value is doubtful', () => {
  const reading = form(second);
  const misread = { l1: '0rder nc.:', l3: 'Suppller', l5: 'De1ivered cn', l7: 'Nel weight' };
  for (const line of reading.lines)
    if (line.id in misread) {
      line.text = misread[line.id as keyof typeof misread];
      line.words = [];
    }
  expect(valuesOf(reading)).toEqual(right);
  reading.lines = reading.lines.filter((line) => line.id !== 'l7');
  const [made] = read(reading);
  expect(made!.fields.netWeight).toMatchObject({
    value: '1204.75',
    checks: [{ name: 'label-found', passed: false }],
  });
  expect(made!.fields.netWeight!.confidence).toBeLessThan(0.8);
});

test('what is not there is left out, and a required value that is missing makes the record doubtful', () => {
  const reading = form(second);
  reading.lines = reading.lines.filter((line) => line.id !== 'l4');
  const { supplier: _, ...rest } = right;
  expect(valuesOf(reading)).toEqual(rest);
  expect(read(reading)[0]!.confidence).toBeLessThan(read(form(second))[0]!.confidence - 0.05);
});

test('another document is declined with the reason', async () => {
  expect(
    read(
      pageOf([
        ['Delivered on', 60, 100],
        ['Nothing else of it', 400, 700],
      ]),
    ),
  ).toEqual([]);
  expect(fitTemplate(pageOf([]), template)).toEqual({
    fits: false,
    why: 'none_there',
    there: 0,
    anchors: 9,
    missing: expect.arrayContaining(['Received and inspected by']),
  });
  const half = { ...form(first), lines: form(first).lines.slice(0, 4) };
  expect(fitTemplate(half, template)).toMatchObject({
    there: 3,
    anchors: 9,
    missing: expect.arrayContaining(['Received and inspected by']),
  });
  // The same words all over the page are another form.
  const shuffled = form(second);
  for (const [index, line] of shuffled.lines.entries()) {
    const [dx, dy] = [((index * 397) % 500) - line.box[0][0], ((index * 577) % 1100) - line.box[0][1]];
    for (const point of [...line.box, ...line.words.flatMap((word) => word.box)]) {
      point[0] += dx;
      point[1] += dy;
    }
  }
  expect(fitTemplate(shuffled, template)).toMatchObject({ fits: false });
  const receipt: PluginReading = JSON.parse(
    await readFile(
      new URL('../../../../plugins/receipt/fixtures/us-diner-tax-added/reading.json', import.meta.url),
      'utf8',
    ),
  );
  expect(fitTemplate(receipt, template)).toMatchObject({ fits: false });
});

test('a code is found by its kind and place, whatever it says', () => {
  const withCode = (text: string) => ({
    ...form(first),
    barcodes: [
      {
        id: 'b0',
        format: 'Code128',
        text,
        contentType: 'Text',
        symbologyIdentifier: ']C0',
        box: [
          [520, 130],
          [800, 130],
          [800, 190],
          [520, 190],
        ] satisfies Quad as Quad,
      },
    ],
  });
  const reading = withCode('AAA 1');
  const made = makeTemplate(reading, {
    record,
    marks: [
      ...marks,
      { name: 'code', label: 'Code', type: 'code', isRequired: true, value: { barcode: 'b0' }, by: 'place' },
    ],
  });
  const [result] = templateReader(made).read({
    reading: movedReading(withCode('BBB 2'), { turn: 90, scale: 0.7 }),
    settings: {},
    locale: 'en-GB',
    today: '2026-11-20',
  });
  expect(result!.fields.code).toMatchObject({ value: 'BBB 2', evidence: [{ barcode: 'b0' }] });
});

test('what is pasted along with a label never reaches the manifest or the database', () => {
  const mark = {
    name: 'number',
    label: ' No\0\u202e\ud800.\n',
    type: 'code',
    isRequired: true,
    value: { barcode: 'b0' },
    by: 'place',
  };
  expect(templateMarksSchema.parse([mark])[0]!.label).toBe('No \ufffd.');
  expect(templateMarksSchema.safeParse([{ ...mark, label: '\u200b\0' }]).success).toBe(false);
});
