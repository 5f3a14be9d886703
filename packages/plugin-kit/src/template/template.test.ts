// cspell:disable -- labels as misread
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Line, PluginReading, Quad } from '../types.ts';
import { fitTemplate } from './fit-template.ts';
import { makeTemplate } from './make-template.ts';
import type { MarkedPart, TemplateMark } from './marks.ts';
import { type Movement, movedReading } from './moved-reading.ts';
import { templateMarksSchema, templateSchema } from './schema.ts';
import { suggestFurther, suggestMark, suggestPart, suggestType, suggestValue } from './suggest-mark.ts';
import { templateReader } from './template-reader.ts';

const height = 24;
const width = (text: string) => text.length * 12;
type Written = [text: string, x: number, y: number];

/** A page as the engine would read it: every text a line, every word a box. */
function pageOf(texts: Written[]): PluginReading {
  const quad = (x: number, y: number, long: number): Quad => [
    [x, y],
    [x + long, y],
    [x + long, y + height],
    [x, y + height],
  ];
  const lines = texts.map(
    ([text, x, y], index): Line => ({
      id: `l${index}`,
      text,
      box: quad(x, y, width(text)),
      confidence: 0.97,
      words: [...text.matchAll(/\S+/g)].map((match) => ({
        text: match[0],
        box: quad(x + match.index * 12, y, width(match[0])),
        confidence: 0.97,
      })),
    }),
  );
  return {
    page: { number: 1, of: 1, width: 900, height: 1200, rotation: 0 },
    lines,
    barcodes: [],
    languages: ['en'],
  };
}

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

test('a value that goes on below its label in running text is read on', () => {
  const note = (second?: string) =>
    pageOf([
      ['Ward round', 260, 40],
      [`Allergies: ${second ? 'Penicillin and iodine contrast medium in any' : 'Latex'}`, 60, 140],
      ...(second ? [[second, 60, 172] satisfies Written] : []),
      ['Seen by the doctor on call and the nurse of the night', 60, 300],
      ['Check identity at every contact', 60, 400],
    ]);
  const first = note();
  const allergies = suggestMark(first, [suggestValue('l1', first.lines[1]!.text)], [], 'en-GB');
  const [made] = templateReader(makeTemplate(first, { record, marks: [allergies] })).read({
    reading: note('concentration, strawberries'),
    settings: {},
    locale: 'en-GB',
    today: '2026-11-20',
  });
  expect(made!.fields.allergies).toMatchObject({
    value: 'Penicillin and iodine contrast medium in any concentration, strawberries',
    evidence: [{ line: 'l1' }, { line: 'l2' }],
  });
});

