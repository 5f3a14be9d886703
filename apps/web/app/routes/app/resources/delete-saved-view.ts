import { deleteView } from '@readout/domain/saved-views/delete-view';
import type { Route } from './+types/delete-saved-view';
import { answer } from './answer.ts';

export function action({ context, request, params }: Route.ActionArgs) {
  return answer({ context, request }, ({ services: { db }, scope }) =>
    deleteView({ db: db.app }, { scope, viewId: params.viewId }),
  );
}
