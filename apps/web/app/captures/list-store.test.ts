import type { CaptureListItem, CapturePage } from '@readout/domain/captures/rules';
import { describe, expect, it } from 'vitest';
import { changeList, listOf } from './list-store.ts';

function row(id: string, minute: number, over: Partial<CaptureListItem> = {}): CaptureListItem {
  return {
    id,
    fileName: `${id}.jpg`,
    title: null,
    state: 'read',
    failureCode: null,
    source: 'upload',
    pageCount: 1,
    width: 10,
    height: 10,
    duplicateOf: null,
    recordCount: 0,
    reviewCount: 0,
    assignedTo: null,
    createdBy: { id: 'u', name: 'U' },
    createdAt: `2026-11-21T10:${String(minute).padStart(2, '0')}:00.000Z`,
    archivedAt: null,
    trashedAt: null,
    revision: 1,
    records: [],
    tags: [],
    noteCount: 0,
    sortedBy: { date: null, amount: null, merchant: null, confidence: null },
    ...over,
  };
}

const page = (items: CaptureListItem[], nextCursor?: string, total = items.length): CapturePage => ({
  items,
  total,
  totalIsMinimum: false,
  ...(nextCursor ? { nextCursor } : {}),
});
const none = new Set<string>();

describe('the list while things happen', () => {
  const start = listOf(page([row('c', 3), row('b', 2), row('a', 1)]), '-captured');

  it('updates a changed row in its place', () => {
    const next = changeList(start, {
      type: 'refreshed',
      asked: ['b'],
      matching: [row('b', 2, { state: 'failed' })],
      others: [],
      mine: none,
    });
    expect(next.order).toEqual(['c', 'b', 'a']);
    expect(next.byId.get('b')?.state).toBe('failed');
  });

  it('takes in values of rows that are there and leaves all else as it is', () => {
    const values = { total: { label: 'Total', value: '9.90', type: 'amount' as const, rows: null } };
    const changed = changeList(start, {
      type: 'valued',
      items: [row('b', 2, { state: 'failed', values }), row('z', 9, { values })],
    });
    expect(changed.byId.get('b')).toEqual(row('b', 2, { values }));
    expect(changed.order).toEqual(start.order);
    // Nothing is drawn again for rows that have gone.
    expect(changeList(start, { type: 'valued', items: [row('z', 9, { values })] })).toBe(start);
  });

  it('holds back what others add until one asks for it', () => {
    const next = changeList(start, {
      type: 'refreshed',
      asked: ['d'],
      matching: [row('d', 4)],
      others: [],
      mine: none,
    });
    expect(next.order).toEqual(['c', 'b', 'a']);
    expect(next.waiting.map((item) => item.id)).toEqual(['d']);
    const shown = changeList(next, { type: 'show-waiting' });
    expect(shown.order).toEqual(['d', 'c', 'b', 'a']);
    expect(shown.total).toBe(4);
    expect(shown.waiting).toEqual([]);
  });

  it('shows what one added oneself, also where news of it came before its acknowledgement', () => {
    const news = { type: 'refreshed', asked: ['d'], matching: [row('d', 4)], others: [] } as const;
    const told = changeList(start, { ...news, mine: none });
    expect(told.waiting.map((item) => item.id)).toEqual(['d']);
    const next = changeList(told, { ...news, mine: new Set(['d']) });
    expect(next.order).toEqual(['d', 'c', 'b', 'a']);
    expect(next.total).toBe(4);
    expect(next.waiting).toEqual([]);
    expect(changeList(told, { type: 'claimed', mine: new Set(['d']) })).toEqual(next);
    expect(changeList(told, { type: 'claimed', mine: new Set(['b', 'x']) })).toEqual(told);
  });

  it('holds nothing back where nothing is shown: a search that found nothing finds what is read now', () => {
    const next = changeList(listOf(page([]), '-captured'), {
      type: 'refreshed',
      asked: ['d', 'e'],
      matching: [row('d', 4), row('e', 5)],
      others: [],
      mine: none,
    });
    expect(next.order).toEqual(['e', 'd']);
    expect(next.total).toBe(2);
    expect(next.waiting).toEqual([]);
  });

  it('shows at once what one adds oneself, newest first, and counts a repeated message once', () => {
    const change = {
      type: 'refreshed',
      asked: ['d', 'e'],
      matching: [row('d', 4), row('e', 5)],
      others: [],
      mine: new Set(['d', 'e']),
    } as const;
    const next = changeList(changeList(start, change), change);
    expect(next.order).toEqual(['e', 'd', 'c', 'b', 'a']);
    expect(next.total).toBe(5);
  });

  it('keeps a row that no longer fits the filter where it is, marked', () => {
    const next = changeList(start, {
      type: 'refreshed',
      asked: ['b'],
      matching: [],
      others: [row('b', 2)],
      mine: none,
    });
    expect(next.order).toEqual(['c', 'b', 'a']);
    expect(next.left.has('b')).toBe(true);
    expect(next.total).toBe(2);
    const back = changeList(next, {
      type: 'refreshed',
      asked: ['b'],
      matching: [row('b', 2)],
      others: [],
      mine: none,
    });
    expect(back.left.has('b')).toBe(false);
    expect(back.total).toBe(3);
  });

  it('takes out what one moved away oneself without counting it twice', () => {
    const moved = changeList(start, {
      type: 'refreshed',
      asked: ['b'],
      matching: [],
      others: [row('b', 2)],
      mine: none,
    });
    const next = changeList(moved, { type: 'drop-left' });
    expect(next.order).toEqual(['c', 'a']);
    expect(next.total).toBe(2);
    expect(next.left.size).toBe(0);
  });

  it('takes out a row that is gone for good', () => {
    const next = changeList(start, { type: 'refreshed', asked: ['b'], matching: [], others: [], mine: none });
    expect(next.order).toEqual(['c', 'a']);
    expect(next.total).toBe(2);
  });

  it('does not put an old row above a page that is not loaded yet', () => {
    const paged = listOf(page([row('c', 3), row('b', 2)], 'cursor', 50), '-captured');
    const next = changeList(paged, {
      type: 'refreshed',
      asked: ['z'],
      matching: [row('z', 0)],
      others: [],
      mine: none,
    });
    expect(next.waiting).toEqual([]);
    expect(next.order).toEqual(['c', 'b']);
  });

  it('appends the next page without repeating rows that moved between pages', () => {
    const paged = listOf(page([row('c', 3), row('b', 2)], 'cursor', 3), '-captured');
    const next = changeList(paged, { type: 'more', page: page([row('b', 2), row('a', 1)], undefined, 3) });
    expect(next.order).toEqual(['c', 'b', 'a']);
    expect(next.nextCursor).toBeUndefined();
  });

  it('puts what comes in where it belongs in a sorted list, and leaves the rest where it is', () => {
    const of = (id: string, minute: number, amount: number | null, over = {}) =>
      row(id, minute, { sortedBy: { date: null, amount, merchant: null, confidence: null }, ...over });
    const sorted = listOf(page([of('a', 1, 90), of('b', 2, 50), of('c', 3, null)]), '-amount');
    const changed = changeList(sorted, {
      type: 'refreshed',
      asked: [],
      // A person corrected `b`: it moves when the list is loaded again.
      matching: [
        of('b', 2, 99),
        of('d', 4, 70),
        of('e', 5, 200, { isNear: true }),
        of('f', 6, null),
        of('g', 0, null),
      ],
      others: [],
      mine: new Set(['d', 'e', 'f', 'g']),
    });
    expect(changed.order).toEqual(['a', 'b', 'd', 'f', 'c', 'g', 'e']);
    const more = listOf(page([of('a', 1, 90), of('b', 2, 50)], 'cursor', 9), '-amount');
    const held = changeList(more, {
      type: 'refreshed',
      asked: [],
      matching: [of('d', 4, 70), of('h', 5, 10)],
      others: [],
      mine: none,
    });
    // What stands further down comes with its own page.
    expect(held.waiting.map(({ id }) => id)).toEqual(['d']);
  });
});
