import {
  type CaptureFilter,
  type CaptureSort,
  type CaptureState,
  captureSorts,
  captureSources,
  maxTagLength,
} from '@readout/domain/captures/rules';
import { isTimeZone } from '@readout/domain/time-zone';

/** What the address of the list says: what is in it, and in which order. */
export type ListFilter = CaptureFilter & { sort?: CaptureSort };

export const usualSort: CaptureSort = '-captured';

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
export function parseFilter(params: URLSearchParams): ListFilter {
  const filter: ListFilter = {};
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
  const tag = params.get('tag')?.trim().slice(0, maxTagLength);
  if (tag) filter.tag = tag;
  const q = params.get('q')?.trim().slice(0, 500);
  if (q) filter.q = q;
  const sort = one('sort', captureSorts);
  if (sort && sort !== usualSort) filter.sort = sort;
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
  const { duplicates, ids: _, sort: __, ...filter } = parseFilter(new URLSearchParams(query));
  return { ...filter, ...(duplicates ? { duplicates: 'true' as const } : {}) };
}

export const sortOf = (query: string): CaptureSort =>
  parseFilter(new URLSearchParams(query)).sort ?? usualSort;

/** The same filter, always the same text: addresses, saved views and comparisons rely on it. */
export function filterQuery(filter: ListFilter): string {
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
    'tag',
    'q',
    'sort',
  ] as const;
  for (const name of names) {
    const value = filter[name];
    const isUsual = (name === 'place' && value === 'inbox') || (name === 'sort' && value === usualSort);
    if (value !== undefined && value !== '' && value !== false && !isUsual) params.set(name, String(value));
  }
  return params.toString();
}

/** With `key` set, or taken out with undefined. */
export function withFilter<K extends keyof ListFilter>(
  filter: ListFilter,
  key: K,
  value: ListFilter[K] | undefined,
): ListFilter {
  const { [key]: _, ...rest } = filter;
  return value === undefined || value === '' ? rest : { ...rest, [key]: value };
}

/** With a day that somebody chose on a calendar: their own day, unless the other days of the filter are another's. */
export function withDay(
  filter: ListFilter,
  key: 'from' | 'to' | 'waitingAt',
  value: string | undefined,
): ListFilter {
  const next = withFilter(filter, key, value);
  const { timeZone, ...rest } = next;
  if (!(next.from || next.to || next.waitingAt)) return rest;
  return { ...next, timeZone: timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone };
}

/** Filters beyond place, text and order, shown as a number on the filter button. */
export const activeFilters = (filter: CaptureFilter): number =>
  Object.keys(filter).filter((name) => !['place', 'q', 'ids', 'timeZone', 'sort'].includes(name)).length;
