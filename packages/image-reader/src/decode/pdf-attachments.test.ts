// cspell:ignore Anhang AQABAAAAA AAAAAAQABAAA
import { expect, test } from 'vitest';
import { ImageError } from '../errors.ts';
import { readAttachments } from './node.ts';
import { makePdfWithFiles as pdfWith } from './sample-files.ts';

const text = (content: string) => new TextEncoder().encode(content);
const most = 1_000_000;
const read = async (pdf: Uint8Array, maxBytes = most) =>
  (await readAttachments(pdf, maxBytes)).map(({ name, bytes }) => [
    name,
    bytes && new TextDecoder().decode(bytes),
  ]);

test('files in a PDF come out with their names, packed or not, two of one name as well', async () => {
  const xml = '<Invoice>Müller €</Invoice>';
  const pdf = pdfWith([
    { name: 'factur-x.xml', content: text(xml) },
    { name: 'Anhang – €.xml', content: text('<a/>'), packing: '' },
    { name: '..\\..\\factur-x.xml', content: text('<b/>') },
  ]);
  expect(await read(pdf)).toEqual([
    ['factur-x.xml', xml],
    ['Anhang – €.xml', '<a/>'],
    ['factur-x.xml', '<b/>'],
  ]);
});

test('what is larger than asked for is told without its bytes, also where it is packed small', async () => {
  const pdf = pdfWith([
    { name: 'large.xml', content: new Uint8Array(5_000_000) },
    { name: 'small.xml', content: text('<a/>') },
  ]);
  expect(await read(pdf)).toEqual([
    ['large.xml', undefined],
    ['small.xml', '<a/>'],
  ]);
});

test('a file that cannot be unpacked does not stop the others, and no more than a hundred are told', async () => {
  const broken = pdfWith([
    { name: 'broken.xml', content: text('<a/>'), packing: '/LZWDecode' },
    { name: 'whole.xml', content: text('<b/>') },
  ]);
  expect((await read(broken))[1]).toEqual(['whole.xml', '<b/>']);
  const many = pdfWith(
    Array.from({ length: 130 }, (_, index) => ({ name: `${index}.xml`, content: text('<a/>') })),
  );
  expect(await read(many)).toHaveLength(100);
});

test('a PDF without files has none, nor has a picture; a broken one is refused by name', async () => {
  expect(await read(pdfWith([]))).toEqual([]);
  const gif = Uint8Array.from(Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64'));
  expect(await read(gif)).toEqual([]);
  const refusal = readAttachments(text('%PDF-1.7\nnothing'), most).catch((error: unknown) => error);
  expect(await refusal).toBeInstanceOf(ImageError);
  expect(await refusal).toMatchObject({ code: 'pdf.damaged' });
});
