// cspell:disable -- names of many languages
import { expect, test } from 'vitest';
import { readInvoice } from '../read-invoice.ts';
import { madeByOthers } from '../testing/made-by-others.ts';
import { visibleBytes } from '../xml-document.ts';
import { codesOf } from './characters.ts';
import { drawInvoice } from './draw-invoice.ts';

const ubl = await madeByOthers('UBL');
const pdfOf = (xml: string) =>
  Buffer.from(drawInvoice(readInvoice(new TextEncoder().encode(xml)))).toString('latin1');
/** What its strings say, those of a page in one. */
const textsIn = (pdf: string) =>
  [...pdf.matchAll(/<([0-9a-f]+)> Tj/g)].map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1'));

test('the same file is the same page, in the language of the seller, marked as drawn', () => {
  expect(pdfOf(ubl)).toBe(pdfOf(ubl));
  const texts = textsIn(pdfOf(ubl));
  expect(texts[0]).toBe('Aus der E-Rechnung gezeichnet. Das Original ist die Datei.');
  expect(texts).toEqual(expect.arrayContaining(['Rechnung', 'RE-2026-0042', '12.10.2026', '464,05 EUR']));
  const [, , , ...french] = textsIn(pdfOf(ubl.replaceAll('>DE<', '>FR<')));
  expect(french).toEqual(expect.arrayContaining(['Total TTC', '12/10/2026']));
});

test('letters a font has not are drawn without their marks, and of another script each is a question mark', () => {
  const drawn = (text: string) => String.fromCharCode(...codesOf(text));
  expect(drawn('Kováč Erdős đại')).toBe('Kovác Erdos dai');
  expect(codesOf('€ł')).toEqual([0x80, 0x81]);
  expect(drawn('Ω Ж')).toBe('? ?');
  expect(drawn('a\u0000\u202eb\u00a0c')).toBe('ab c');
});

test('text cannot end its string, and what is long goes on below and over pages', () => {
  const many = ubl.replace(/(<cac:InvoiceLine>[\s\S]*?<\/cac:InvoiceLine>)/, (line) =>
    line.replaceAll('Pump service', `) Tj ET (${'W'.repeat(400)}`).repeat(200),
  );
  const pdf = pdfOf(many);
  expect(Number(/\/Count (\d+)/.exec(pdf)![1])).toBeGreaterThan(10);
  expect(pdf).not.toContain(') Tj');
});

test('of more items than a person reads the rest is left to the file', () => {
  const line = /<cac:InvoiceLine>[\s\S]*?<\/cac:InvoiceLine>/.exec(ubl)![0];
  const pdf = pdfOf(ubl.replace(line, line.repeat(3000)));
  expect(textsIn(pdf)).toContain('Weitere Positionen stehen in der Datei.');
  expect(Number(/\/Count (\d+)/.exec(pdf)![1])).toBeLessThan(65);
});

test('what is no XML is looked at as it is', () => {
  const bytes = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
  expect(visibleBytes(bytes)).toBe(bytes);
});
