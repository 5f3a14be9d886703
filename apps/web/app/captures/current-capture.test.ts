import { describe, expect, it } from 'vitest';
import { currentCapture, rowAfter, rowBeside, targetOf, type Whereabouts } from './current-capture.ts';

const order = ['a', 'b', 'c', 'd'];
const list: Whereabouts = { openId: undefined, rowId: 'a', order };
/** What is shown takes the row along, as the page does however one came there. */
const shows = (openId: string): Whereabouts => ({ openId, rowId: openId, order });
const nothing = { isSelecting: false, showsList: true };

describe('the capture that keys act on', () => {
  /** Every way of moving on, from `a` as somebody clicked or walked to it, and what one sees then. */
  const ways: [way: string, after: Whereabouts, seen: string][] = [
    ['a click', shows('b'), 'b'],
    ['j in the list', { ...list, rowId: rowBeside(list, 1) }, 'b'],
    ['j with a capture shown', shows(rowBeside(shows('a'), 1)!), 'b'],
    ['k in the list', { ...list, rowId: rowBeside({ ...list, rowId: 'c' }, -1) }, 'b'],
    ['k with a capture shown', shows(rowBeside(shows('c'), -1)!), 'b'],
    ['Enter', shows(currentCapture({ ...list, rowId: 'b' })!), 'b'],
    ['n', shows('c'), 'c'],
    ['n to a capture further down than is loaded', shows('far below'), 'far below'],
    ['c that moves on by itself', shows('d'), 'd'],
    ['Escape', { openId: undefined, rowId: 'c', order }, 'c'],
    ['a row that has the focus beside another capture', { openId: 'b', rowId: 'a', order }, 'b'],
  ];
  it.each(ways)('is the one that is shown after %s', (_, after, seen) => {
    expect(currentCapture(after)).toBe(seen);
    expect(targetOf(after, nothing)).toEqual({ of: 'one', id: seen });
  });

  it('is none where the row has gone, and not the one that took its place', () => {
    const gone = { ...list, rowId: 'b', order: ['a', 'c', 'd'] };
    expect(currentCapture(gone)).toBeUndefined();
    expect(targetOf(gone, nothing)).toEqual({ of: 'nothing' });
    expect(targetOf({ ...list, rowId: undefined }, nothing)).toEqual({ of: 'nothing' });
  });

  it('gives way to selected rows, but only where one sees them', () => {
    expect(targetOf(shows('a'), { isSelecting: true, showsList: true })).toEqual({ of: 'selection' });
    // One pane at a time: at 200% the list is behind the capture.
    expect(targetOf(shows('a'), { isSelecting: true, showsList: false })).toEqual({ of: 'one', id: 'a' });
  });
});

describe('moving in the list', () => {
  it('stays at its ends and begins at the top', () => {
    expect(rowBeside({ ...list, rowId: 'd' }, 1)).toBe('d');
    expect(rowBeside(list, -1)).toBe('a');
    expect(rowBeside({ ...list, rowId: undefined }, 1)).toBe('a');
    expect(rowBeside({ ...list, order: [] }, 1)).toBeUndefined();
  });

  it('goes on from where one is going to while that is not shown yet: a key held down reaches the end', () => {
    let where = shows('a');
    for (const expected of ['b', 'c', 'd', 'd']) {
      where = { ...where, rowId: rowBeside(where, 1) };
      expect(where.rowId).toBe(expected);
      expect(currentCapture(where)).toBe('a');
    }
  });

  it('goes on below what has left, above where nothing is below', () => {
    expect(rowAfter(order, 'b', new Set(['b', 'c']))).toBe('d');
    expect(rowAfter(order, 'd', new Set(['d', 'c']))).toBe('b');
    expect(rowAfter(order, 'a', new Set(order))).toBeUndefined();
    expect(rowAfter(order, 'not in the list', new Set())).toBeUndefined();
  });
});
