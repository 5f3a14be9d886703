const markup = (nonce: string, hasCamera: boolean): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Offline · Readout</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; --page: #f4f5f3; --text: #161a18; --dim: #525a55; --line: #8a918b; --raised: #fff; }
@media (prefers-color-scheme: dark) { :root { --page: #0e1110; --text: #e9eeea; --dim: #9ba69f; --line: #6d7771; --raised: #161a18; } }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; background: var(--page); color: var(--text); font: 16px/1.55 "Inter Variable", system-ui, sans-serif; }
main { position: relative; width: min(560px, calc(100vw - 48px)); padding: 32px; box-sizing: border-box; }
main::before, main::after { content: ""; position: absolute; width: 24px; height: 24px; border: 2px solid var(--line); }
main::before { top: 0; left: 0; border-right: 0; border-bottom: 0; }
main::after { right: 0; bottom: 0; border-left: 0; border-top: 0; }
h1 { margin: 0 0 8px; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.02em; }
p { margin: 0 0 16px; color: var(--dim); }
nav { display: flex; flex-wrap: wrap; gap: 8px; }
a { display: inline-flex; align-items: center; min-height: 44px; padding-inline: 16px; border: 1px solid var(--line); border-radius: 2px; background: var(--raised); color: inherit; text-decoration: none; }
a:first-child { background: var(--text); color: var(--page); border-color: var(--text); }
</style>
</head>
<body>
<main>
<h1>You are offline${hasCamera ? '; the camera works' : ''}</h1>
<p>This page needs the server, and it cannot be reached: the network is gone, or Readout is being restarted. Nothing was changed${
  hasCamera ? ', and what you capture meanwhile is kept on this device and sent by itself' : ''
}.</p>
<nav>
${hasCamera ? '<a href="/camera">Open the camera</a>\n<a href="/camera/queue">What waits on this device</a>\n' : ''}<a href="">Try again</a>
</nav>
</main>
</body>
</html>
`;

/** For a page that cannot be had now: no script, nothing fetched, links that work without a network. */
export function offlinePage(hasCamera: boolean): Response {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  return new Response(markup(nonce, hasCamera), {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'`,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    },
  });
}
