import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReaderInput } from '@readout/plugin-kit';
import { readFixtures } from '@readout/plugin-kit/testing';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrowserSandboxOptions } from './browser.ts';
import type { PluginRecord } from './host.ts';
import { note } from './hostile/hostile-case.ts';
import { hostileCases, hostileSample } from './hostile/index.ts';
import { observations, observing } from './hostile/observations.ts';
import {
  type ConsoleLine,
  createSandbox,
  type LoadedPlugin,
  loadFirstPartyPlugins,
  type PluginRun,
  type Sandbox,
} from './node.ts';
import { input, plugin } from './probe-plugins.ts';

/** What the page offers; see `browser-page/main.ts`. What it is given travels as JSON. */
declare const sandbox: {
  open(options?: Partial<BrowserSandboxOptions>): Promise<void>;
  load(): Promise<void>;
  run(given: string): Promise<PluginRun>;
  console(given: string): Promise<ConsoleLine[]>;
  runReaders(given: string): Promise<{ records: PluginRecord[]; runs: PluginRun[] }>;
};

/** `npm run test:long` tries everything in Chromium, too; otherwise it is a sample of what is all tried in Node. */
const isLong = process.env.READOUT_LONG_TESTS !== undefined;
const pluginsFolder = fileURLToPath(new URL('../../../plugins/', import.meta.url));
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

