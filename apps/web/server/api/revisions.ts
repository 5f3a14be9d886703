import { z } from '@hono/zod-openapi';
import { AppError } from '@readout/domain/errors';
import type { RecordDetail } from '@readout/domain/records/rules';
import { toApiCompanyCheck } from './record-schemas.ts';

/** What a compressing proxy made of an entity tag is accepted, too. */
const revisionTag = /^(?:W\/)?"(\d{1,9})"$/;

/** The header of a change that is meant for one revision of a thing: a record, a plugin’s installation. */
export const onRevision = (thing: string) =>
  z.object({
    'if-match': z
      .string()
      .trim()
      .regex(/^(?:\*|(?:W\/)?"\d{1,9}")$/, { error: `is not an entity tag of a ${thing}, for instance "3"` })
      .optional()
      .openapi({
        description: `The \`ETag\` of the ${thing} as it was when the decision was made, for instance \`"3"\`. Without it, or with \`*\`, the decision is about the ${thing} as it is now.`,
      }),
  });

/** @returns undefined where whatever is there is meant */
export function namedRevision(ifMatch: string | undefined): number | undefined {
  const named = revisionTag.exec(ifMatch ?? '')?.[1];
  return named === undefined ? undefined : Number(named);
}

export const etagOf = (revision: number): string => `"${revision}"`;

const lostRaces = {
  'record.changed_meanwhile': 'record.revision_differs',
  'plugin.changed_meanwhile': 'plugin.revision_differs',
} as const;

/**
 * A lost race as programs are told of it: a precondition that failed, with the revision there is.
 * @throws AppError `record.revision_differs`, `plugin.revision_differs`; `record.checks_fail` with `{checks}`
 */
export async function orFaster<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'record.checks_fail') throw checksFail(error);
    if (!(error.code in lostRaces)) throw error;
    const { revision } = error.detail.current as { revision: number };
    throw new AppError(lostRaces[error.code as keyof typeof lostRaces], { revision }, { cause: error });
  }
}

/** With the checks as programs get them, in place of the record as pages do. */
function checksFail(error: AppError): AppError {
  const { companyChecks } = error.detail.current as RecordDetail;
  return new AppError(
    'record.checks_fail',
    { count: companyChecks.length, checks: companyChecks.map(toApiCompanyCheck) },
    { cause: error },
  );
}
