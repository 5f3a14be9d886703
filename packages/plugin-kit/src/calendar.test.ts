import { describe, expect, it } from 'vitest';
import { addDays, dayNumber, endOfMonth } from './calendar.ts';

describe('days of the calendar', () => {
  it('adds days across months, years and leap days', () => {
    expect(addDays('2026-10-12', 30)).toBe('2026-11-11');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2027-02-28', 1)).toBe('2027-03-01');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(addDays('2026-03-05', 0)).toBe('2026-03-05');
  });

  it('is the opposite of counting days, for every day of four centuries', () => {
    const first = dayNumber('1900-01-01');
    for (let day = 0; day < 146_097; day++) {
      const date = addDays('1900-01-01', day);
      if (dayNumber(date) !== first + day) throw new Error(`${date} is not day ${day} after 1900-01-01`);
    }
  });

  it('knows the last day of a month', () => {
    expect(endOfMonth('2026-11-11')).toBe('2026-11-30');
    expect(endOfMonth('2028-02-01')).toBe('2028-02-29');
    expect(endOfMonth('2026-12-31')).toBe('2026-12-31');
  });
});