let folder: string;
let server: Server;
let browser: Browser;
let page: Page;
let node: Sandbox;
/** Whether requests for `/held.wasm`, the interpreter, are left without an answer. */
let isWasmHeld = false;
let interpreterFile: string;
const complaints: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'readout-sandbox-'));
  await build({
    root: join(import.meta.dirname, 'browser-page'),
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir: folder, emptyOutDir: true, assetsInlineLimit: 0, target: 'es2023' },
  });
  const files = await readdir(folder, { recursive: true });
  interpreterFile = `/${files.find((file) => file.endsWith('.wasm'))}`;
  server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const name = pathname === '/' ? '/index.html' : pathname === '/held.wasm' ? interpreterFile : pathname;
    if (pathname === '/held.wasm' && isWasmHeld) return;
    try {
      const body = await readFile(join(folder, name));
      response.writeHead(200, {
        'content-type': types[extname(name)] ?? 'application/octet-stream',
        // As Readout serves them: what workers may, and no page.
        'content-security-policy': extname(name) === '.js' ? policy : "script-src 'self'; img-src data:",
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_HEADLESS_PATH ?? process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  page = await browser.newPage();
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  node = await createSandbox();
});
afterAll(async () => {
  await Promise.all([browser?.close(), node?.close()]);
  server?.close();
  await rm(folder, { recursive: true, force: true });
});

const open = (options?: Partial<BrowserSandboxOptions>) =>
  page.evaluate((given) => sandbox.open(given), options);
const run = (loaded: LoadedPlugin, given: ReaderInput = input) =>
  page.evaluate(
    (json): Promise<unknown> => sandbox.run(json),
    JSON.stringify([loaded, given]),
  ) as Promise<PluginRun>;
/** A worker that was started for it has no more time than the one before had: a busy machine may take all of it. */
const expectAlive = async () => {
  let next = await run(plugin(`return [${note('"alive"')}]`));
  while (!next.ok && next.code === 'plugin.timed_out')
    next = await run(plugin(`return [${note('"alive"')}]`));
  expect(next).toMatchObject({ ok: true });
};
const withoutTime = ({ ms: _, ...rest }: PluginRun) => rest;

describe('the sandbox in a browser', () => {
  const names = isLong ? 'every fixture' : 'a fixture of every reader';
  it(`makes the same records in the same ticks of ${names} as the server does, with all readers`, async () => {
    await open();
    const plugins = await loadFirstPartyPlugins();
    let compared = 0;
    for (const { id } of plugins.map(({ manifest }) => manifest)) {
      const fixtures = await readFixtures(join(pluginsFolder, id));
      // Of one that a reader declines it makes nothing that could differ.
      const first = fixtures.findIndex(({ expected }) => expected.records.length > 0);
      for (const fixture of isLong ? fixtures : fixtures.slice(first, first + 1)) {
        const here = node.runReaders(plugins, fixture.input);
        const there = (await page.evaluate(
          (json): Promise<unknown> => sandbox.runReaders(json),
          JSON.stringify([plugins, fixture.input]),
        )) as ReturnType<Sandbox['runReaders']>;
        expect({ fixture: fixture.name, ...there, runs: there.runs.map(withoutTime) }).toEqual({
          fixture: fixture.name,
          ...here,
          runs: here.runs.map(withoutTime),
        });
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(isLong ? 20 : 10);
  });

  describe.each([
    ['that count no ticks or many', 150, (codes: string) => codes.includes('plugin.timed_out')],
    ['that end by themselves', 5_000, (codes: string) => !codes.includes('plugin.timed_out')],
  ])('hostile plugins %s', (_, maxWallMs, belongs) => {
    let server: Sandbox;
    beforeAll(async () => {
      server = await createSandbox({ maxCpuMs: maxWallMs });
      await open({ maxWallMs });
    });
    afterAll(() => server.close());
    const few = { limits: { ticks: 100 } };

    it.each((isLong ? hostileCases : hostileSample).filter(([, , codes]) => belongs(codes)))(
      '%s: ends as on the server, and the next run works',
      async (_, body, codes) => {
        const there = await run(plugin(body, few));
        const codeThere = there.ok ? 'ok' : there.code;
        expect(codes.split('|')).toContain(codeThere);
        // What the clock ended here may end by itself there; all else is the same to the tick.
        if (codeThere !== 'plugin.timed_out') {
          const here = server.run(plugin(body, few), input);
          if (here.ok || here.code !== 'plugin.timed_out')
            expect(withoutTime(there)).toEqual(withoutTime(here));
        }
        await expectAlive();
      },
    );
  });

  describe('what a plugin can see', () => {
    beforeAll(() => open());
    it.each(observations)(
      'shows it by %s nothing that it could tell a browser from the server by',
      async (_, expression) => {
        const looking = plugin(observing(expression));
        expect(withoutTime(await run(looking))).toEqual(withoutTime(node.run(looking, input)));
      },
    );
  });

  it('tells what a plugin writes, as the server does', async () => {
    await open();
    const writing = plugin(`console.log('a', { b: 1 }); console.error(new Error('no')); return []`);
    const here: ConsoleLine[] = [];
    node.run(writing, input, { console: (line) => here.push(line) });
    const there = await page.evaluate(
      (json): Promise<unknown> => sandbox.console(json),
      JSON.stringify([writing, input]),
    );
    expect(there).toEqual(here);
    expect(here).toHaveLength(2);
  });

  it('a recursion that is caught ends at the same depth', async () => {
    await open();
    const deep = plugin(
      `let depth = 0; const down = () => { depth++; down(); }; try { down(); } catch (error) { return [${note('depth + error.message')}]; }`,
    );
    expect(withoutTime(await run(deep))).toEqual(withoutTime(node.run(deep, input)));
  });

  it('a plugin that avoids the tick counter is ended by the clock, and what waited behind it runs', async () => {
    await open({ maxWallMs: 200 });
    const [hung] = await Promise.all([
      run(plugin('for (;;) Array.prototype.indexOf.call({ length: 2 ** 50 }, 1)')),
      expectAlive(),
    ]);
    expect(hung).toMatchObject({ ok: false, code: 'plugin.timed_out' });
  });

  it('an interpreter that does not arrive is told of, and the next try begins again', async () => {
    isWasmHeld = true;
    try {
      await expect(open({ wasm: '/held.wasm', maxStartMs: 1_000 })).rejects.toThrow('did not start in time');
    } finally {
      isWasmHeld = false;
    }
    // A second is little on a busy machine.
    const load = () => page.evaluate(() => sandbox.load().then(String, String));
    await expect.poll(load).toBe('undefined');
    expect((await run(plugin('return []'))).ok).toBe(true);
  });

  it('runs under a policy without eval and without WebAssembly on the page, and nothing is complained about', () => {
    expect(complaints).toEqual([]);
  });
});
