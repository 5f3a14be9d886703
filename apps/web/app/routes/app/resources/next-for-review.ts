import { nextForReview } from '@readout/domain/records/next-for-review';
import { parseFilter } from '../list/filters.ts';
import type { Route } from './+types/next-for-review';
import { answer } from './answer.ts';

/** The record to review after the one that is open (`after`), within the filter of the page's address. */
export function loader({ context, request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const after = params.get('after');
  return answer({ context, request }, ({ services: { db }, scope }) =>
    nextForReview(
      { db: db.app },
      { scope, filter: parseFilter(params), ...(after ? { afterCaptureId: after } : {}) },
    ),
  );
}
