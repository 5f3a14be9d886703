import { type CaptureFilter, type CaptureState, captureSources } from '@readout/domain/captures/rules';
import { isTimeZone } from '@readout/domain/time-zone';

export const places = ['inbox', 'archive', 'trash', 'kept', 'all'] as const;
export const states: readonly (CaptureState | 'unread')[] = [
  'received',
  'reading',
  'unread',
  'read',
  'failed',
];
export const reviews = ['needs_review', 'confirmed', 'rejected', 'any'] as const;

const day = /^\d{4}-\d\d-\d\d$/;
const name = /^[a-z][a-z0-9-]{0,59}$/;
const id = /^(me|[0-9a-f-]{36})$/i;

/** The filter an address names. Whatever it does not know it leaves out, so that an old link still opens. */
export function parseFilter(params: URLSearchParams): CaptureFilter {
  const filter: CaptureFilter = {};
  const one = <T extends string>(name: string, allowed: readonly T[]): T | undefined =>
    allowed.find((value) => value === params.get(name));
  const matching = (param: string, pattern: RegExp): string | undefined => {
    const value = params.get(param)?.trim();
    return value && pattern.test(value) ? value : undefined;
  };
  const place = one('place', places);
  if (place && place !== 'inbox') filter.place = place;
  const state = one('state', states);
  if (state) filter.state = state;
  const review = one('review', reviews);
  if (review) filter.review = review;
  const plugin = matching('plugin', name);
  if (plugin) filter.plugin = plugin;
  const type = matching('type', name);
  if (type) filter.type = type;
  const confidence = matching('confidence', /^\d{1,2}-\d{1,3}$/);
  if (confidence && isBand(confidence)) filter.confidence = confidence;
  const corrected = matching('corrected', /^[a-z][A-Za-z0-9]{0,59}$/);
  if (corrected) filter.corrected = corrected;
  for (const param of ['amountFrom', 'amountTo'] as const) {
    const amount = matching(param, /^\d{1,12}(\.\d{1,6})?$/);
    if (amount) filter[param] = amount;
  }
  const merchant = params.get('merchant')?.trim().slice(0, 100);
  if (merchant && /[\p{L}\p{N}]/u.test(merchant)) filter.merchant = merchant;
  const failed = matching('failed', /^[a-z][a-z0-9_-]{0,59}$/);
  if (failed) filter.failed = failed;
  const confirmedBy = params.get('confirmedBy') === 'rule' ? 'rule' : matching('confirmedBy', id);
  if (confirmedBy) filter.confirmedBy = confirmedBy;
  const source = one('source', captureSources);
  if (source) filter.source = source;
  const assigned = matching('assigned', id);
  if (assigned) filter.assigned = assigned;
  const createdBy = matching('createdBy', id);
  if (createdBy) filter.createdBy = createdBy;
  for (const param of ['from', 'to', 'waitingAt', 'documentFrom', 'documentTo'] as const) {
    const value = matching(param, day);
    if (value && isDate(value)) filter[param] = value;
  }
  const timeZone = params.get('timeZone');
  if (timeZone && (filter.from || filter.to || filter.waitingAt) && isTimeZone(timeZone))
    filter.timeZone = timeZone;
  if (params.get('duplicates') === 'true') filter.duplicates = true;
  const q = params.get('q')?.trim().slice(0, 500);
  if (q) filter.q = q;
  return filter;
}

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function isBand(text: string): boolean {
  const [from = 0, to = 0] = text.split('-').map(Number);
  return from < to && to <= 100;
}

/** The filter of an address as the interface takes it. */
export function listQuery(query: string) {
  const { duplicates, ids: _, ...filter } = parseFilter(new URLSearchParams(query));
  return { ...filter, ...(duplicates ? { duplicates: 'true' as const } : {}) };
}

/** The same filter, always the same text: addresses, saved views and comparisons rely on it. */
export function filterQuery(filter: CaptureFilter): string {
  const params = new URLSearchParams();
  const names = [
    'place',
    'state',
    'review',
    'plugin',
    'type',
    'confidence',
    'corrected',
    'amountFrom',
    'amountTo',
    'documentFrom',
    'documentTo',
    'merchant',
    'failed',
    'confirmedBy',
    'source',
    'assigned',
    'createdBy',
    'from',
    'to',
    'waitingAt',
    'timeZone',
    'duplicates',
    'q',
  ] as const;
  for (const name of names) {
    const value = filter[name];
    if (value !== undefined && value !== '' && value !== false && !(name === 'place' && value === 'inbox'))
      params.set(name, String(value));
  }
  return params.toString();
}

/** With `key` set, or taken out with undefined. */
export function withFilter<K extends keyof CaptureFilter>(
  filter: CaptureFilter,
  key: K,
  value: CaptureFilter[K] | undefined,
): CaptureFilter {
  const { [key]: _, ...rest } = filter;
  return value === undefined || value === '' ? rest : { ...rest, [key]: value };
}

/** With a day that somebody chose on a calendar: their own day, unless the other days of the filter are another's. */
export function withDay(
  filter: CaptureFilter,
  key: 'from' | 'to' | 'waitingAt',
  value: string | undefined,
): CaptureFilter {
  const next = withFilter(filter, key, value);
  const { timeZone, ...rest } = next;
  if (!(next.from || next.to || next.waitingAt)) return rest;
  return { ...next, timeZone: timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone };
}

/** Filters beyond place and text, shown as a number on the filter button. */
export const activeFilters = (filter: CaptureFilter): number =>
  Object.keys(filter).filter((name) => !['place', 'q', 'ids', 'timeZone'].includes(name)).length;
