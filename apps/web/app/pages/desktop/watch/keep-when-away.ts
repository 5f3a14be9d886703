import { isRouteErrorResponse } from 'react-router';

/**
 * What a page of watches shows stays while the server is away: its samples go on, and what was fetched last is still true of
 * its time. An address that was not shown before fails as any other.
 */
export function createKeeper<Data>() {
  let kept: { address: string; data: Data } | undefined;
  const addressOf = (url: string) => {
    const { pathname, search } = new URL(url, location.origin);
    return pathname + search;
  };
  return {
    remember(address: string, data: Data): void {
      kept = { address: addressOf(address), data };
    },
    async load(request: Request, serverLoader: () => Promise<Data>): Promise<Data> {
      try {
        return await serverLoader();
      } catch (error) {
        if (isAway(error) && kept?.address === addressOf(request.url)) return kept.data;
        throw error;
      }
    },
  };
}

function isAway(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.status >= 502 && error.status <= 504;
  // What `fetch` throws where nobody answers.
  return error instanceof TypeError;
}
