import { expect, it } from 'vitest';
import { couldApply } from './could-apply.ts';
import { input, plugin } from './probe-plugins.ts';

const line = input.reading.lines[0]!;
const reading = (texts: string[], formats: string[] = []) => ({
  ...input.reading,
  lines: texts.map((text, at) => ({ ...line, id: `l${at}`, text })),
  barcodes: formats.map((format, at) => ({
    id: `b${at}`,
    format,
    text: '1',
    contentType: 'Text',
    symbologyIdentifier: '',
    box: line.box,
  })),
});
const applies = (
  when: NonNullable<Parameters<typeof couldApply>[0]['when']>,
  texts: string[],
  formats?: string[],
) => couldApply({ reads: ['lines', 'barcodes'], when }, reading(texts, formats));

it('a reader is run only where there is something of what it reads', () => {
  expect(couldApply({ reads: ['barcodes'] }, reading(['a']))).toBe(false);
  expect(couldApply({ reads: ['barcodes', 'lines'] }, reading(['a']))).toBe(true);
  expect(couldApply({ reads: ['lines'] }, reading([], ['EAN-13']))).toBe(false);
});

it('words are found whatever their case, marks, width, and line, and none of them is none', () => {
  expect(applies({ words: ['total'] }, ['Shop', 'TOTAL 3'])).toBe(true);
  expect(applies({ words: ['Café'] }, ['at the CAFE'])).toBe(true);
  expect(applies({ words: ['total'] }, ['\uff34\uff2f\uff34\uff21\uff2c'])).toBe(true);
  expect(applies({ words: ['summe', 'total'] }, ['to', 'tal'])).toBe(false);
});

it('lines are counted both ways, digits of every script too', () => {
  expect(applies({ minLines: 2 }, ['a'])).toBe(false);
  expect(applies({ minLines: 2, maxLines: 2 }, ['a', 'b'])).toBe(true);
  expect(applies({ maxLines: 1 }, ['a', 'b'])).toBe(false);
  expect(applies({ minDigits: 3 }, ['a1', '٢٣'])).toBe(true);
  expect(applies({ minDigits: 4 }, ['a1', '23'])).toBe(false);
});

it('one of the symbologies is enough, and every part given must hold', () => {
  expect(applies({ barcodes: ['QRCode', 'EAN-13'] }, [], ['EAN-13'])).toBe(true);
  expect(applies({ barcodes: ['QRCode'] }, [], ['EAN-13'])).toBe(false);
  expect(applies({ barcodes: ['EAN-13'], words: ['total'] }, ['sum'], ['EAN-13'])).toBe(false);
});

it('four hundred words against a page of two hundred lines cost less than one run', () => {
  const page = reading(Array.from({ length: 200 }, (_, at) => `line ${at} of some printed page`));
  const words = Array.from({ length: 400 }, (_, at) => `absent ${at}`);
  const probe = plugin('return []', { when: { words } });
  couldApply(probe.manifest, page);
  const before = process.cpuUsage();
  for (let i = 0; i < 20; i++) expect(couldApply(probe.manifest, page)).toBe(false);
  expect(process.cpuUsage(before).user / 1000 / 20).toBeLessThan(60);
});
