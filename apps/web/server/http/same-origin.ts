import { AppError } from '@readout/domain/errors';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a change that another site's page asks a signed-in browser to make. Browsers tell where a request comes from
 * in `Sec-Fetch-Site` and `Origin`; programs send neither, and no cookies they were not given.
 *
 * @param origin - under which the server is reached.
 * @throws AppError `request.cross_site`
 */
export function demandSameOrigin(method: string, headers: Headers, origin: string): void {
  if (safeMethods.has(method)) return;
  const site = headers.get('sec-fetch-site');
  const claimed = headers.get('origin');
  const isForeign =
    (site !== null && site !== 'same-origin' && site !== 'none') ||
    (claimed !== null && hostOf(claimed) !== hostOf(origin));
  if (isForeign) {
    throw new AppError('request.cross_site');
  }
}

/** Of an `Origin`: the scheme is left out, since a proxy may end the encryption. Undefined for `null`, which equals nothing. */
function hostOf(origin: string): string | symbol {
  return URL.canParse(origin) ? new URL(origin).host : Symbol('no origin');
}
