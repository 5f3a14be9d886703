import { api } from './client.ts';

/** Captures by their ids, wherever they are; those that are not there are left out. */
export const askCaptures = (ids: readonly string[], signal?: AbortSignal) =>
  api.get('/captures', {
    query: { place: 'all', ids: ids.join(','), limit: 200 },
    ...(signal ? { signal } : {}),
  });
