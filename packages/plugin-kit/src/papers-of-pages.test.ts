import { describe, expect, test } from 'vitest';
import { papersOf } from './papers-of-pages.ts';
import { readingOfText } from './reading-of-text.ts';

/** Which pages are one paper, by their numbers. */
function told(...texts: string[]): number[][] {
  const pages = texts.map((text, index) => {
    const reading = readingOfText(text);
    return { ...reading, page: { ...reading.page, number: index + 1, of: texts.length } };
  });
  return papersOf(pages).map((paper) => paper.map(({ page }) => page.number));
}

const receipt = (shop: string, total: string) =>
  `${shop}\n12 High Street\n21/11/2026   14:02\nBread   2.10\nMilk   1.20\nTOTAL   ${total}\nCARD   ${total}\nThank you`;
const head = 'Northern Ltd\nINVOICE\nInvoice No: INV-2041\nDate: 3 November 2026\nBill to: Harbour Foods';
const sums = 'Subtotal   400.00\nVAT 20%   80.00\nTotal   480.00\nIBAN DE02 1203 0000 0000 2020 51';

describe('one paper', () => {
  test.each([
    ['an invoice whose sums are on its second page', [`${head}\nFilter   200.00\nPump   200.00`, sums]],
    [
      'an invoice and its terms',
      [`${head}\n${sums}`, 'TERMS AND CONDITIONS\n1. Goods remain ours until paid.\n2. Interest is due.'],
    ],
    [
      'a page that repeats head and number',
      [`${head}\nFilter   200.00\nTotal   200.00`, `${head}\nPump   200.00\n${sums}`],
    ],
    [
      'an invoice and the slip it was paid by',
      [`${head}\n${sums}`, 'RECEIPT\n03/11/2026 12:14\nInvoice INV-2041\nTotal   480.00\nVISA   480.00'],
    ],
    [
      'a receipt cut in two',
      [
        'Corner Shop\n21/11/2026\nBread   2.10\nMilk   1.20',
        'Cheese   4.00\nTOTAL   7.30\nCASH   10.00\nCHANGE   2.70',
      ],
    ],
    [
      'printed numbers',
      [`${receipt('Bar Sol', '12.00')}\nPage 1 of 2`, `${receipt('Bar Sol', '14.00')}\nPage 2 of 2`],
    ],
    [
      'a sum that is carried forward',
      [`${head}\nTotal   200.00\nCarried forward   200.00`, `Facture\nTotal   480.00`],
    ],
    ['a letter', ['Dear Sir,\nwe write to you.', 'With kind regards,\nA. Smith']],
  ])('%s', (_, pages) => {
    expect(told(...pages)).toEqual([[1, 2]]);
  });
});

test('what carries its data in a file is one paper, whatever was put before it', () => {
  const pages = [receipt('Bar Sol', '3.30'), `${head}\n${sums}`].map((text, index) => {
    const reading = readingOfText(text);
    return { ...reading, page: { ...reading.page, number: index + 1, of: 2 } };
  });
  expect(papersOf(pages)).toHaveLength(2);
  const file = {
    id: 'f0',
    name: 'factur-x.xml',
    format: 'CII D16B',
    profile: 'EN 16931',
    values: [],
    lists: [],
    checks: [],
  };
  const [first, second] = pages as [(typeof pages)[0], (typeof pages)[0]];
  expect(papersOf([{ ...first, files: [file] }, second])).toHaveLength(1);
});

describe('several papers', () => {
  test('three receipts on three pages', () => {
    expect(told(receipt('Bar Sol', '3.30'), receipt('Kiosk', '4.10'), receipt('Bakery', '3.30'))).toEqual([
      [1],
      [2],
      [3],
    ]);
  });

  test('two invoices, the first with its terms', () => {
    const other = head.replace('INV-2041', 'INV-2042');
    expect(told(`${head}\n${sums}`, 'TERMS\nGoods remain ours.', `${other}\n${sums}`)).toEqual([[1, 2], [3]]);
  });

  test('a covering letter and what it covers', () => {
    expect(told('Dear Sir,\nplease find our bill.\nWith kind regards', `${head}\n${sums}`)).toEqual([
      [1],
      [2],
    ]);
  });

  test('a delivery note and the invoice for it', () => {
    expect(told('DELIVERY NOTE\nNo 77120\n2 pumps\n3 filters', `${head}\n${sums}`)).toEqual([[1], [2]]);
  });

  test('papers of one page each, as they say themselves', () => {
    expect(told('Letter\nPage 1 of 1', 'Other letter\nPage 1 of 1')).toEqual([[1], [2]]);
  });
});

test('no page is no paper, and one is one', () => {
  expect(told()).toEqual([]);
  expect(told(receipt('Bar Sol', '3.30'))).toEqual([[1]]);
});
