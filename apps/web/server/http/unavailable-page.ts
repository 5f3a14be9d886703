/** What a page request gets while the database is away: no React, which would need it. It tries again by itself. */
export function unavailablePage(message: string, retryAfterSeconds: number): Response {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="${retryAfterSeconds}"><title>One moment · Readout</title></head>
<body><main><h1>One moment</h1><p>${message}</p><p>This page tries again by itself.</p></main></body>
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
