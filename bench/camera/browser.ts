/** The Chromium of the benches, with a camera that plays a film. */
export const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

export const browserArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
];
