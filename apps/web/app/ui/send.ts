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

export const offlineProblem: Problem = {
  status: 0,
  code: 'connection.lost',
  title: 'The server did not answer',
  detail: 'The connection is gone or the server is restarting. Nothing was changed.',
  action: 'Check the connection and try again.',
};

const signedOutProblem: Problem = {
  status: 401,
  code: 'session.ended',
  title: 'You are signed out',
  detail: 'The session ended. Nothing was changed.',
  action: 'Sign in again in another tab, then repeat.',
};

/** Sends a request of the workspace and always comes back with an answer. */
export async function send<T>(path: string, json?: unknown, signal?: AbortSignal): Promise<Answer<T>> {
  let response: Response;
  try {
    response = await fetch(path, {
      ...(json === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    return { ok: false, problem: offlineProblem };
  }
  return toAnswer<T>(response);
}

export async function toAnswer<T>(response: Response): Promise<Answer<T>> {
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
  // A page where JSON was expected is the sign-in page a redirect led to.
  if (response.redirected || (response.ok && !isJson)) return { ok: false, problem: signedOutProblem };
  let value: unknown = null;
  try {
    if (isJson) value = await response.json();
  } catch {
    // Cut off in the middle: the page is being left, or the connection broke.
    return { ok: false, problem: offlineProblem };
  }
  if (response.ok) return { ok: true, value: value as T };
  const problem = (typeof value === 'object' && value !== null ? value : {}) as Partial<Problem>;
  return {
    ok: false,
    problem: {
      ...problem,
      status: response.status,
      code: problem.code ?? `http.${response.status}`,
      title: problem.title ?? 'This did not work',
      detail: problem.detail ?? `The server answered with status ${response.status}.`,
    },
  };
}
