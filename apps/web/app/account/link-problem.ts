import { redirect } from 'react-router';
import { foreseen } from '../../server/http/problem.ts';

/** The answer of a step behind a link; what is wrong with the link is explained on `/auth/error`. */
export async function orErrorPage<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const known = foreseen(error);
    if (!known || known.kind === 'unavailable') throw error;
    throw redirect(`/auth/error?${new URLSearchParams({ error: known.code })}`);
  }
}

/**
 * Links hold their secret in the address: no other site may learn it from there, and no cache keeps the page. Not
 * `no-referrer`: a form sent before the page's scripts run would then come from nowhere (`Origin: null`).
 */
export const linkPageHeaders = { 'referrer-policy': 'same-origin', 'cache-control': 'no-store' };
