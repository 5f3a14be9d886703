import { describe, expect, it } from 'vitest';
import { activeFilters, filterQuery, parseFilter, withFilter } from './filters.ts';

const parsed = (query: string) => parseFilter(new URLSearchParams(query));

describe('filters in the address', () => {
  it('survive the way through the address unchanged', () => {
    const query =
      'place=archive&state=failed&review=needs_review&plugin=shipping-label&source=paste&assigned=me&from=2026-01-02&to=2026-02-03&duplicates=true&q=acme+%2212+50%22';
    expect(filterQuery(parsed(query))).toBe(query);
  });

  it('are the same text in whatever order they came', () => {
    expect(filterQuery(parsed('q=x&state=read'))).toBe(filterQuery(parsed('state=read&q=x')));
  });

  it('leave out what is unknown instead of failing', () => {
    expect(parsed("state=bogus&from=yesterday&plugin=../x&assigned=';--&q=%20&place=inbox")).toEqual({});
  });

  it('count without place and text, which have their own controls', () => {
    expect(activeFilters(parsed('place=trash&q=a&state=read&from=2026-01-01'))).toBe(2);
  });

  it('are taken out by an undefined value', () => {
    expect(withFilter({ state: 'read', q: 'x' }, 'state', undefined)).toEqual({ q: 'x' });
  });
});
