import { expect, test } from 'vitest';
import type { ItemRow } from '../store/rows.ts';
import { chooseNext, maxParallel } from './choose-next.ts';

const now = 1_000_000_000;
const row = (clientId: string, more: Partial<ItemRow> = {}): ItemRow => ({
  clientId,
  userId: 'u',
  companyId: 'c',
  addedAt: 1,
  byteSize: 1000,
  chunkCount: 1,
  state: 'stored',
  attempts: 0,
  nextTryAt: 0,
  sentBytes: 0,
  keyId: 'k',
  sealed: new ArrayBuffer(0),
  ...more,
});
const chosen = (rows: ItemRow[], sending: string[] = []) =>
  chooseNext(rows, { sending: new Set(sending), now }).next.map(({ clientId }) => clientId);

test('the oldest go first, a few at a time', () => {
  const rows = Array.from({ length: 10 }, (_, index) => row(`${index}`));
  expect(chosen(rows)).toEqual(['0', '1', '2']);
  expect(chosen(rows, ['0', '1'])).toEqual(['2']);
  expect(
    chosen(
      rows,
      rows.slice(0, maxParallel).map(({ clientId }) => clientId),
    ),
  ).toEqual([]);
});

test('an item that waits for its next try holds up nobody, and is looked at when its time has come', () => {
  const rows = [row('later', { nextTryAt: now + 5000 }), row('other')];
  const { next, wakeAt } = chooseNext(rows, { sending: new Set(), now });
  expect(next.map(({ clientId }) => clientId)).toEqual(['other']);
  expect(wakeAt).toBe(now + 5000);
});

test('large files leave a way free for small ones', () => {
  const large = { byteSize: 50_000_000 };
  expect(chosen([row('a', large), row('b', large), row('c', large), row('small')])).toEqual([
    'a',
    'b',
    'small',
  ]);
  expect(chosen([row('a', large), row('b', large), row('c', large)], ['a', 'b'])).toEqual([]);
});

test('pages of a document wait until the server has its first', () => {
  const pages = [
    row('p2', { document: { id: 'p1', page: 2 } }),
    row('p1', { document: { id: 'p1', page: 1 } }),
  ];
  expect(chosen(pages)).toEqual(['p1']);
  expect(chosen(pages, ['p1'])).toEqual([]);
  expect(chosen([row('p2', { document: { id: 'p1', page: 2 } })])).toEqual(['p2']);
});

test('a clock that was set back delays nothing for longer than a try ever waits', () => {
  expect(chosen([row('a', { nextTryAt: now + 365 * 86_400_000 })])).toEqual(['a']);
});

test('what failed, was deleted or arrived is not sent', () => {
  expect(
    chosen([
      row('failed', { state: 'failed' }),
      row('deleted', { trashedAt: 1 }),
      row('received', { state: 'received' }),
    ]),
  ).toEqual([]);
});
