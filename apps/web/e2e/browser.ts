/** The browser people have: with cameras, questions about permissions and other tabs to share. */
export const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** The same engine without a window of its own, in which a page takes half the time; where it is missing, the other. */
export const headlessPath = process.env.CHROMIUM_HEADLESS_PATH ?? chromiumPath;

export const chromiumArgs = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
