import { data } from 'react-router';
import { foreseen, toldError } from '../../../../server/http/problem.ts';
import type { Problem } from '../../../problems/outcome.tsx';
import { refusedAction } from '../../../problems/refused-action.server.ts';

/** What the page's actions answer. */
export interface MembersAnswer {
  /** A sentence of what was done, past tense. */
  done?: string;
  /** Which form. */
  intent?: string;
  problem?: Problem;
  /** A link that was just made; it is shown once. */
  issued?: { link: string; to: string; expiresAt: string };
}

/** An invitation's field may be an address or a domain: what is wrong with either is said beside it. */
export function refusedMembers(error: unknown, intent: string, typed: Record<string, string>) {
  const refused = refusedAction(error, intent, typed);
  const { problem } = refused.data;
  const { email, domain, ...fields } = problem.fields;
  const recipient = email ?? domain;
  const known = foreseen(error);
  return data<MembersAnswer>(
    {
      intent,
      problem: {
        ...problem,
        fields: recipient ? { ...fields, to: recipient } : fields,
        // Which roles may, beside what is wrong.
        message: known ? toldError(known).sentence : problem.message,
      },
    },
    refused.init ?? {},
  );
}
