/** What the page says in one language: the texts `common.offline_page.…`, which take no values. */
export type OfflineTexts = Record<(typeof offlineTexts)[number], string>;
export const offlineTexts = [
  'title',
  'title_with_camera',
  'cause',
  'cause_with_camera',
  'open_camera',
  'open_queue',
  'again',
] as const;

const markup = (
  nonce: string,
  language: string,
  text: OfflineTexts,
  hasCamera: boolean,
): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text.title} · Readout</title>
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
<h1>${hasCamera ? text.title_with_camera : text.title}</h1>
<p>${hasCamera ? text.cause_with_camera : text.cause}</p>
<nav>
${hasCamera ? `<a href="/camera">${text.open_camera}</a>\n<a href="/camera/queue">${text.open_queue}</a>\n` : ''}<a href="">${text.again}</a>
</nav>
</main>
</body>
</html>
`;

/** For a page that cannot be had now: no script, nothing fetched, links that work without a network. */
export function offlinePage(
  texts: Record<string, OfflineTexts>,
  language: string,
  hasCamera: boolean,
): Response {
  const known = Object.hasOwn(texts, language) ? language : 'en';
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  return new Response(markup(nonce, known, texts[known] as OfflineTexts, hasCamera), {
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
