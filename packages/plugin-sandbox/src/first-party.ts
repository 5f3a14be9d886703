import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FolderPlugin } from './load-plugins.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const file = fileURLToPath(new URL('../build/first-party-plugins.json', import.meta.url));
/** What the scripts of plugins are made from, and with. */
const sources = [
  'plugins',
  'packages/plugin-kit/src',
  'packages/plugin-sandbox/src/bundle',
  'packages/plugin-sandbox/src/limits.ts',
  'packages/plugin-sandbox/src/load-plugins.ts',
  'node_modules/esbuild/package.json',
];

interface Kept {
  /** SHA-256 of {@link sources}. */
  madeFrom: string;
  plugins: FolderPlugin[];
}

/** Every plugin of the `plugins/` folder, sorted by id: as the build left them, or built in memory where they changed since. */
export async function loadFirstPartyPlugins(): Promise<FolderPlugin[]> {
  const kept = await keptPlugins();
  if (kept) return kept;
  // Loaded only here: a command that reads one picture is done before a compiler is there.
  const { buildFirstPartyPlugins } = await import('./load-plugins.ts');
  return buildFirstPartyPlugins();
}

async function keptPlugins(): Promise<FolderPlugin[] | undefined> {
  let kept: Kept;
  try {
    kept = JSON.parse(await readFile(file, 'utf8')) as Kept;
  } catch {
    return undefined;
  }
  return kept.madeFrom === (await hashOfSources()) ? kept.plugins : undefined;
}

/** Keeps them for {@link loadFirstPartyPlugins}. */
export async function keepPlugins(plugins: FolderPlugin[]): Promise<void> {
  const kept: Kept = { madeFrom: await hashOfSources(), plugins };
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.${process.pid}`, JSON.stringify(kept));
  await rename(`${file}.${process.pid}`, file);
}

async function hashOfSources(): Promise<string> {
  const files = (await Promise.all(sources.map((source) => filesIn(join(root, source))))).flat();
  const contents = await Promise.all(files.map((path) => readFile(path)));
  const hash = createHash('sha256');
  for (const [at, path] of files.entries())
    hash.update(`${relative(root, path)}\0${contents[at]!.length}\0`).update(contents[at]!);
  return hash.digest('hex');
}

/** A file itself, or those below a folder that scripts are made from, in an order that is always the same. */
async function filesIn(path: string): Promise<string[]> {
  if (/\.(ts|json)$/.test(path)) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /(?<!\.test)\.ts$|^plugin\.json$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
