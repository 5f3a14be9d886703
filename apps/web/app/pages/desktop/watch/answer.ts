import { statusOf } from '@readout/domain/error-catalogue';
import { data } from 'react-router';
import { foreseen, toldError } from '../../../../server/http/problem.ts';

/** What the actions of the watch pages answer. */
export interface WatchAnswer {
  intent: string;
  /** Of what was made. */
  id?: string;
  done?: boolean;
  problem?: { code: string; message: string };
}

export const done = (intent: string, id?: string) =>
  data<WatchAnswer>({ intent, done: true, ...(id === undefined ? {} : { id }) });

/** A foreseen refusal as an answer of the form; anything else is thrown on. */
export function refused(error: unknown, intent: string) {
  const known = foreseen(error);
  if (!known) throw error;
  return data<WatchAnswer>(
    { intent, problem: { code: known.code, message: toldError(known).sentence } },
    { status: statusOf[known.kind] },
  );
}
