const style = `
:root { color-scheme: light dark; --page: #f4f5f3; --raised: #fff; --text: #161a18; --dim: #525a55; --line: #161a18; }
@media (prefers-color-scheme: dark) { :root { --page: #0e1110; --raised: #161a18; --text: #e9eeea; --dim: #9ba69f; --line: #ffc15a; } }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--page); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; }
main { max-width: 32rem; margin: 1rem; padding: 2rem; background: var(--raised); border-left: 3px solid var(--line); }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.02em; }
p { margin: 0 0 .75rem; color: var(--dim); }
a { color: inherit; }`;

/**
 * What a page request gets while the database is away: no React, which would need it. It tries again by itself.
 *
 * @param nonce - of the response's content security policy.
 */
export function unavailablePage(
  message: string,
  { retryAfterSeconds, nonce }: { retryAfterSeconds: number; nonce: string },
): Response {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="refresh" content="${retryAfterSeconds}"><title>One moment · Readout</title><style nonce="${nonce}">${style}</style></head>
<body><main><h1>One moment</h1><p>${message}</p><p>This page tries again by itself. What you typed in a form before is still there when you go back.</p><p><a href="/">Start page</a></p></main></body>
</html>
`;
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': String(retryAfterSeconds),
    },
  });
}
