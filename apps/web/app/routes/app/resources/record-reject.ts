import { rejectRecord } from '@readout/domain/records/reject-record';
import type { Route } from './+types/record-reject';
import { answer, body, text, wholeNumber } from './answer.ts';

export function action({ context, request, params }: Route.ActionArgs) {
  return answer({ context, request }, async ({ services: { db }, scope }) => {
    const { revision, reason } = await body(request);
    return rejectRecord(
      { db: db.app },
      { scope, recordId: params.recordId, revision: wholeNumber(revision), reason: text(reason) },
    );
  });
}
