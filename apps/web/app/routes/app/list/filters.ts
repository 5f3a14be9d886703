import type { CaptureFilter, CaptureSource, CaptureState } from '@readout/domain/captures/capture-types';

export const places = ['inbox', 'archive', 'trash', 'all'] as const;
export const states: readonly CaptureState[] = ['received', 'reading', 'read', 'failed'];
export const reviews = ['needs_review', 'confirmed', 'rejected'] as const;
export const sources: readonly CaptureSource[] = ['upload', 'paste', 'camera', 'desktop', 'api', 'sample'];

const day = /^\d{4}-\d\d-\d\d$/;
const id = /^(me|[0-9a-f-]{36})$/i;

/** The filter an address names. Whatever it does not know it leaves out, so that an old link still opens. */
export function parseFilter(params: URLSearchParams): CaptureFilter {
  const filter: CaptureFilter = {};
  const one = <T extends string>(name: string, allowed: readonly T[]): T | undefined =>
    allowed.find((value) => value === params.get(name));
  const matching = (name: string, pattern: RegExp): string | undefined => {
    const value = params.get(name)?.trim();
    return value && pattern.test(value) ? value : undefined;
  };
  const place = one('place', places);
  if (place && place !== 'inbox') filter.place = place;
  const state = one('state', states);
  if (state) filter.state = state;
  const review = one('review', reviews);
  if (review) filter.review = review;
  const plugin = matching('plugin', /^[a-z][a-z0-9-]{0,59}$/);
  if (plugin) filter.plugin = plugin;
  const source = one('source', sources);
  if (source) filter.source = source;
  const assigned = matching('assigned', id);
  if (assigned) filter.assigned = assigned;
  const createdBy = matching('createdBy', id);
  if (createdBy) filter.createdBy = createdBy;
  const from = matching('from', day);
  if (from) filter.from = from;
  const to = matching('to', day);
  if (to) filter.to = to;
  if (params.get('duplicates') === 'true') filter.duplicates = true;
  const q = params.get('q')?.trim().slice(0, 500);
  if (q) filter.q = q;
  return filter;
}

/** The same filter, always the same text: addresses, saved views and comparisons rely on it. */
export function filterQuery(filter: CaptureFilter): string {
  const params = new URLSearchParams();
  const names = [
    'place',
    'state',
    'review',
    'plugin',
    'source',
    'assigned',
    'createdBy',
    'from',
    'to',
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

/** With `name` set, or taken out with undefined. */
export function withFilter<K extends keyof CaptureFilter>(
  filter: CaptureFilter,
  name: K,
  value: CaptureFilter[K] | undefined,
): CaptureFilter {
  const { [name]: _, ...rest } = filter;
  return value === undefined || value === '' ? rest : { ...rest, [name]: value };
}

/** Filters beyond place and text, shown as a number on the filter button. */
export const activeFilters = (filter: CaptureFilter): number =>
  Object.keys(filter).filter((name) => name !== 'place' && name !== 'q' && name !== 'ids').length;
