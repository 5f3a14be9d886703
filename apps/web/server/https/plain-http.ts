import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { toDer } from './authority.ts';
import type { HttpsCredentials } from './certificate-folder.ts';
import { inAddress } from './machine-hosts.ts';
import { trustPage } from './trust-page.ts';

/** Where a device gets the authority's certificate, without encryption: it cannot check any before it has this one. */
export const trustPath = '/trust';

/**
 * What is answered without encryption beside HTTPS: the way to trust this installation, and the way on. Nothing of
 * the product, and never a cookie.
 */
export function createPlainApp({
  credentials,
  httpsPort,
}: {
  credentials: HttpsCredentials;
  httpsPort: number;
}): Hono {
  const { authority, fingerprint, hosts } = credentials;
  const known = new Set([...hosts.names, ...hosts.addresses]);
  /** Where the same host answers encrypted; one that is not ours gets our first name, whatever the header said. */
  const encrypted = (url: URL): string => {
    const asked = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
    const host = known.has(asked) ? asked : (hosts.names[0] as string);
    return `https://${inAddress(host)}:${httpsPort}`;
  };
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.header('x-content-type-options', 'nosniff');
    c.header('referrer-policy', 'no-referrer');
    c.header('cache-control', 'no-store');
    if (!c.res.headers.has('content-security-policy'))
      c.header('content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'");
  });
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get(trustPath, (c) => {
    const origin = encrypted(new URL(c.req.url));
    const nonce = randomBytes(16).toString('base64');
    c.header(
      'content-security-policy',
      [
        "default-src 'none'",
        `style-src 'nonce-${nonce}'`,
        `script-src 'nonce-${nonce}'`,
        `connect-src ${origin}`,
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
    );
    return c.html(trustPage({ origin, fingerprint, nonce, userAgent: c.req.header('user-agent') ?? '' }));
  });
  app.get(`${trustPath}/readout-authority.crt`, (c) =>
    c.body(toDer(authority), 200, {
      // Phones offer to install this type instead of showing it.
      'content-type': 'application/x-x509-ca-cert',
      'content-disposition': 'attachment; filename="readout-authority.crt"',
    }),
  );
  // A person is led on; a program that talks to the wrong port has to be told, or nobody ever notices.
  app.on(['GET', 'HEAD'], '*', (c, next) => {
    if (c.req.path.startsWith('/api/')) return next();
    const url = new URL(c.req.url);
    return c.redirect(`${encrypted(url)}${url.pathname}${url.search}`, 307);
  });
  // What a form sent here has been readable on the way already; it is not passed on as if nothing had happened.
  app.all('*', (c) =>
    c.text('Readout is reached by HTTPS only. Nothing was done; open the page again with https://.', 403),
  );
  return app;
}
