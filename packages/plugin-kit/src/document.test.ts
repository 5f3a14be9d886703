import { expect, test } from 'vitest';
import { firstPageOf, joinPages, placeRecord } from './document.ts';
import { check, textField } from './fields.ts';
import { layoutOf } from './layout.ts';
import { readingOfText } from './reading-of-text.ts';
import { seenBox, seenLine } from './sightings.ts';
import type { Page, PluginReading, Point, Quad } from './types.ts';

const pageOf = (text: string, number: number, of = 2): PluginReading => {
  const reading = readingOfText(text, [{ format: 'EAN13', text: `950600013435${number}` }]);
  return { ...reading, page: { ...reading.page, number, of } };
};

/** The same page as a camera that was held otherwise has it: its content has to be turned by `rotation` to be upright. */
function held(reading: PluginReading, rotation: Page['rotation']): PluginReading {
  const { width, height } = reading.page;
  const turn = (quad: Quad): Quad =>
    quad.map(([x, y]): Point => {
      const places: Record<Page['rotation'], Point> = {
        0: [x, y],
        90: [y, width - x],
        180: [width - x, height - y],
        270: [height - y, x],
      };
      return places[rotation];
    }) as Quad;
  const isOnSide = rotation % 180 !== 0;
  return {
    ...reading,
    page: {
      ...reading.page,
      rotation,
      width: isOnSide ? height : width,
      height: isOnSide ? width : height,
    },
    lines: reading.lines.map((line) => ({
      ...line,
      box: turn(line.box),
      words: line.words.map((word) => ({ ...word, box: turn(word.box) })),
    })),
    barcodes: reading.barcodes.map((code) => ({ ...code, box: turn(code.box) })),
  };
}

test('pages stand one below the other, with lines and barcodes numbered through', () => {
  const [first, second] = [pageOf('Invoice\nNumber 1', 1), pageOf('Total   480.00', 2)];
  const { reading } = joinPages([first, second]);
  expect(layoutOf(reading).rows.map(({ text }) => text)).toEqual(['Invoice', 'Number 1', 'Total 480.00']);
  expect(reading.lines.map(({ id }) => id)).toEqual(['l0', 'l1', 'l2', 'l3']);
  expect(reading.barcodes.map(({ id }) => id)).toEqual(['b0', 'b1']);
  expect(reading.pages).toMatchObject([
    { number: 1, top: 0 },
    { number: 2, top: first.page.height },
  ]);
  expect(reading.page.height).toBe(first.page.height + second.page.height);
});

test.each([0, 90, 180, 270] as const)(
  'a page that has to be turned by %i° is read upright, and its evidence comes back where it was',
  (rotation) => {
    const pages = [
      pageOf('Invoice\nNumber 1', 1),
      held(pageOf('Subtotal   400.00\nTotal   480.00', 2), rotation),
    ];
    const joined = joinPages(pages);
    expect(layoutOf(joined.reading).rows.map(({ text }) => text)).toEqual([
      'Invoice',
      'Number 1',
      'Subtotal 400.00',
      'Total 480.00',
    ]);
    for (const [index, line] of joined.reading.lines.entries()) {
      const [page, at] = index < 2 ? [pages[0]!, index] : [pages[1]!, index - 2];
      expect(joined.toPage({ box: line.box, line: line.id })).toEqual({
        box: page.lines[at]!.box,
        line: page.lines[at]!.id,
        page: page.page.number,
      });
    }
    const code = joined.reading.barcodes[1]!;
    expect(joined.toPage({ box: code.box, barcode: code.id, from: 0, to: 3 })).toEqual({
      box: pages[1]!.barcodes[0]!.box,
      barcode: 'b0',
      from: 0,
      to: 3,
      page: 2,
    });
  },
);

test('free pixels are of the page they lie on; places that a check cites go along', () => {
  const joined = joinPages([pageOf('Invoice', 1), pageOf('Total   480.00', 2)]);
  const { height } = pageOf('Invoice', 1).page;
  const box: Quad = [
    [0, height + 4],
    [9, height + 4],
    [9, height + 8],
    [0, height + 8],
  ];
  const cited = seenLine(joined.reading.lines[2]!);
  const total = textField(cited, {
    checks: [
      check('sum', true, 'It adds up.', {
        rule: 'sum',
        of: [{ amount: '480.00', evidence: cited.evidence }],
      }),
    ],
  })!;
  const tick = textField(seenBox(box, 'yes', 0.9))!;
  const record = placeRecord({ type: 'note', confidence: 1, fields: { total, tick } }, joined);
  expect(record.fields.tick?.evidence).toMatchObject([
    {
      page: 2,
      box: [
        [0, 4],
        [9, 4],
        [9, 8],
        [0, 8],
      ],
    },
  ]);
  expect(record.fields.total?.evidence).toMatchObject([{ page: 2, line: 'l1' }]);
  expect(record.fields.total?.checks[0]?.rule).toMatchObject({
    of: [{ evidence: [{ page: 2, line: 'l1' }] }],
  });
  expect(firstPageOf(record)).toBe(2);
});

test('a picture of its own stays as it is, without a page to name', () => {
  const alone = pageOf('Total   480.00', 1, 1);
  const { reading, toPage } = joinPages([alone]);
  expect(reading).toBe(alone);
  const evidence = seenLine(alone.lines[0]!).evidence[0]!;
  expect(toPage(evidence)).toBe(evidence);
  expect(firstPageOf({ fields: { total: textField(seenLine(alone.lines[0]!))! } })).toBeUndefined();
});
