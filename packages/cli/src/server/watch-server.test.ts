import { expect, it } from 'vitest';
import { createNews } from './watch-server.ts';

const item = (id: string, minute: number, second = 0) => ({
  id,
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute, second)).toISOString(),
});

it('tells what is new once, oldest first, and never what was there', async () => {
  let items = [item('b', 1, 10), item('a', 1)];
  let read = 0;
  const news = createNews(async function* () {
    for (const each of items) {
      read++;
      yield each;
    }
  });
  expect(await news.look()).toEqual([]);
  expect(await news.look()).toEqual([]);
  items = [item('d', 3), item('c', 2), ...items];
  expect((await news.look()).map(({ id }) => id)).toEqual(['c', 'd']);
  // Made by a transaction that took long.
  items = [item('f', 4), items[0]!, item('e', 2, 50), ...items.slice(1)];
  expect((await news.look()).map(({ id }) => id)).toEqual(['e', 'f']);
  // What is gone brings nothing old up.
  items = items.filter(({ id }) => id !== 'f' && id !== 'd');
  expect(await news.look()).toEqual([]);
  // What is long known is not asked for again and again.
  items = [...items, ...Array.from({ length: 500 }, (_, index) => item(`old${index}`, 0))];
  read = 0;
  expect(await news.look()).toEqual([]);
  expect(read).toBeLessThan(10);
});

it('a list that was empty tells the first that comes', async () => {
  const items: { id: string; createdAt: string }[] = [];
  const news = createNews(async function* () {
    yield* items;
  });
  expect(await news.look()).toEqual([]);
  items.push(item('a', 1));
  expect(await news.look()).toEqual([item('a', 1)]);
  expect(await news.look()).toEqual([]);
});
