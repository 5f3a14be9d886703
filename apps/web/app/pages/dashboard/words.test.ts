import { describe, expect, it } from 'vitest';
import { dayNames, duration, listAddress, percent, spanOf } from '../../dashboard/words.ts';
import { textsIn } from '../../ui/texts.tsx';

const text = textsIn('en');

describe('words of the dashboard', () => {
  it('tell no share of nothing, and never round to all or none', () => {
    expect(percent(0, 0, text)).toBe('no data yet');
    expect(percent(0, 3, text)).toBe('0 %');
    expect(percent(1, 1000, text)).toBe('below 1 %');
    expect(percent(999, 1000, text)).toBe('above 99 %');
    expect(percent(2, 3, text)).toBe('67 %');
    expect(percent(3, 3, text)).toBe('100 %');
  });

  it('tell durations as exactly as they are known', () => {
    expect(
      [1, 59, 60, 90, 599, 3599, 9000, 80_000, 86_400, 864_000].map((seconds) => duration(seconds, 'en')),
    ).toEqual(['1 s', '59 s', '1 min', '1.5 min', '10 min', '1 h', '2.5 h', '22 h', '1 d', '10 d']);
  });

  it('take the period from the address, and 30 days where it names none', () => {
    expect([spanOf('7'), spanOf('90'), spanOf('8'), spanOf(null), spanOf('9e9')]).toEqual([
      7, 90, 30, 30, 30,
    ]);
  });

  it('name days and lists', () => {
    expect(dayNames('en')('2026-03-29')).toBe('Sun, Mar 29');
    expect(dayNames('de')('2026-03-29')).toBe('So., 29. März');
    expect(listAddress({ place: 'kept', from: '2026-03-29', timeZone: 'Asia/Kathmandu' })).toBe(
      '/app?place=kept&from=2026-03-29&timeZone=Asia%2FKathmandu',
    );
    expect(listAddress({})).toBe('/app');
  });
});
