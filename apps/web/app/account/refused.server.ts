import { statusOf } from '@readout/domain/error-catalogue';
import { AppError } from '@readout/domain/errors';
import { data } from 'react-router';
import { toldError } from '../../server/http/problem.ts';
import type { Refused } from './problem.tsx';

/** Turns a foreseen refusal into the answer of an action; rethrows what was not foreseen. */
export function refused<Typed>(error: unknown, typed: Typed) {
  if (!(error instanceof AppError)) throw error;
  const { sentence, detail } = toldError(error);
  const { fields } = detail;
  const answer: Refused<Typed> = {
    message: sentence,
    code: error.code,
    fields: typeof fields === 'object' && fields !== null ? (fields as Record<string, string>) : {},
    typed,
  };
  return data(answer, { status: statusOf[error.kind] });
}
