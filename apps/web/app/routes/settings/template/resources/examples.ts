import { changeTemplateExamples } from '@readout/domain/plugins/templates/change-template-examples';
import { answer, body, text, wholeNumber } from '../../../app/resources/answer.ts';
import type { Route } from './+types/examples';

export function action({ context, request, params }: Route.ActionArgs) {
  return answer({ context, request }, async ({ services: { db }, scope }) => {
    const { revision, captureId, isExample } = await body(request);
    return changeTemplateExamples(
      { db: db.app },
      {
        scope,
        draftId: params.draftId,
        revision: wholeNumber(revision),
        captureId: text(captureId),
        isExample: isExample === true,
      },
    );
  });
}
