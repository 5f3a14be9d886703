import { errorEntry } from '@readout/domain/error-catalogue';
import { type FailureCause, listFailureCauses, retryFailed } from '@readout/domain/readings/retry-failed';
import { currentLocale } from '../../../../server/request/locale.ts';
import type { Route } from './+types/failures';
import { answer, body, text } from './answer.ts';

/** A reason in the words of the catalogue. */
export interface NamedCause extends FailureCause {
  title: string;
}

export function loader({ context, request }: Route.LoaderArgs) {
  return answer({ context, request }, async ({ services: { db }, scope }): Promise<NamedCause[]> => {
    const causes = await listFailureCauses({ db: db.app }, { scope });
    return causes.map((cause) => ({
      ...cause,
      title: errorEntry(cause.code, currentLocale())?.title ?? cause.code,
    }));
  });
}

export function action({ context, request }: Route.ActionArgs) {
  return answer({ context, request }, async ({ services: { db, queue }, scope }) =>
    retryFailed({ db: db.app, queue }, { scope, code: text((await body(request)).code) }),
  );
}
