import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

export type LegalTextName = 'tos' | 'privacy-policy';

export interface LegalSource {
  /** Markdown with a whole header. */
  text: string;
  /** As it stands in the header. */
  version: string;
  /** Whether it is the operator's. */
  isOwn: boolean;
  /** What is the matter with the operator's own text, so that an earlier one is shown; undefined: nothing. */
  problem: string | undefined;
}

const needed = ['title', 'version', 'effective'];

/**
 * A legal text: the operator's own from `legal/NAME.md` in the data folder, else the one that comes with Readout. Of an
 * own text the last one that could be used is kept beside it (`legal/.last-good`): people accept a text by its version,
 * so one without a header neither stops every page nor asks everybody to accept another.
 */
export async function legalSource(
  dataFolder: string,
  name: LegalTextName,
  /** The text that comes with Readout. */
  builtIn: () => string | Promise<string>,
): Promise<LegalSource> {
  const folder = path.join(dataFolder, 'legal');
  const kept = path.join(folder, '.last-good', `${name}.md`);
  let problem: string;
  try {
    const own = await read(path.join(folder, `${name}.md`));
    if (own === undefined) return whole(await builtIn(), false);
    const missing = missingOf(own);
    if (missing.length === 0) {
      await keep(kept, own).catch(() => {});
      return whole(own, true);
    }
    problem = `legal/${name}.md begins without a header that has ${missing.join(', ')}`;
  } catch (error) {
    problem = `legal/${name}.md cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`;
  }
  const last = await read(kept).catch(() => undefined);
  const isUsable = last !== undefined && missingOf(last).length === 0;
  const text = isUsable ? last : await builtIn();
  return {
    ...whole(text, isUsable),
    problem: `${problem}; ${isUsable ? 'the last good one' : 'the one that comes with Readout'} is shown`,
  };
}

/**
 * The same text in another language: the operator's from `legal/LANGUAGE/NAME.md`, else the one that comes with Readout,
 * which translates nobody's text but ours. One of another version says something else than what people accept.
 */
export async function translatedSource(
  dataFolder: string,
  { name, language, original }: { name: LegalTextName; language: string; original: LegalSource },
  /** The translation that comes with Readout; undefined where there is none. */
  builtIn: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const own = await read(path.join(dataFolder, 'legal', language, `${name}.md`)).catch(() => undefined);
  const fits = (text: string | undefined): text is string =>
    text !== undefined && missingOf(text).length === 0 && headerOf(text).get('version') === original.version;
  if (fits(own)) return own;
  const ours = original.isOwn ? undefined : await builtIn();
  return fits(ours) ? ours : undefined;
}

function whole(text: string, isOwn: boolean): LegalSource {
  return { text, version: headerOf(text).get('version') ?? '', isOwn, problem: undefined };
}

const missingOf = (text: string): string[] => {
  const header = headerOf(text);
  return needed.filter((name) => !header.get(name));
};

function headerOf(text: string): Map<string, string> {
  const header = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/.exec(text)?.[1] ?? '';
  return new Map(
    header.split(/\r?\n/).map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
  );
}

/** Undefined where there is none. */
export async function read(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function keep(file: string, text: string): Promise<void> {
  if ((await read(file)) === text) return;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, file);
}
