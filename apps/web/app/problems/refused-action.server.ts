import { statusOf } from '@readout/domain/error-catalogue';
import { data } from 'react-router';
import { foreseen, toldError } from '../../server/http/problem.ts';
import type { Problem } from './outcome.tsx';

/** The answer of an action whose use case refused; rethrows what was not foreseen. */
export function refusedAction(error: unknown, intent: string, typed: Record<string, string> = {}) {
  const known = foreseen(error);
  if (!known) throw error;
  const { sentence, detail } = toldError(known);
  const { fields } = detail;
  const problem: Problem = {
    intent,
    code: known.code,
    message: sentence,
    fields: typeof fields === 'object' && fields !== null ? (fields as Record<string, string>) : {},
    typed,
  };
  return data({ problem }, { status: statusOf[known.kind] });
}
