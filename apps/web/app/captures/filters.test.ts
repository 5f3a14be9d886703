import { describe, expect, it } from 'vitest';
import { activeFilters, filterQuery, parseFilter, withDay, withFilter } from './filters.ts';

const parsed = (query: string) => parseFilter(new URLSearchParams(query));

describe('filters in the address', () => {
  it('survive the way through the address unchanged', () => {
    const query =
      'place=archive&state=failed&review=needs_review&plugin=shipping-label&source=paste&assigned=me&from=2026-01-02&to=2026-02-03&duplicates=true&q=acme+%2212+50%22';
    expect(filterQuery(parsed(query))).toBe(query);
  });

  it('survive it with all that the dashboard links to', () => {
    for (const query of [
      'place=kept&state=unread&from=2026-01-02&to=2026-01-02&timeZone=Asia%2FKathmandu',
      'place=kept&review=confirmed&plugin=receipt&type=receipt&corrected=total',
      'review=any&confidence=90-100&corrected=none',
      'amountFrom=100&amountTo=249.5&documentFrom=2026-01-01&documentTo=2026-03-31&merchant=Caf%C3%A9+%26+Co&failed=same_number&confirmedBy=rule',
      'place=all&waitingAt=2026-03-29&timeZone=Europe%2FBerlin',
      'merchant=acme&tag=To+pay&q=invoice&sort=-amount',
    ])
      expect(filterQuery(parsed(query))).toBe(query);
  });

  it('name a time zone only with days that it is about', () => {
    expect(parsed('timeZone=Europe/Berlin')).toEqual({});
    expect(parsed('from=2026-01-02&timeZone=Mars')).toEqual({ from: '2026-01-02' });
    expect(withDay({ from: '2026-01-02', timeZone: 'Asia/Kathmandu' }, 'to', '2026-01-03')).toEqual({
      from: '2026-01-02',
      to: '2026-01-03',
      timeZone: 'Asia/Kathmandu',
    });
    expect(withDay({}, 'from', '2026-01-02').timeZone).toBe(
      new Intl.DateTimeFormat().resolvedOptions().timeZone,
    );
    expect(withDay({ from: '2026-01-02', timeZone: 'Asia/Kathmandu' }, 'from', '')).toEqual({});
  });

  it('are the same text in whatever order they came', () => {
    expect(filterQuery(parsed('q=x&state=read'))).toBe(filterQuery(parsed('state=read&q=x')));
  });

  it('leave out what is unknown instead of failing', () => {
    expect(parsed('from=2026-02-31&to=0&confidence=90-80&corrected=../x&type=X&waitingAt=x')).toEqual({});
    expect(
      parsed('amountFrom=-1&amountTo=1e3&documentFrom=2026-02-31&merchant=%25&failed=%27&confirmedBy=x'),
    ).toEqual({});
    expect(parsed('sort=created_at')).toEqual({});
    expect(parsed("state=bogus&from=yesterday&plugin=../x&assigned=';--&q=%20&place=inbox")).toEqual({});
  });

  it('count without place, text and order, which have their own controls', () => {
    expect(activeFilters(parsed('place=trash&q=a&state=read&from=2026-01-01&sort=date'))).toBe(2);
  });

  it('are taken out by an undefined value', () => {
    expect(withFilter({ state: 'read', q: 'x' }, 'state', undefined)).toEqual({ q: 'x' });
  });
});
