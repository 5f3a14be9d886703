import { expect, test } from 'vitest';
import { ImageError } from '../errors.ts';
import { orderOf, pageIn } from './page-source.ts';

/** A file that has as many pages as its first byte says; 0 is damaged. */
const file = (pages: number) => Uint8Array.of(pages);
const order = (drawn: number, attached: number[]) => {
  const source = {
    drawn: file(drawn),
    attached: attached.map((pages, index) => ({ name: `a${index}.pdf`, bytes: file(pages) })),
  };
  return orderOf(source, async ([pages]) => {
    if (!pages) throw new ImageError('pdf.damaged', 'The PDF is damaged.');
    return pages;
  });
};

test('pages of attached files follow those that were drawn, without what is damaged', async () => {
  const made = await order(2, [1, 0, 3]);
  expect(made.pages).toBe(6);
  const places = [1, 2, 3, 4, 5, 6].map((page) => pageIn(made, page));
  expect(places.map(({ page, isDrawn, attachment }) => [page, isDrawn, attachment])).toEqual([
    [1, true, undefined],
    [2, true, undefined],
    [1, false, 'a0.pdf'],
    [1, false, 'a2.pdf'],
    [2, false, 'a2.pdf'],
    [3, false, 'a2.pdf'],
  ]);
  expect(made.notShown).toEqual([{ name: 'a1.pdf', code: 'not_shown', reason: 'The PDF is damaged.' }]);
  for (const page of [0, 7, 1.5]) expect(() => pageIn(made, page)).toThrow(/no page/);
});

test('what would be too many pages, and every file after the tenth, is left out', async () => {
  const made = await order(1, [199, 1, 0]);
  expect([made.pages, made.notShown.map(({ code }) => code)]).toEqual([200, ['too_many_pages', 'not_shown']]);
  const many = await order(
    1,
    Array.from({ length: 12 }, () => 1),
  );
  expect([many.pages, many.notShown.map(({ name }) => name)]).toEqual([11, ['a10.pdf', 'a11.pdf']]);
});
