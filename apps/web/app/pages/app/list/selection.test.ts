import { describe, expect, it } from 'vitest';
import {
  extendTo,
  isSelected,
  nothingSelected,
  selectAllMatching,
  selectedCount,
  toggle,
  without,
} from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];

describe('selecting rows', () => {
  it('extends from the last toggled row in either direction', () => {
    const one = toggle(nothingSelected, 'd', order);
    expect([...extendTo(one, 'b', order).ids].sort()).toEqual(['b', 'c', 'd']);
    expect([...extendTo(one, 'e', order).ids].sort()).toEqual(['d', 'e']);
  });

  it('keeps the anchor, so that a second shift-click measures from the same row', () => {
    const once = extendTo(toggle(nothingSelected, 'b', order), 'd', order);
    expect([...extendTo(once, 'a', order).ids].sort()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('selects the row alone where the anchor has left the list', () => {
    const one = toggle(nothingSelected, 'gone', order);
    expect([...extendTo(one, 'c', order).ids].sort()).toEqual(['c', 'gone']);
  });

  it('counts all that match, loaded or not, and falls back to the loaded rows when one is taken out', () => {
    const all = selectAllMatching(order);
    expect(selectedCount(all, 91_200)).toBe(91_200);
    expect(isSelected(all, 'never loaded')).toBe(true);
    const less = toggle(all, 'c', order);
    expect(less.allMatching).toBe(false);
    expect([...less.ids]).toEqual(['a', 'b', 'd', 'e']);
  });

  it('forgets rows that are gone and nothing else', () => {
    const two = toggle(toggle(nothingSelected, 'a', order), 'b', order);
    expect([...without(two, ['a', 'x']).ids]).toEqual(['b']);
    expect(without(two, ['x'])).toBe(two);
  });
});
