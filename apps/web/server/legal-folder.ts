import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type KeptLegalTexts, maxLegalTextBytes } from '@readout/domain/platform/kept-legal-texts';
import { LANGUAGES } from '@readout/texts';
import { legalTextNames, missingOf } from './legal-sources.ts';

/** What is wrong with a file, in words that go on a sentence with its name. */
type Trouble = string;

interface LegalFolder {
  /**
   * Hands what was changed in the folder since it was last looked at to all processes. What lies there unchanged says nothing: another
   * machine may have given a newer text.
   *
   * @returns files of the operator that cannot be used, and why
   */
  give(): Promise<Map<string, Trouble>>;
}

const originals = legalTextNames.map((name) => `${name}.md`);
const files = [...originals, ...LANGUAGES.flatMap(({ tag }) => originals.map((name) => `${tag}/${name}`))];

/** @param folder - `legal` in the data folder */
export function openLegalFolder(folder: string, kept: KeptLegalTexts): LegalFolder {
  /** Where the folder cannot be written to, this process at least does not give the same again and again. */
  const given = new Map<string, string>();

  async function giveOne(file: string): Promise<Trouble | undefined> {
    const note = path.join(folder, '.given', file);
    const before = given.get(file) ?? (await read(note));
    let own: string | undefined;
    try {
      own = await read(path.join(folder, file));
    } catch (error) {
      return `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`;
    }
    if (own === undefined) {
      if (before === undefined) return undefined;
      await kept.takeBack(file, before);
      given.delete(file);
      await rm(note, { force: true }).catch(() => {});
      return undefined;
    }
    const trouble = troubleOf(own);
    // Up to 0.3 the last one that could be used lay beside it.
    const text = trouble === undefined ? own : before === undefined ? await lastGood(file) : undefined;
    if (text !== undefined && text !== before) {
      await kept.keep(file, text);
      given.set(file, text);
      await write(note, text).catch(() => {});
    }
    return trouble;
  }

  async function lastGood(file: string): Promise<string | undefined> {
    const text = await read(path.join(folder, '.last-good', file)).catch(() => undefined);
    return text !== undefined && troubleOf(text) === undefined ? text : undefined;
  }

  return {
    async give() {
      const troubles = new Map<string, Trouble>();
      for (const file of files) {
        const trouble = await giveOne(file);
        if (trouble !== undefined) troubles.set(file, trouble);
      }
      return troubles;
    },
  };
}

function troubleOf(text: string): Trouble | undefined {
  const missing = missingOf(text);
  if (missing.length > 0) return `begins without a header that has ${missing.join(', ')}`;
  if (text.includes('\0')) return 'is no text';
  return Buffer.byteLength(text) > maxLegalTextBytes
    ? `is larger than ${maxLegalTextBytes / 1000} kB`
    : undefined;
}

/** Undefined where there is none. */
export async function read(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, file);
}
