import { api } from './client.ts';

/**
 * Captures by their ids, wherever they are; those that are not there are left out.
 * @param options.fields - names of fields whose values come along, separated by commas
 */
export const askCaptures = (
  ids: readonly string[],
  { signal, fields }: { signal?: AbortSignal; fields?: string | undefined } = {},
) =>
  api.get('/captures', {
    query: { place: 'all', ids: ids.join(','), limit: 200, ...(fields ? { fields } : {}) },
    ...(signal ? { signal } : {}),
  });
