import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { kitName, onlyTheKit } from './problem.ts';

/** A plugin's files as the one its package holds. */
export interface PluginSource {
  source: string;
  /** Where the lines of `source` stand in the folder, from its first. */
  places: SourcePlace[];
}

export interface SourcePlace {
  file: string;
  line: number;
}

/** What keeps a plugin's folder from being a plugin; each problem with its place where it has one. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly problems: { message: string; file?: string; line?: number; column?: number }[];
  constructor(problems: SourceError['problems']) {
    super(
      problems
        .map(({ message, file, line, column }) => [file, line, column, message].filter(Boolean).join(':'))
        .join('\n'),
    );
    this.problems = problems;
  }
}

const imports = /^import (type )?\{([^}]*)\} from (?:'([^']+)'|"([^"]+)");?\r?\n/gm;
const otherImports = /^(import\b|export\s*(type\s*)?[{*])/;
const importsFile = /^(import|export)\b.*['"]\.{1,2}\//;
const nameIn = (found: RegExpExecArray): string => found[3] ?? found[4]!;

/**
 * The source of a plugin as its package holds it: `index.ts` as it is where that is all there is. Of several files those
 * that one imports come before it, comments kept, with one import of the kit: what is reviewed is what was written. They
 * import each other by names only, and no name stands in two of them.
 * @param folder with `index.ts`
 * @throws SourceError for a file from elsewhere, links followed, and for imports that cannot be put together
 */
export async function pluginSource(folder: string): Promise<PluginSource> {
  const root = await realpath(folder);
  const files = new Map<string, string>();
  const order: string[] = [];
  const add = async (file: string, from?: SourcePlace): Promise<void> => {
    if (files.has(file)) return;
    const text = await readOwn(root, file, from);
    files.set(file, text);
    for (const found of text.matchAll(imports))
      if (nameIn(found).startsWith('.'))
        await add(path.join(path.dirname(file), nameIn(found)), placeOf(file, text, found.index));
    demandByName(file, text, importsFile);
    order.push(file);
  };
  await add('index.ts');
  if (order.length === 1) {
    const source = files.get('index.ts')!;
    return { source, places: source.split('\n').map((_, at) => ({ file: 'index.ts', line: at + 1 })) };
  }
  const head = kitImport(files);
  const lines = head.map((): string => '');
  const places: SourcePlace[] = head.map(() => ({ file: 'index.ts', line: 1 }));
  for (const file of order) {
    const body = bodyOf(file, files.get(file)!);
    if (lines.length > head.length) body.unshift({ text: '', line: 1 });
    for (const { text, line } of body) {
      lines.push(text);
      places.push({ file, line });
    }
  }
  return { source: `${[...head, ...lines.slice(head.length)].join('\n')}\n`, places };
}

const placeOf = (file: string, text: string, index: number): SourcePlace => ({
  file,
  line: text.slice(0, index).split('\n').length,
});

/** A folder somebody else made must not pack what its user has on the disk. */
async function readOwn(root: string, file: string, from: SourcePlace | undefined): Promise<string> {
  const found = await realpath(path.join(root, file)).catch(() => undefined);
  if (found === undefined) throw new SourceError([{ message: `There is no file ${file}`, ...from }]);
  if (!found.startsWith(root + path.sep))
    throw new SourceError([{ message: `${file} is not a file of the plugin`, ...from }]);
  return readFile(found, 'utf8');
}

/** The lines of a file, each of an import as one NUL. */
const withoutImports = (text: string): string[] =>
  text.replaceAll(imports, (found) => '\0\n'.repeat(found.split('\n').length - 1)).split('\n');

function demandByName(file: string, text: string, other: RegExp): void {
  const at = withoutImports(text).findIndex((line) => other.test(line));
  if (at < 0) return;
  const message = "Files of a plugin import by name only, as in: import { a, b } from './c.ts';";
  throw new SourceError([{ message, file, line: at + 1 }]);
}

/** Lines of a file without its imports, and of all but `index.ts` without `export`, under its name. */
function bodyOf(file: string, text: string): { text: string; line: number }[] {
  demandByName(file, text, otherImports);
  const lines = withoutImports(text).map((each, at) => ({ text: each, line: at + 1 }));
  const body = lines.filter(({ text: each }) => each !== '\0' && !each.startsWith('// cspell:'));
  while (body[0]?.text.trim() === '') body.shift();
  while (body.at(-1)?.text.trim() === '') body.pop();
  if (file === 'index.ts') return body;
  return [
    { text: `// ${file}`, line: 1 },
    { text: '', line: 1 },
    ...body.map((each) => ({ ...each, text: each.text.replace(/^export (?!default)/, '') })),
  ];
}

/** One import of what all files import of the kit, and an empty line. */
function kitImport(files: ReadonlyMap<string, string>): string[] {
  const ofKit = new Set<string>();
  for (const [file, text] of files)
    for (const found of text.matchAll(imports)) {
      const { index, 1: isType, 2: names = '' } = found;
      const from = nameIn(found);
      if (from.startsWith('.')) {
        if (/\bas\b/.test(names))
          throw new SourceError([
            { message: 'Files of a plugin import each other without "as"', ...placeOf(file, text, index) },
          ]);
        continue;
      }
      if (from !== kitName)
        throw new SourceError([{ message: onlyTheKit(from), ...placeOf(file, text, index) }]);
      for (const name of names.split(',').map((each) => each.trim()))
        if (name) ofKit.add(isType && !name.startsWith('type ') ? `type ${name}` : name);
    }
  if (ofKit.size === 0) return [];
  // What one file imports as a type and another as a value is a value.
  const names = [...ofKit].filter((name) => !(name.startsWith('type ') && ofKit.has(name.slice(5))));
  const sorted = names.sort((a, b) => (a.replace('type ', '') < b.replace('type ', '') ? -1 : 1));
  return ['import {', ...filled(sorted), `} from '${kitName}';`, ''];
}

/** Names in lines of at most 100 characters. */
function filled(names: readonly string[]): string[] {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + name.length < 98) lines[lines.length - 1] = `${last} ${name},`;
    else lines.push(`  ${name},`);
  }
  return lines;
}
