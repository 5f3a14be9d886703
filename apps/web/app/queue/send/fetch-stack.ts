import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client';

/** For the service worker, which has no XMLHttpRequest: requests by `fetch`, progress told when a request is over. */
export const fetchStack: HttpStack = {
  getName: () => 'fetch',
  createRequest(method, url): HttpRequest {
    const headers = new Headers();
    const stop = new AbortController();
    let onProgress: (bytesSent: number) => void = () => {};
    return {
      getMethod: () => method,
      getURL: () => url,
      setHeader: (name, value) => headers.set(name, value),
      getHeader: (name) => headers.get(name) ?? undefined,
      setProgressHandler: (handler) => {
        onProgress = handler;
      },
      async send(body: Blob | null = null): Promise<HttpResponse> {
        const response = await fetch(url, { method, headers, body, signal: stop.signal });
        const text = await response.text();
        onProgress(body?.size ?? 0);
        return {
          getStatus: () => response.status,
          getHeader: (name) => response.headers.get(name) ?? undefined,
          getBody: () => text,
          getUnderlyingObject: () => response,
        };
      },
      abort: async () => stop.abort(),
      getUnderlyingObject: () => undefined,
    };
  },
};
