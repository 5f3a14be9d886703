// cspell:disable -- names in examples
import { expect, it, test } from 'vitest';
import { dataFilesIn } from './data-file.ts';
import { limits } from './limits.ts';
import { madeByOthers } from './testing/made-by-others.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const embedded = (text: string, name = 'factur-x.xml') => ({ name, bytes: bytes(text) });
const ubl = await madeByOthers('UBL');

test('each value is in the bytes it names, of a file in UTF-16 as well', () => {
  const utf16 = Buffer.from(`\ufeff${ubl.replace('UTF-8', 'UTF-16').replace('utf-8', 'UTF-16')}`, 'utf16le');
  for (const file of [bytes(ubl), new Uint8Array(utf16)]) {
    const [read] = dataFilesIn([{ name: 'a.xml', bytes: file }]).files!;
    const supplier = read!.values.find(({ name }) => name === 'supplier')!;
    expect(supplier.value).toBe('Nordwerk Pumpen & Söhne GmbH');
    const { from, to } = supplier.places[0]!;
    const text =
      file.length > ubl.length * 1.5 ? ubl.replace('UTF-8', 'UTF-16').replace('utf-8', 'UTF-16') : ubl;
    expect(Buffer.from(text).subarray(from, to).toString()).toBe('Nordwerk Pumpen &amp; Söhne GmbH');
  }
});

test('a credit note has its amounts with a minus, its prices without, and says that it is one', () => {
  const note = ubl.replace('>380<', '>381<');
  const [file] = dataFilesIn([embedded(note)]).files!;
  const said = (name: string) => file!.values.find((value) => value.name === name)?.value;
  expect([said('total'), said('creditNote')]).toEqual(['-464.05', 'true']);
  expect(file!.lists.find(({ name }) => name === 'items')!.rows[0]).toMatchObject({
    quantity: '3',
    unitPrice: '80.00',
    amount: '-240.00',
  });
});

const lies = (declared: string) =>
  `<?xml version="1.0" encoding="${declared}"?>${ubl.replace(/^<\?xml[^>]*>/, '')}`;
it.each([
  ['entities', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', 'doctype'],
  ['a thousand levels', `${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}`, 'too_deep'],
  ['no namespace', '<Invoice><ID>1</ID></Invoice>', 'other_document'],
  ['another namespace', ubl.replaceAll('schema:xsd:Invoice-2', 'schema:xsd:Invoice-9'), 'other_document'],
  ['another document', '<rss version="2.0"><channel/></rss>', 'other_document'],
  ['an encoding that lies', lies('UTF-16'), 'encoding'],
  ['its end cut off', ubl.slice(0, ubl.length / 2), 'not_xml'],
  ['an attribute twice', '<a b="1" b="2"/>', 'not_xml'],
])('a file with %s is refused by name', (_, text, code) => {
  expect(dataFilesIn([embedded(text)])).toEqual({
    refusedFiles: [{ name: 'factur-x.xml', code, reason: expect.any(String) }],
  });
});

test('what is too large is told by its name, what is not XML is none of it, and one that is broken stops no other', () => {
  expect(
    dataFilesIn([
      { name: 'large.xml', bytes: undefined },
      { name: 'large.png', bytes: undefined },
      { name: 'x.xml', bytes: new Uint8Array(limits.maxBytes + 1).fill(0x3c) },
      embedded('%PDF-1.7', 'terms.pdf'),
      embedded('<a>', 'factur-x.xml'),
      embedded(ubl, 'factur-x.xml'),
    ]),
  ).toMatchObject({
    files: [{ id: 'f0', name: 'factur-x.xml', format: 'UBL 2.1 Invoice' }],
    refusedFiles: [
      { name: 'large.xml', code: 'too_large' },
      { name: 'x.xml', code: 'too_large' },
      { name: 'factur-x.xml', code: 'not_xml' },
    ],
  });
});

test('rules of the file are told once each, those that are broken with their numbers', () => {
  const [file] = dataFilesIn([embedded(ubl.replace('>240.00<', '>241.00<'))]).files!;
  const failed = file!.checks.filter(({ passed }) => !passed);
  expect(failed).toMatchObject([
    { check: 'line_amount', field: 'items', row: 0, made: '240.00', said: '241.00' },
    { check: 'line_sum', field: 'subtotal', made: '401.00', said: '400.00' },
    { check: 'tax_base', field: 'taxes', row: 0 },
  ]);
  const held = file!.checks.filter(({ passed }) => passed).map(({ check }) => check);
  expect(new Set(held).size).toBe(held.length);
});
