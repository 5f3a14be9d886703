// cspell:disable -- dates in many languages
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber } from './calendar.ts';
import { findDates, parseDate } from './dates.ts';
import { parseMonth } from './months.ts';
import { findTimes } from './times.ts';

const today = '2026-03-10';
const at = (locale: string, past = false) => ({ locale, today, past });

describe('parseDate', () => {
  it.each([
    ['2026-03-25', '2026-03-25'],
    ['2026/3/25', '2026-03-25'],
    ['25.03.2026', '2026-03-25'],
    ['25.3.26', '2026-03-25'],
    ["25-03-'26", '2026-03-25'],
    ['25 March 2026', '2026-03-25'],
    ['25. März 2026', '2026-03-25'],
    ['25 mars 2026', '2026-03-25'],
    ['25 de marzo de 2026', '2026-03-25'],
    ['25 maart 2026', '2026-03-25'],
    ['25 marzo 2026', '2026-03-25'],
    ['25-MAR-26', '2026-03-25'],
    ['25MAR2026', '2026-03-25'],
    ['25th of March, 2026', '2026-03-25'],
    ['March 25, 2026', '2026-03-25'],
    ["Mar 25 '26", '2026-03-25'],
    ['20260325', '2026-03-25'],
    ['25/O3/2O26', '2026-03-25'],
    ['1 janvier 1999', '1999-01-01'],
    ['29/02/2024', '2024-02-29'],
  ])('reads %s whatever the locale', (printed, value) => {
    for (const locale of ['en-GB', 'en-US', 'de-DE', 'sv-SE']) {
      const date = parseDate(printed, at(locale));
      expect(date?.value).toBe(value);
      if (/\d{4}/.test(printed)) expect(date?.ambiguous).toBeUndefined();
    }
  });

  it('decides between day and month by the locale and says so', () => {
    expect(parseDate('05/03/2026', at('en-GB'))).toMatchObject({
      value: '2026-03-05',
      ambiguous: ['2026-05-03'],
    });
    expect(parseDate('05/03/2026', at('en-US'))).toMatchObject({
      value: '2026-05-03',
      ambiguous: ['2026-03-05'],
    });
    expect(parseDate('05/05/2026', at('en-US'))?.ambiguous).toBeUndefined();
  });

  it('lets a date that must lie in the past decide', () => {
    expect(parseDate('05/03/2026', at('en-US', true))).toMatchObject({ value: '2026-03-05' });
    expect(parseDate('05/03/2026', at('en-US', true))?.ambiguous).toBeUndefined();
  });

  it.each([
    '31/02/2026',
    '12:30',
    '1.2.3',
    '25 March',
    'May',
    '13/13/2026',
    '192.168.10.20',
    '100/20/2026',
    '1851-A',
    '00/00/2000',
    '3 x 4.00',
  ])('declines %j', (text) => expect(parseDate(text, at('en-GB'))).toBeUndefined());

  it('finds dates inside a line with their place', () => {
    const text = 'DATE: 30/03/2018 # 8:13 PM, due 15. Apr 2018';
    const found = findDates(text, at('en-GB'));
    expect(found.map((date) => date.value)).toEqual(['2018-03-30', '2018-04-15']);
    for (const date of found) expect(text.slice(date.index, date.index + date.raw.length)).toBe(date.raw);
  });

  it('does not find a date inside a telephone or account number', () => {
    for (const text of [
      'TEL 03-5542-3228',
      'IBAN DE02 1203 0000 0000 2020 51',
      '+49 30 12-03-2018-77',
      'v1.12.03.2018.4',
    ])
      expect(findDates(text, at('de-DE'))).toEqual([]);
  });

  it('reads back every day in every written order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: dayNumber('1990-01-01'), max: dayNumber('2026-03-09') }),
        fc.constantFrom('-', '/', '.'),
        (day, mark) => {
          const iso = new Date(day * 86_400_000).toISOString().slice(0, 10);
          expect(dayNumber(iso)).toBe(day);
          const [y, m, dd] = iso.split('-');
          expect(parseDate([dd, m, y].join(mark), at('de-DE'))?.value).toBe(iso);
          expect(parseDate([m, dd, y].join(mark), at('en-US'))?.value).toBe(iso);
          expect(parseDate([y, m, dd].join(mark), at('fr-FR'))?.value).toBe(iso);
        },
      ),
      { seed: 20260305 },
    );
  });
});

it('knows month names and abbreviations of many languages, and none where they disagree', () => {
  expect(['Dez.', 'août', 'ottobre', 'lokakuu', 'Ogos', 'prosince', 'kwietnia'].map(parseMonth)).toEqual([
    12, 8, 10, 10, 8, 12, 4,
  ]);
  expect(parseMonth('xyz')).toBeUndefined();
});

describe('findTimes', () => {
  it.each([
    ['14:05', '14:05'],
    ['14:05:59', '14:05:59'],
    ['8:13 PM', '20:13'],
    ['12:01 am', '00:01'],
    ['20h15', '20:15'],
    ['18.05 Uhr', '18:05'],
    ['kl. 18.05', '18:05'],
    ['2026-03-05T08:30', '08:30'],
  ])('reads %s', (printed, value) =>
    expect(findTimes(printed.replace('T', ' ')).map((time) => time.value)).toEqual([value]),
  );
  it.each(['25:00', '12:60', '18.05', '1:2:3', '12:5', '3.50'])('declines %s', (text) =>
    expect(findTimes(text)).toEqual([]),
  );
});
