// cspell:disable -- names of many languages
import { expect, test } from 'vitest';
import { readInvoice } from '../read-invoice.ts';
import { madeByOthers } from '../testing/made-by-others.ts';
import { visibleFile } from '../xml-document.ts';
import { codesOf } from './characters.ts';
import { drawInvoice } from './draw-invoice.ts';
import { font } from './font.ts';

const ubl = await madeByOthers('UBL');
const pdfOf = (xml: string) =>
  Buffer.from(drawInvoice(readInvoice(new TextEncoder().encode(xml)))).toString('latin1');
/** What its strings say, those of a page in one. */
const textsIn = (pdf: string) =>
  [...pdf.matchAll(/<([0-9a-f]+)> Tj/g)].map(([, hex]) =>
    Buffer.from(hex!, 'hex').swap16().toString('utf16le'),
  );

test('the same file is the same page, in the language of the seller, marked as drawn', () => {
  expect(pdfOf(ubl)).toBe(pdfOf(ubl));
  const texts = textsIn(pdfOf(ubl));
  expect(texts[0]).toBe('Aus der E-Rechnung gezeichnet. Das Original ist die Datei.');
  expect(texts).toEqual(
    expect.arrayContaining(['Rechnung', 'RE-2026-0042', '12.10.2026', '464,05 EUR', 'Stunden']),
  );
  const [, , , ...french] = textsIn(pdfOf(ubl.replaceAll('>DE<', '>FR<')));
  expect(french).toEqual(expect.arrayContaining(['Total TTC', '12/10/2026', 'heures']));
});

test('letters of all of Europe are drawn, and what the font has not is a box, with its own character as text', () => {
  const texts =
    'Żółć Příliš žluťoučký kůň Kővágószőlős Țară ŠĢŪŽ Ðóra İğne Αθήνα ΐώ Съединение Їжак Љубљана € № −';
  const has = (character: string) => font().glyphOf(codesOf(character)[0]!) > 0;
  expect([...texts].filter((character) => !has(character))).toEqual([]);
  expect([...'გ中'].filter(has)).toEqual([]);
  expect(font().widthOf(0x4e2d)).toBeGreaterThan(0);
  const drawn = (text: string) => String.fromCharCode(...codesOf(text));
  expect(drawn('e\u0301 გ中😀')).toBe('é გ中□');
  expect(drawn('a\u0000\u202eb\u00a0c')).toBe('ab c');
  // As Noto Sans says of itself: 572 and 260 of 1000.
  expect([font().widthOf(0x30), font().widthOf(0x20)]).toEqual([572, 260]);
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

test('what is not XML is looked at as it is', () => {
  const bytes = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
  expect(visibleFile(bytes)).toBe(bytes);
});
