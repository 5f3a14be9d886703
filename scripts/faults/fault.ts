import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A small change of the product's code that a user would feel, and the tests that have to see it. */
export interface Fault {
  /** Of the file, without its ending. */
  name: string;
  file: string;
  /** What a user would suffer. */
  says: string;
  /** Test files of Vitest, from the root. */
  tests: string[];
  /** A file of journeys, and a piece of the title of the one that sees it. */
  journey: { file: string; title: string } | undefined;
}

/** Faults written by hand, and those a script made (`make-faults.ts`). */
export const faultFolders = { written: 'scripts/faults/written', made: 'scripts/faults/made' } as const;

/** All faults of a folder, by name. @throws Error for a file without a head. */
export function readFaults(root: string, folder: string): Fault[] {
  return readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.patch'))
    .sort()
    .map((name) => parseFault(path.join(folder, name), readFileSync(path.join(root, folder, name), 'utf8')));
}

/** A patch as git makes it, below lines of `Fault:`, `Tests:` and, where no test of Vitest can see it, `Journeys:`. */
export function parseFault(file: string, text: string): Fault {
  const [head = ''] = text.split('\ndiff --git ');
  const line = (name: string) => new RegExp(`^${name}: *(.+)$`, 'm').exec(head)?.[1]?.trim();
  const says = line('Fault');
  const tests = line('Tests')?.split(/\s+/) ?? [];
  const [journeyFile, ...title] = line('Journeys?')?.split(':') ?? [];
  if (!says || (tests.length === 0 && !journeyFile))
    throw new Error(`${file} has to say its fault and which tests see it.`);
  return {
    name: path.basename(file, '.patch'),
    file,
    says,
    tests,
    journey: journeyFile ? { file: journeyFile, title: title.join(':').trim() } : undefined,
  };
}
