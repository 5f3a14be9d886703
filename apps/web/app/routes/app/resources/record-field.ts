import { editField } from '@readout/domain/records/edit-field';
import type { Route } from './+types/record-field';
import { answer, body, text, wholeNumber } from './answer.ts';

export function action({ context, request, params }: Route.ActionArgs) {
  return answer({ context, request }, async ({ services: { db, plugins }, scope }) => {
    const { revision, field, value } = await body(request);
    return editField(
      { db: db.app, plugins },
      { scope, recordId: params.recordId, revision: wholeNumber(revision), field: text(field), value },
    );
  });
}
