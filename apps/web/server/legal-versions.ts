import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { LegalVersions } from '@readout/domain/users/rules';
import { rootFolder } from './config.ts';
import {
  type LegalSource,
  type LegalTextName,
  legalSource,
  read,
  translatedSource,
} from './legal-sources.ts';

/** The versions of the legal texts that hold now. */
export interface CurrentLegalVersions {
  /** As read at most ten seconds ago. */
  current(): LegalVersions;
  /** As they are at this moment. */
  refresh(): Promise<LegalVersions>;
  /** One of the texts, as it is at this moment. */
  source(name: LegalTextName): Promise<LegalSource>;
  /** The same text in another language; undefined where there is none of its version. */
  translation(
    name: LegalTextName,
    of: { language: string; original: LegalSource },
  ): Promise<string | undefined>;
  /** What is the matter with texts of the operator, as read when the versions were. */
  problems(): string[];
}

const keptForMs = 10_000;
const builtIn = path.join(rootFolder, 'apps', 'web', 'app', 'legal');
const source = (dataFolder: string, name: LegalTextName) =>
  legalSource(dataFolder, name, () => readFile(path.join(builtIn, `${name}.md`), 'utf8'));

/** Reads the headers of the texts that the pages show: the operator's own in the data folder, else those that come with Readout. */
export async function createLegalVersions(
  dataFolder: string,
  onError: (error: unknown) => void,
): Promise<CurrentLegalVersions> {
  let { versions, problems } = await readVersions(dataFolder);
  if (problems.length > 0) onError(new Error(problems.join('; ')));
  let readAt = performance.now();
  const refresh = async () => {
    readAt = performance.now();
    const before = problems.join();
    ({ versions, problems } = await readVersions(dataFolder));
    if (problems.length > 0 && problems.join() !== before) onError(new Error(problems.join('; ')));
    return versions;
  };
  return {
    current() {
      if (performance.now() - readAt > keptForMs) refresh().catch(onError);
      return versions;
    },
    refresh,
    source: (name) => source(dataFolder, name),
    translation: (name, of) =>
      translatedSource(dataFolder, { name, ...of }, () =>
        read(path.join(builtIn, of.language, `${name}.md`)),
      ),
    problems: () => problems,
  };
}

async function readVersions(dataFolder: string): Promise<{ versions: LegalVersions; problems: string[] }> {
  const [terms, privacy] = await Promise.all([
    source(dataFolder, 'tos'),
    source(dataFolder, 'privacy-policy'),
  ]);
  return {
    versions: { terms: terms.version, privacy: privacy.version },
    problems: [terms.problem, privacy.problem].filter((problem) => problem !== undefined),
  };
}
