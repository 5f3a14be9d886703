import wasm from '@jitl/quickjs-wasmfile-release-sync/wasm?url';
import type { ReaderInput } from '@readout/plugin-kit';
import {
  type BrowserSandbox,
  type BrowserSandboxOptions,
  type ConsoleLine,
  createSandbox,
  type LoadedPlugin,
} from '../browser.ts';

// What the suite calls, in a real browser, by `page.evaluate`.

let sandbox: BrowserSandbox | undefined;

const opened = (): BrowserSandbox => {
  if (!sandbox) throw new Error('Open the sandbox first.');
  return sandbox;
};

Object.assign(globalThis, {
  sandbox: {
    open(options: Partial<BrowserSandboxOptions> = {}) {
      sandbox?.close();
      sandbox = createSandbox({ wasm, ...options });
      return sandbox.load();
    },
    load() {
      return opened().load();
    },
    run(given: string) {
      const [plugin, input] = JSON.parse(given) as [LoadedPlugin, ReaderInput];
      return opened().run(plugin, input);
    },
    async console(given: string) {
      const [plugin, input] = JSON.parse(given) as [LoadedPlugin, ReaderInput];
      const lines: ConsoleLine[] = [];
      await opened().run(plugin, input, { console: (line) => lines.push(line) });
      return lines;
    },
    runReaders(given: string) {
      const [plugins, input] = JSON.parse(given) as [LoadedPlugin[], ReaderInput];
      return opened().runReaders(plugins, input);
    },
  },
});