test('a code keeps its spaces where the example had some, and has none where it had none', () => {
  const sheet = (code: string, sort: string) =>
    pageOf([
      ['CHANGE OF BANK DETAILS', 260, 40],
      ['Account', 60, 140],
      [code, 260, 140],
      ['Sort code', 60, 200],
      [sort, 260, 200],
      ['Signature of the account holder', 60, 300],
    ]);
  const reading = sheet('DE12 3456 78', '204011');
  const marks: TemplateMark[] = [];
  for (const id of ['l2', 'l4']) {
    const { text } = reading.lines.find((line) => line.id === id)!;
    marks.push({ ...suggestMark(reading, [suggestValue(id, text)], marks, 'en-GB'), type: 'code' });
  }
  const made = makeTemplate(reading, { record, marks });
  expect(templateSchema.parse(JSON.parse(JSON.stringify(made)))).toEqual(made);
  const codes = (...codes: [string, string]) =>
    Object.values(
      templateReader(made).read({
        reading: sheet(...codes),
        settings: {},
        locale: 'en-GB',
        today: '2026-11-20',
      })[0]!.fields,
    ).map(({ value }) => value);
  expect(codes('GB98  7654 32', '20 40 11')).toEqual(['GB98 7654 32', '204011']);
  // A space that reading lost comes back where the same kinds of characters follow each other.
  expect(codes('GB987654 32', '204012')).toEqual(['GB98 7654 32', '204012']);
  expect(codes('GB98 7654 3210', '204012')).toEqual(['GB98 7654 3210', '204012']);
  expect(codes('GBX876 54-32', '204012')).toEqual(['GBX876 54-32', '204012']);
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

test('what stands beside a value names it: a line of words and a number is then a value as a whole', () => {
  const page = pageOf([
    ['ADMISSION', 260, 40],
    ['Ward:', 60, 140],
    ['Ward 7', 260, 140],
    ['Total 12.00', 60, 200],
    ['VAT 21 %', 60, 260],
    ['8.26', 260, 260],
  ]);
  const textAndName = (id: string) => {
    const part = suggestPart(page, id, [])!;
    const text = page.lines.find((line) => line.id === id)!.text.slice(part.start, part.end);
    return [text, suggestMark(page, [part], [], 'en-GB').label];
  };
  expect(['l2', 'l3', 'l5'].map(textAndName)).toEqual([
    ['Ward 7', 'Ward'],
    ['12.00', 'Total'],
    ['8.26', 'Vat 21 %'],
  ]);
});

test('two values in one sentence are marked one after the other and read from a longer sentence', () => {
  const letter = (level: string, by: string, number = 'CD361356') =>
    pageOf([
      ['CERTIFICATE OF DESTRUCTION', 160, 40],
      [`Certificate no. ${number}`, 60, 140],
      [`destroyed to level ${level} under supervision of ${by}.`, 60, 240],
      ['Secure disposal, licensed carrier', 60, 340],
    ]);
  const first = letter('H-4', 'Lund');
  const marks: TemplateMark[] = [];
  const add = (part: MarkedPart) => marks.push(suggestMark(first, [part], marks, 'en-GB'));
  add(suggestPart(first, 'l1', [])!);
  for (let times = 0; times < 2; times++) add(suggestFurther(first, 'l2', marks)!);
  const [made] = templateReader(makeTemplate(first, { record, marks })).read({
    reading: letter('P-7 and H-5', 'Whitfield', 'CD12'),
    settings: {},
    locale: 'en-GB',
    today: '2026-11-20',
  });
  expect(Object.values(made!.fields).map(({ value }) => value)).toEqual([
    'CD12',
    'P-7 and H-5',
    'Whitfield.',
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
    reason: 'None of its 9 fixed texts are on this picture.',
    missing: [],
  });
  const half = { ...form(first), lines: form(first).lines.slice(0, 4) };
  expect(fitTemplate(half, template)).toMatchObject({
    reason: expect.stringMatching(/^Only 3 of its 9 .* Not found: “Received and inspected by”/),
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

test('a value of two lines that has one on the next document leaves the value below it alone', () => {
  const note = (customer: string[], driver: string) => {
    const below = 140 + 40 * customer.length;
    return pageOf([
      ['Delivery note', 260, 40],
      ['Customer', 60, 140],
      ...customer.map((line, index): Written => [line, 260, 140 + 40 * index]),
      ['Driver', 60, below],
      [driver, 260, below],
      ['Goods remain our property', 60, 600],
      ['Received in good order', 60, 700],
    ]);
  };
  const wrapped = note(['Hansen and Sons', 'Trading'], 'Li Wei');
  const marks: TemplateMark[] = [];
  for (const ids of [['l2', 'l3'], ['l5']]) {
    const parts = ids.map((id) => ({ line: id, start: 0, end: wrapped.lines[Number(id[1])]!.text.length }));
    marks.push(suggestMark(wrapped, parts, marks, 'en-GB'));
  }
  const template = makeTemplate(wrapped, { record, marks });
  const read = (reading: PluginReading) =>
    templateReader(template).read({ reading, settings: {}, locale: 'en-GB', today: '2026-03-10' })[0]?.fields;
  for (const customer of [['Bell'], ['Miller', 'Tools'], ['Miller', 'Tools and', 'Dies', 'of Hull']]) {
    const made = read(note(customer, 'Joanna Kowalska'));
    expect([made?.customer?.raw, made?.driver?.raw]).toEqual([customer.join('\n'), 'Joanna Kowalska']);
  }
  // Where nobody marked what is below, the fixed text beside it ends the value all the same.
  const alone = makeTemplate(wrapped, { record, marks: marks.slice(0, 1) });
  for (const customer of [['Bell'], ['Miller', 'Tools']])
    expect(
      templateReader(alone).read({
        reading: note(customer, 'Joanna Kowalska'),
        settings: {},
        locale: 'en-GB',
        today: '2026-03-10',
      })[0]?.fields.customer?.raw,
    ).toEqual(customer.join('\n'));
});
