import { expectedWaits } from '@readout/domain/readings/expected-waits';
import type { Route } from './+types/reading-waits';
import { answer } from './answer.ts';

export function loader({ context, request }: Route.LoaderArgs) {
  const ids = new URL(request.url).searchParams.get('ids')?.split(',') ?? [];
  return answer({ context, request }, ({ services: { db, readingLoad }, scope }) =>
    expectedWaits({ db: db.app, readingLoad }, { scope, ids }),
  );
}
