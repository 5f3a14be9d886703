import path from 'node:path';
import type { KeptLegalTexts } from '@readout/domain/platform/kept-legal-texts';
import type { LegalVersions } from '@readout/domain/users/rules';
import { rootFolder } from './config.ts';
import { openLegalFolder, read } from './legal-folder.ts';
import { type LegalSource, type LegalTextName, legalSource, translationOf } from './legal-sources.ts';

/** The legal texts that hold now, the same at every process. */
export interface CurrentLegalVersions {
  /** As of at most ten seconds ago. */
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
  /** Changes with the texts. */
  revision(): number;
  /** What is the matter with texts of the operator, as read when the versions were. */
  problems(): string[];
}

const keptForMs = 10_000;
const builtInFolder = path.join(rootFolder, 'apps', 'web', 'app', 'legal');

/** The operator's own texts, from the data folder of whichever machine they were put on, else those that come with Readout. */
export async function createLegalVersions({
  dataFolder,
  kept,
  onError,
}: {
  dataFolder: string;
  kept: KeptLegalTexts;
  onError: (error: unknown) => void;
}): Promise<CurrentLegalVersions> {
  const folder = openLegalFolder(path.join(dataFolder, 'legal'), kept);
  const builtIn = async (name: LegalTextName) => (await read(path.join(builtInFolder, `${name}.md`)))!;
  let texts: ReadonlyMap<string, string> = new Map();
  let versions: LegalVersions;
  let problems: string[] = [];
  let revision = 0;
  let readAt = performance.now();

  const source = async (name: LegalTextName) => legalSource(texts.get(`${name}.md`), await builtIn(name));
  let asked = 0;
  let answered = 0;
  const refresh = async () => {
    const mine = ++asked;
    readAt = performance.now();
    const troubles = await folder.give();
    const found = await kept.list();
    // Two looks at once may come back in the other order.
    if (mine < answered) return versions;
    answered = mine;
    const news = [...troubles]
      // A translation that cannot be used is not shown; nobody accepts it.
      .filter(([file]) => !file.includes('/'))
      .map(
        ([file, trouble]) =>
          `legal/${file} ${trouble}; ${found.has(file) ? 'the last good one' : 'the one that comes with Readout'} is shown`,
      );
    if (news.length > 0 && news.join() !== problems.join()) onError(new Error(news.join('; ')));
    problems = news;
    if (!isSame(texts, found)) revision++;
    texts = found;
    const [terms, privacy] = await Promise.all([source('tos'), source('privacy-policy')]);
    versions = { terms: terms.version, privacy: privacy.version };
    return versions;
  };
  versions = await refresh();
  const current = () => {
    if (performance.now() - readAt > keptForMs) refresh().catch(onError);
    return versions;
  };
  return {
    current,
    refresh,
    async source(name) {
      await refresh();
      return source(name);
    },
    translation: async (name, { language, original }) =>
      translationOf(original, {
        own: texts.get(`${language}/${name}.md`),
        builtIn: await read(path.join(builtInFolder, language, `${name}.md`)),
      }),
    revision() {
      current();
      return revision;
    },
    problems: () => problems,
  };
}

const isSame = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean =>
  one.size === other.size && [...one].every(([file, text]) => other.get(file) === text);
