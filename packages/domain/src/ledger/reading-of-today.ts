import { sql } from 'kysely';

/** Processor milliseconds a company's readings cost today (UTC); `s`: its settings. */
export const readingMsToday = sql`app.reading_ms_today(s.company_id)`;

/** Whether the company's reading of today is used up. */
export const isReadingUsedUp = sql`${readingMsToday} >= s.max_reading_seconds_per_day::bigint * 1000`;
