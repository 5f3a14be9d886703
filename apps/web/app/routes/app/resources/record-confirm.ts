import { confirmRecord } from '@readout/domain/records/confirm-record';
import type { Route } from './+types/record-confirm';
import { answer, body, wholeNumber } from './answer.ts';

export function action({ context, request, params }: Route.ActionArgs) {
  return answer({ context, request }, async ({ services: { db }, scope }) => {
    const { revision } = await body(request);
    return confirmRecord(
      { db: db.app },
      { scope, recordId: params.recordId, revision: wholeNumber(revision) },
    );
  });
}
