import { runBulkAction } from '@readout/domain/captures/run-bulk-action';
import type { Route } from './+types/bulk-run';
import { answer, body } from './answer.ts';
import { bulkPayload, bulkTarget } from './bulk-target.ts';

export function action({ context, request }: Route.ActionArgs) {
  return answer({ context, request }, async ({ services: { db, queue }, scope }) => {
    const given = await body(request);
    return runBulkAction({ db: db.app, queue }, { scope, ...bulkTarget(given), payload: bulkPayload(given) });
  });
}
