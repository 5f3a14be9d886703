/** Periods that end now, by their name in the address. */
export const periods = {
  '10m': { name: 'ten_minutes', ms: 600_000 },
  '1h': { name: 'hour', ms: 3_600_000 },
  '6h': { name: 'six_hours', ms: 6 * 3_600_000 },
  '24h': { name: 'day', ms: 86_400_000 },
  '7d': { name: 'week', ms: 7 * 86_400_000 },
  '30d': { name: 'month', ms: 30 * 86_400_000 },
} as const;
export type PeriodName = keyof typeof periods;
const usual: PeriodName = '1h';

export interface Period {
  /** Null: between two moments somebody zoomed to. */
  name: PeriodName | null;
  /** ISO 8601. */
  from: string;
  to: string;
}

/** `?period=6h`, or `?from=…&to=…` in ISO 8601; anything else is the last hour. */
export function periodOf(params: URLSearchParams, now = Date.now()): Period {
  const [from, to] = [Date.parse(params.get('from') ?? ''), Date.parse(params.get('to') ?? '')];
  if (from < to && to - from <= 3650 * 86_400_000 && from > 0)
    return { name: null, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const asked = params.get('period') ?? '';
  const name = Object.hasOwn(periods, asked) ? (asked as PeriodName) : usual;
  return { name, from: new Date(now - periods[name].ms).toISOString(), to: new Date(now).toISOString() };
}
