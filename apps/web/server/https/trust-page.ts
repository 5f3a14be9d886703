/** Systems a certificate authority is trusted on in a way of their own. */
const systems = [
  {
    id: 'ios',
    name: 'iPhone and iPad',
    isThis: /iPhone|iPad|iPod/,
    steps: [
      'Open this page in Safari and tap <b>Get the certificate</b>, then <b>Allow</b>.',
      'Settings › General › VPN &amp; Device Management › <b>Readout on …</b> › Install.',
      'Settings › General › About › Certificate Trust Settings: switch <b>Readout on …</b> on.',
    ],
  },
  {
    id: 'android',
    name: 'Android',
    isThis: /Android/,
    steps: [
      'Tap <b>Get the certificate</b>.',
      'Settings, search for <b>CA certificate</b> (Security › Encryption &amp; credentials › Install a certificate › CA certificate).',
      '<b>Install anyway</b>, and choose <b>readout-authority.crt</b> among the downloads.',
    ],
  },
  {
    id: 'windows',
    name: 'Windows',
    isThis: /Windows/,
    steps: [
      'Download the certificate and open it: <b>Install certificate</b>, Current user.',
      'Choose the store <b>Trusted Root Certification Authorities</b>, compare the fingerprint, confirm.',
      'Restart the browser.',
    ],
  },
  {
    id: 'macos',
    name: 'macOS',
    isThis: /Macintosh/,
    steps: [
      'Download the certificate and open it: it is added to <b>Keychain Access</b>.',
      'Find <b>Readout on …</b> there, open it, and under Trust choose <b>Always Trust</b>.',
      'Restart the browser.',
    ],
  },
  {
    id: 'linux',
    name: 'Linux, and Firefox everywhere',
    isThis: /Linux|X11|CrOS/,
    steps: [
      'Download the certificate.',
      'Chromium: Settings › Privacy and security › Security › Manage certificates › Authorities › Import. Firefox: Settings › Privacy &amp; Security › View Certificates › Authorities › Import.',
      'Tick <b>identify websites</b>.',
    ],
  },
] as const;

/** The page a device opens first: what to trust, how, and the way on as soon as it does. */
export function trustPage({
  origin,
  fingerprint,
  nonce,
  userAgent,
}: {
  /** Where this host answers encrypted. */
  origin: string;
  fingerprint: string;
  nonce: string;
  userAgent: string;
}): string {
  const own = systems.find(({ isThis }) => isThis.test(userAgent)) ?? systems.at(-1);
  const ordered = [...systems].sort((a, b) => Number(b === own) - Number(a === own));
  const ways = ordered
    .map(
      ({ name, steps }, index) =>
        `<details${index === 0 ? ' open' : ''}><summary>${name}</summary><ol>${steps.map((step) => `<li>${step}</li>`).join('')}</ol></details>`,
    )
    .join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Trust this Readout</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<p class="mark"><span aria-hidden="true"></span>Readout</p>
<h1>Trust this Readout once</h1>
<p>Browsers open the camera only on an encrypted page, and this installation encrypts with a certificate of its own. After
these steps the device knows it.</p>
<p class="actions">
<a class="main" href="/trust/readout-authority.crt" download>Get the certificate</a>
<a id="on" href="${origin}/">Open Readout</a>
</p>
<p id="state" role="status">Looking whether this device trusts it already …</p>
${ways}
<section>
<h2>Is it the right one?</h2>
<p>Compare this fingerprint (SHA-256) with the one in the terminal where Readout was started, before you install it:</p>
<p class="print">${fingerprint.replaceAll(':', ':<wbr>')}</p>
<p>The certificate can vouch for this machine’s names and addresses and for nothing else. To take the trust back, remove it
in the same place.</p>
</section>
</main>
<script nonce="${nonce}">${script}</script>
</body>
</html>
`;
}

/** Goes on by itself once the device trusts the certificate: an encrypted request fails until then. */
const script = `
const on = document.getElementById('on'), state = document.getElementById('state');
const look = () => fetch(new URL('/healthz', on.href), { mode: 'no-cors', cache: 'no-store' }).then(
  () => {
    state.textContent = 'This device trusts Readout. Opening it …';
    document.body.dataset.trusted = '';
    location.replace(on.href);
  },
  () => { state.textContent = 'Not trusted on this device yet.'; },
);
look();
addEventListener('focus', look);
addEventListener('visibilitychange', () => { if (!document.hidden) look(); });
`;

const style = `
:root{color-scheme:light dark;--ground:#f4f5f3;--ink:#16201c;--soft:#55605b;--line:#c9cfcb;--signal:#00713f;--on:#fff}
@media (prefers-color-scheme:dark){:root{--ground:#0e1110;--ink:#e8ece9;--soft:#9aa5a0;--line:#333b38;--signal:#3ddc91;--on:#06120c}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:600px;margin:0 auto;padding:32px 20px 64px}
h1{font-size:28px;line-height:1.2;letter-spacing:-.02em;margin:24px 0 12px}
h2{font-size:16px;margin:32px 0 8px}
p{margin:0 0 16px}
a{color:inherit}
.mark{display:flex;align-items:center;gap:10px;font-weight:600}
.mark span{width:20px;height:20px;border:2px solid var(--signal);clip-path:polygon(0 0,35% 0,35% 35%,65% 35%,65% 0,100% 0,100% 35%,65% 35%,65% 65%,100% 65%,100% 100%,65% 100%,65% 65%,35% 65%,35% 100%,0 100%,0 65%,35% 65%,35% 35%,0 35%)}
.actions{display:flex;flex-wrap:wrap;gap:12px;margin-top:24px}
.actions a{display:inline-flex;align-items:center;min-height:48px;padding:0 20px;border:1px solid var(--line);border-radius:4px;text-decoration:none;font-weight:600}
.actions .main{background:var(--signal);border-color:var(--signal);color:var(--on)}
[data-trusted] .main{background:none;color:inherit;border-color:var(--line)}
#state{color:var(--soft);min-height:24px}
details{border-top:1px solid var(--line)}
details:last-of-type{border-bottom:1px solid var(--line)}
summary{padding:12px 0;font-weight:600;cursor:pointer}
ol{margin:0 0 16px;padding-left:24px}
li{margin-bottom:8px}
.print{font:14px/1.7 ui-monospace,monospace;border-left:3px solid var(--signal);padding-left:12px}
`;
