import { undoBulkAction } from '@readout/domain/captures/undo-bulk-action';
import type { Route } from './+types/bulk-undo';
import { answer } from './answer.ts';

export function action({ context, request, params }: Route.ActionArgs) {
  return answer({ context, request }, ({ services: { db }, scope }) =>
    undoBulkAction({ db: db.app }, { scope, bulkActionId: params.bulkActionId }),
  );
}
