import { localeMarker } from '../../server/request/locale-marker.ts';

/** From here on everything the page asks of the server says in which locale the page is: it is answered in that one. */
export function sayLocaleOfPage(): void {
  const send = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const { locale } = document.documentElement.dataset;
    const address = new URL(input instanceof Request ? input.url : input, location.href);
    if (!locale || address.origin !== location.origin || address.pathname.startsWith('/assets/'))
      return send(input, init);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    headers.set(localeMarker, locale);
    return send(input, { ...init, headers });
  };
}
