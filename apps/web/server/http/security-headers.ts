interface Options {
  nonce: string;
  /** Whether browsers are told to come encrypted only. */
  promisesHttps: boolean;
  /** The development server injects inline scripts and listens on a socket of its own. */
  isDevelopment: boolean;
}

/** Sets on a response what it does not set itself. */
export function setSecurityHeaders(headers: Headers, { nonce, promisesHttps, isDevelopment }: Options): void {
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
  if (!headers.has('content-security-policy')) {
    headers.set('content-security-policy', isPage ? pagePolicy({ nonce, isDevelopment }) : filePolicy);
  }
  for (const [name, value] of fixed) if (!headers.has(name)) headers.set(name, value);
  if (promisesHttps) headers.set('strict-transport-security', encryptedOnly);
}

const encryptedOnly = 'max-age=31536000; includeSubDomains';

/**
 * Nothing of an answer stays in a cache that somebody else may use, nor is given to who has another cookie. Pictures
 * and what is asked for again with its tag say themselves how long the person's own browser keeps them.
 */
export function keepPrivate(headers: Headers): void {
  const given = headers.get('cache-control') ?? 'no-store';
  if (given.startsWith('public')) return;
  headers.set('cache-control', given === 'no-store' ? 'private, no-store' : given);
  const vary = headers.get('vary');
  if (!vary?.toLowerCase().split(/,\s*/).includes('cookie')) headers.append('vary', 'Cookie');
}

/** The first is what `default-src` says already; the others are not among what it stands for. */
const embeddedNowhere = ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"];
const filePolicy = ["default-src 'none'", ...embeddedNowhere].join('; ');

const fixed: [string, string][] = [
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  // Together with the opener policy it isolates the page, which is what threads of WebAssembly ask for.
  ['cross-origin-embedder-policy', 'require-corp'],
  ['cross-origin-resource-policy', 'same-origin'],
  [
    'permissions-policy',
    'camera=(self), display-capture=(self), geolocation=(self), microphone=(), payment=(), usb=()',
  ],
];

/**
 * For scripts: a worker obeys the policy its own script came with, not its page's. Workers hold the engine and the
 * plugins, so they alone may compile WebAssembly, and even they reach nothing but this server.
 */
export const scriptPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self'",
  ...embeddedNowhere,
].join('; ');

/** @param formTarget - where an answer to a form of the page may send the browser, besides here */
export function pagePolicy({
  nonce,
  isDevelopment,
  formTarget,
}: Pick<Options, 'nonce' | 'isDevelopment'> & { formTarget?: string }): string {
  return [
    "default-src 'none'",
    isDevelopment ? "script-src 'self' 'unsafe-inline'" : `script-src 'self' 'nonce-${nonce}'`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    // Positions of boxes and rows of long lists are style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    `form-action 'self'${formTarget ? ` ${formTarget}` : ''}`,
    ...embeddedNowhere,
  ].join('; ');
}
