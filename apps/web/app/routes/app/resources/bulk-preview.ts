import { previewBulkAction } from '@readout/domain/captures/preview-bulk-action';
import type { Route } from './+types/bulk-preview';
import { answer, body } from './answer.ts';
import { bulkPayload, bulkTarget } from './bulk-target.ts';

/** What a bulk action would change and what not. A POST because thousands of ids fit no address; changes nothing. */
export function action({ context, request }: Route.ActionArgs) {
  return answer({ context, request }, async ({ services: { db }, scope }) => {
    const given = await body(request);
    return previewBulkAction({ db: db.app }, { scope, ...bulkTarget(given), payload: bulkPayload(given) });
  });
}
