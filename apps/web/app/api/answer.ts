import { textsIn } from '@readout/texts';

/** A foreseen error as the server tells it (RFC 9457), or one made here where no answer came. */
export interface Problem {
  status: number;
  code: string;
  title: string;
  detail: string;
  action?: string;
  [extension: string]: unknown;
}

export type Answer<T> = { ok: true; value: T } | { ok: false; problem: Problem };

/** Browser only, as all of this is: in the language of the page that is shown. */
const texts = () => textsIn(document.documentElement.dataset.locale ?? 'en');

export const offlineProblem = (): Problem => ({
  status: 0,
  code: 'connection.lost',
  title: texts()('common.send.lost'),
  detail: texts()('common.send.lost_detail'),
  action: texts()('common.send.lost_action'),
});

/** Who is on a page was signed in: what they are told leads back to it. */
const signedOut = () => ({
  title: texts()('common.send.signed_out'),
  detail: texts()('common.send.signed_out_detail'),
  action: texts()('common.send.signed_out_action'),
});

/** What the server said to a request for JSON; a request for nothing is answered with undefined. */
export async function answerOf<T>(response: Response, read: () => Promise<unknown>): Promise<Answer<T>> {
  let told: unknown;
  try {
    if (/\bjson\b/.test(response.headers.get('content-type') ?? '')) told = await read();
  } catch {
    // Cut off in the middle: the page is being left, or the connection broke.
    return { ok: false, problem: offlineProblem() };
  }
  // A page where JSON was expected: something on the way answers for itself, a network's sign-in for instance.
  if (response.ok && told === undefined && response.status !== 204)
    return { ok: false, problem: offlineProblem() };
  if (response.ok) return { ok: true, value: told as T };
  const problem = (typeof told === 'object' && told !== null ? told : {}) as Partial<Problem>;
  return {
    ok: false,
    problem: {
      ...problem,
      status: response.status,
      code: problem.code ?? `http.${response.status}`,
      title: problem.title ?? texts()('common.send.failed'),
      detail: problem.detail ?? texts()('common.send.failed_detail', { status: response.status }),
      ...(problem.code === 'sign_in.needed' ? signedOut() : {}),
    },
  };
}
