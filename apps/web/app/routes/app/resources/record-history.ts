import { listRecordEdits } from '@readout/domain/records/list-record-edits';
import type { Route } from './+types/record-history';
import { answer } from './answer.ts';

export function loader({ context, request, params }: Route.LoaderArgs) {
  return answer({ context, request }, ({ services: { db }, scope }) =>
    listRecordEdits({ db: db.app }, { scope, recordId: params.recordId }),
  );
}
