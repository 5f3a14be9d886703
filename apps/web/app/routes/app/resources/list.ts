import { listCaptures } from '@readout/domain/captures/list-captures';
import { parseFilter } from '../list/filters.ts';
import type { Route } from './+types/list';
import { answer } from './answer.ts';

/** More rows of the list (`cursor`), or some rows again (`ids`), with the filter of the page's address. */
export function loader({ context, request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const ids = params.get('ids')?.split(',').filter(Boolean).slice(0, 200);
  const cursor = params.get('cursor');
  return answer({ context, request }, ({ services: { db, plugins }, scope }) =>
    listCaptures(
      { db: db.app, plugins },
      {
        scope,
        filter: { ...parseFilter(params), ...(ids ? { ids } : {}) },
        limit: 200,
        ...(cursor ? { cursor } : {}),
      },
    ),
  );
}
