import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { LegalVersions } from '@readout/domain/users/accept-terms';
import { rootFolder } from './config.ts';

/** The versions of the legal texts that hold now. */
export interface CurrentLegalVersions {
  /** As read at most ten seconds ago. */
  current(): LegalVersions;
  /** As they are at this moment. */
  refresh(): Promise<LegalVersions>;
}

const keptForMs = 10_000;
const builtIn = path.join(rootFolder, 'apps', 'web', 'app', 'routes', 'public', 'legal');

/** Reads the headers of the texts that the pages show: the operator's own in the data folder, else those that come with Readout. */
export async function createLegalVersions(
  dataFolder: string,
  onError: (error: unknown) => void,
): Promise<CurrentLegalVersions> {
  let versions = await readVersions(dataFolder);
  let readAt = performance.now();
  const refresh = async () => {
    readAt = performance.now();
    versions = await readVersions(dataFolder);
    return versions;
  };
  return {
    current() {
      if (performance.now() - readAt > keptForMs) refresh().catch(onError);
      return versions;
    },
    refresh,
  };
}

async function readVersions(dataFolder: string): Promise<LegalVersions> {
  const [terms, privacy] = await Promise.all([
    versionOf(dataFolder, 'tos'),
    versionOf(dataFolder, 'privacy-policy'),
  ]);
  return { terms, privacy };
}

async function versionOf(dataFolder: string, name: 'tos' | 'privacy-policy'): Promise<string> {
  const own = path.join(dataFolder, 'legal', `${name}.md`);
  const text = await readFile(own, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return readFile(path.join(builtIn, `${name}.md`), 'utf8');
    throw error;
  });
  const header = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1] ?? '';
  const version = /^version:\s*(\S.*?)\s*$/m.exec(header)?.[1];
  if (!version) throw new Error(`The header of the legal text ${name} lacks "version".`);
  return version;
}
