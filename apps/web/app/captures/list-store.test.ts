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
  const start = listOf(page([row('c', 3), row('b', 2), row('a', 1)]));

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
    const next = changeList(listOf(page([])), {
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
    const paged = listOf(page([row('c', 3), row('b', 2)], 'cursor', 50));
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
    const paged = listOf(page([row('c', 3), row('b', 2)], 'cursor', 3));
    const next = changeList(paged, { type: 'more', page: page([row('b', 2), row('a', 1)], undefined, 3) });
    expect(next.order).toEqual(['c', 'b', 'a']);
    expect(next.nextCursor).toBeUndefined();
  });
});
