import { reopenRecord } from '@readout/domain/records/reopen-record';
import type { Route } from './+types/record-reopen';
import { answer, body, wholeNumber } from './answer.ts';

export function action({ context, request, params }: Route.ActionArgs) {
  return answer({ context, request }, async ({ services: { db }, scope }) => {
    const { revision } = await body(request);
    return reopenRecord(
      { db: db.app },
      { scope, recordId: params.recordId, revision: wholeNumber(revision) },
    );
  });
}
