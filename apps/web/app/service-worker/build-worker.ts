import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { WorkerBuild } from './kept-assets.ts';
import { type OfflineTexts, offlineTexts } from './offline-page.ts';

/**
 * Makes `sw.js` beside the built pages: the worker's code with the list of files it keeps. Runs after the pages were
 * built, since the files carry hashes of their content.
 */
const folder = fileURLToPath(new URL('.', import.meta.url));
const client = path.resolve(folder, '../../build/client');
const assets = path.join(client, 'assets');
/** What the pages fetch as they go (models, languages, WebAssembly) is kept when it is used. */
const maxShellFileBytes = 600_000;
const shellEndings = /\.(m?js|css|woff2)$/;
/** Of the fonts, what the interface is written in; other scripts are fetched when a name needs them. */
const isOtherScript = (name: string): boolean => name.endsWith('.woff2') && !/-latin-wght/.test(name);

interface Manifest {
  entry: Files;
  routes: Record<string, Files & { id: string; parentId?: string; path?: string }>;
}
/** Its module, what it imports, its styles, and the parts the router may have split off. */
type Files = Record<string, unknown>;

const names = readdirSync(assets).filter((name) => !/\.(br|gz)$/.test(name));
// A chunk of our own modules may be called so, too.
const manifestName = names
  .filter((name) => /^manifest-[\w-]+\.js$/.test(name))
  .find((name) => readFileSync(path.join(assets, name), 'utf8').startsWith('window.__reactRouterManifest'));
if (!manifestName) throw new Error('The pages are not built: their manifest is missing.');
const manifestText = readFileSync(path.join(assets, manifestName), 'utf8');
const manifest = JSON.parse(
  manifestText.slice(manifestText.indexOf('{'), manifestText.lastIndexOf('}') + 1),
) as Manifest;

/** The texts of the camera's pages in every language; see `areasOf`. */
const textNames = names.filter((name) => /^(common|camera|queue)-[\w-]+\.json$/.test(name));
const shellNames = withWhatTheyName(startingFiles().map((address) => path.basename(address)));
for (const name of textNames) shellNames.add(name);
const shell = [
  `/assets/${manifestName}`,
  ...[...shellNames].sort().map((name) => `/assets/${name}`),
  '/favicon.svg',
  '/icon-192.png',
  '/manifest.webmanifest',
];
const worker = await bundle();
const id = createHash('sha256').update(worker).update(shell.join()).digest('hex').slice(0, 12);
const told: WorkerBuild = {
  id,
  manifest: `/assets/${manifestName}`,
  shell,
  all: names.map((name) => `/assets/${name}`),
  offline: textsWithoutNetwork(),
};
writeFileSync(path.join(client, 'sw.js'), `const readoutBuild=${JSON.stringify(told)};\n${worker}`);

/** From the catalogue; there is no code in the worker that could fill values in. */
function textsWithoutNetwork(): Record<string, OfflineTexts> {
  const messages = path.resolve(folder, '../../../../packages/texts/build/messages');
  return Object.fromEntries(
    readdirSync(messages).map((language) => {
      const common = JSON.parse(readFileSync(path.join(messages, language, 'common.json'), 'utf8')) as Record<
        string,
        unknown
      >;
      const texts = offlineTexts.map((name) => {
        const text = common[`common.offline_page.${name}`];
        if (typeof text !== 'string') throw new Error(`common.offline_page.${name} is no plain text.`);
        return [name, text];
      });
      return [language, Object.fromEntries(texts) as OfflineTexts];
    }),
  );
}

/** Modules and styles of the camera's pages and of everything around them. */
function startingFiles(): string[] {
  const routes = Object.values(manifest.routes);
  const meant = routes.filter((route) => route.path === 'camera' || route.path === 'camera/queue');
  if (meant.length < 2) throw new Error('The routes of the camera are not where they are expected.');
  const chain = new Set<Files>([manifest.entry]);
  for (const route of meant)
    for (let each: typeof route | undefined = route; each; each = manifest.routes[each.parentId ?? ''])
      chain.add(each);
  return [...chain]
    .flatMap((files) => Object.values(files).flat())
    .filter((value): value is string => typeof value === 'string' && value.startsWith('/assets/'));
}

/** Files that are named in the code of files: imported at once, later, or as the script of a worker. */
function withWhatTheyName(start: readonly string[]): Set<string> {
  const found = new Set<string>();
  const queue = [...start];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const file = path.join(assets, name);
    if (found.has(name) || !shellEndings.test(name) || isOtherScript(name)) continue;
    if (statSync(file).size > maxShellFileBytes) continue;
    found.add(name);
    if (name.endsWith('.woff2')) continue;
    const text = readFileSync(file, 'utf8');
    queue.push(
      ...names.filter((other) => other !== manifestName && !found.has(other) && text.includes(other)),
    );
  }
  return found;
}

async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: folder,
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: path.join(folder, 'worker.ts'), formats: ['iife'], name: 'readoutWorker' },
    },
  });
  const output = [result].flat().flatMap((each) => ('output' in each ? each.output : []));
  const chunk = output.find((each) => each.type === 'chunk');
  if (!chunk || output.filter((each) => each.type === 'chunk').length !== 1)
    throw new Error('The worker has to be one script.');
  return chunk.code;
}
