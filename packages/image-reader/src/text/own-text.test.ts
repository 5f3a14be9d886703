import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeFile } from '../decode/node.ts';
import { makePdfPage, type PdfContent } from '../decode/sample-files.ts';
import { createImageReader, type ImageReader } from '../node.ts';
import type { Reading } from '../reading.ts';
import { toGray } from './resample.ts';

// Real networks read real pictures.
let reader: ImageReader;
beforeAll(async () => {
  reader = await createImageReader({ threads: 1 });
});
afterAll(() => reader.close());

const read = async (content: PdfContent): Promise<Reading> =>
  (await reader.read(makePdfPage(content), { languages: ['en'] })).reading;
const at = (x: number, y: number, text: string, { font = 'F1', size = 14, more = '' } = {}): string =>
  `BT /${font} ${size} Tf ${more} ${x} ${y} Td (${text}) Tj ET`;
/** What a page looks like, as the picture of another one. */
async function pictureOf(drawing: string): Promise<NonNullable<PdfContent['picture']>> {
  const page = await decodeFile(makePdfPage({ drawing }));
  const { width, height, data } = toGray(page);
  return { width, height, data: Uint8Array.from(data) };
}
const textsOf = ({ lines }: Reading): string[] => lines.map(({ text }) => text);

describe('a page that carries its text', () => {
  it('is read from it, each word where it is drawn', async () => {
    const reading = await read({
      drawing: [
        at(40, 150, 'Invoice 2026-0417 \\(copy\\)'),
        at(40, 120, 'Total'),
        at(300, 120, '3,112.64'),
        at(40, 90, 'Due 14 Dec'),
      ].join('\n'),
    });
    expect(textsOf(reading)).toEqual(['Invoice 2026-0417 (copy)', 'Total', '3,112.64', 'Due 14 Dec']);
    expect(new Set(reading.lines.map(({ recogniser }) => recogniser))).toEqual(new Set(['pdf']));
    expect(reading.disagreements).toBeUndefined();
    // 200 dots per inch: 14 points from the left, baseline 50 points from the top.
    const [first] = reading.lines;
    const dots = 200 / 72;
    expect(first?.box[0][0]).toBeCloseTo(40 * dots, -1);
    expect(first?.box[3][1]).toBeGreaterThan(50 * dots - 1);
    expect(first?.box[0][1]).toBeLessThan(40 * dots);
    expect(first?.words.map(({ text }) => text)).toEqual(['Invoice', '2026-0417', '(copy)']);
  });

  it('is believed where it was drawn by us, whatever its letters look like', async () => {
    const source = {
      drawn: makePdfPage({ drawing: at(40, 150, 'Total 88', { more: '1 1 1 rg' }) }),
      attached: [],
    };
    const { reading } = await reader.read(source, { languages: ['en'] });
    expect(textsOf(reading)).toEqual(['Total 88']);
    const [{ box }] = reading.lines as [Reading['lines'][number]];
    const region = { x: 0, y: 0, width: box[1][0] - 30, height: 300 };
    const part = await reader.readRegion(source, { region, page: 1, languages: ['en'] });
    expect(part.lines.map(({ text }) => text)).toEqual(['Total']);
  });

  it('is read in its turned place where the page is turned', async () => {
    const reading = await read({ drawing: at(40, 150, 'Serial 48213'), rotate: 90 });
    expect(textsOf(reading)).toEqual(['Serial 48213']);
    expect(reading.page.rotation).toBe(270);
    const [from, to] = reading.lines[0]?.words[1]?.box ?? [];
    expect(from && to && to[1] - from[1]).toBeGreaterThan(80);
  });

  it('is read together with the pictures on it', async () => {
    const reading = await read({
      drawing: `${at(40, 150, 'Order 88')}\nq 200 0 0 100 150 20 cm /I1 Do Q`,
      picture: await pictureOf(at(40, 90, 'PAID 4711', { size: 40 })),
    });
    expect(reading.lines.map(({ text, recogniser }) => [text, recogniser])).toEqual([
      ['Order 88', 'pdf'],
      ['PAID 4711', 'pp-ocr'],
    ]);
    const [corner] = reading.lines[1]?.box ?? [];
    expect(corner?.[0]).toBeGreaterThan(150 * 2.7);
  });
});

describe('text that the page does not show', () => {
  const shown = at(40, 150, 'Total 1,250.00');

  it('is not used where it is not drawn', async () => {
    const reading = await read({ drawing: `${shown}\n${at(40, 90, 'Pay to account 99', { more: '3 Tr' })}` });
    expect(textsOf(reading)).toEqual(['Total 1,250.00']);
    expect(reading.disagreements).toMatchObject([{ kind: 'not_shown', text: 'Pay to account 99' }]);
  });

  it('is not used where it has the colour of the paper', async () => {
    const reading = await read({ drawing: `${shown}\n1 g ${at(40, 90, 'Pay to account 99')}` });
    expect(textsOf(reading)).toEqual(['Total 1,250.00']);
    expect(reading.disagreements).toMatchObject([{ kind: 'not_shown', text: 'Pay to account 99' }]);
  });

  it('is not used where something covers it', async () => {
    const reading = await read({
      drawing: `${at(40, 90, 'Pay to account 99')}\n1 g 30 80 200 30 re f 0 g\n${shown}`,
    });
    expect(textsOf(reading)).toEqual(['Total 1,250.00']);
    expect(reading.disagreements).toMatchObject([{ kind: 'not_shown', text: 'Pay to account 99' }]);
  });

  it('is not used where its font draws other characters than it says', async () => {
    const honest = Object.fromEntries([...'0123456789,. Total'].map((c) => [c, c]));
    const reading = await read({
      drawing: at(40, 150, 'Total 1,250.00', { font: 'F2' }),
      says: { ...honest, '1': '9' },
    });
    expect(textsOf(reading)).toEqual(['Total 1,250.00']);
    expect(reading.lines[0]?.recogniser).toBe('pp-ocr');
    expect(reading.disagreements).toMatchObject([{ kind: 'shown_otherwise', text: 'Total 9,250.00' }]);
  });

  it('is not used where one of its figures is painted over with another', async () => {
    const honest = [at(40, 120, 'Net 1,111.00'), at(40, 90, 'Items 11 of 11')].join('\n');
    // The first figure of the amount gets the shape of a 7.
    const painted = '1 g 77.5 148 8 13 re f 0 g 1.4 w 78.5 159.5 m 84 159.5 l 80.5 150 l S';
    const reading = await read({ drawing: `${shown}\n${honest}\n${painted}` });
    const [total, ...others] = reading.lines;
    expect(total?.recogniser).toBe('pp-ocr');
    expect(total?.text).toMatch(/^Total \W?7\W?250\.00$/);
    expect(others.map(({ recogniser }) => recogniser)).toEqual(['pdf', 'pdf']);
    expect(reading.disagreements).toMatchObject([{ kind: 'shown_otherwise', text: 'Total 1,250.00' }]);
  });
});

it('a scan whose text layer says what its picture shows is no disagreement', async () => {
  const reading = await read({
    drawing: `q 400 0 0 200 0 0 cm /I1 Do Q\n${at(40, 148, 'Receipt 4711', { size: 16, more: '3 Tr' })}`,
    picture: await pictureOf(at(40, 148, 'Receipt 4711', { size: 16 })),
  });
  expect(reading.lines.map(({ text, recogniser }) => [text, recogniser])).toEqual([
    ['Receipt 4711', 'pp-ocr'],
  ]);
  expect(reading.disagreements).toBeUndefined();
});
