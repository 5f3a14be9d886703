import { useEffect, useRef } from 'react';
import {
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
  useLocation,
  useMatches,
} from 'react-router';
import { useLateRevalidation } from '../ui/use-late-revalidation.ts';

/** As long as the live connection waits. */
const retryMs = 5000;

/** What the page shows, by route, and of which address. */
let shown: { address: string; data: Map<string, unknown> } | undefined;
/** What it shows could not be asked for again. */
let onMissed: (() => void) | undefined;
/** What was sent from it was not answered. */
let onUnanswered: (() => void) | undefined;

/**
 * No network, or what came was not ours: a server or database that starts again, a proxy in between. The router has no error
 * of its own for it.
 */
export function isWithoutAnswer(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.status >= 502 && error.status <= 504;
  if (!(error instanceof Error)) return false;
  return (
    navigator.onLine === false ||
    /^(Failed to fetch|NetworkError|Load failed|Unable to decode turbo-stream response|No .*response)/i.test(
      error.message,
    )
  );
}

/**
 * What a page shows stays, with what is typed in it, while the server is away: it asks for its data again at many moments,
 * and an answer that does not come then is not a reason to take the page away. Nor is one to a form. An address that was not
 * shown before fails as it does.
 */
export const keepShown: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  const results = await next();
  if (request.method !== 'GET') return withoutUnanswered(results);
  const { pathname, search } = new URL(request.url);
  if (shown?.address !== pathname + search) return results;
  const { data } = shown;
  for (const [route, result] of Object.entries(results)) {
    if (!data.has(route)) continue;
    if (result.type === 'data') data.set(route, result.result);
    else if (isWithoutAnswer(result.result)) {
      results[route] = { type: 'data', result: data.get(route) };
      onMissed?.();
    }
  }
  return results;
};

/** A form that was not answered is as before it was sent. */
function withoutUnanswered(results: Record<string, DataStrategyResult>): typeof results {
  if (!onUnanswered) return results;
  for (const [route, { type, result }] of Object.entries(results)) {
    // The router wraps what an action threw, to give it a status.
    const error = isRouteErrorResponse(result) ? result : (result as { data?: unknown } | undefined)?.data;
    if (type !== 'error' || !isWithoutAnswer(error)) continue;
    results[route] = { type: 'data', result: undefined };
    onUnanswered();
  }
  return results;
}

/** Remembers what is shown for {@link keepShown}, and asks again for what it kept. For the root alone. */
export function useShownData(): void {
  const { pathname, search } = useLocation();
  const matches = useMatches();
  const revalidate = useLateRevalidation();
  useEffect(() => {
    const answered = matches.filter(({ loaderData }) => loaderData !== undefined);
    shown = {
      address: pathname + search,
      data: new Map(answered.map(({ id, loaderData }) => [id, loaderData])),
    };
  }, [pathname, search, matches]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = (): void => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      revalidate();
    };
    onMissed = () => {
      timer ??= setTimeout(again, retryMs);
    };
    window.addEventListener('online', again);
    return () => {
      onMissed = undefined;
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [revalidate]);
}

/** Calls the newest `listener` where a form was sent and no answer came; the page then stays. For the frame around pages alone. */
export function useUnanswered(listener: () => void): void {
  const current = useRef(listener);
  current.current = listener;
  useEffect(() => {
    onUnanswered = () => current.current();
    return () => {
      onUnanswered = undefined;
    };
  }, []);
}
