import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Expectation } from './expectation.ts';
import type { PluginReading, ReaderInput } from './types.ts';

export * from './expectation.ts';
export * from './reading-of-text.ts';

/** One folder under `fixtures/`. */
export interface FixtureCase {
  name: string;
  input: ReaderInput;
  expected: Expectation;
}

/** Reads all cases of a plugin's `fixtures/` folder, sorted by name. */
export async function readFixtures(pluginFolder: string): Promise<FixtureCase[]> {
  const folder = join(pluginFolder, 'fixtures');
  const cases: FixtureCase[] = [];
  for (const name of (await readdir(folder)).sort()) {
    if (!(await stat(join(folder, name))).isDirectory()) continue;
    const reading: PluginReading = JSON.parse(await readFile(join(folder, name, 'reading.json'), 'utf8'));
    const expected: Expectation = JSON.parse(await readFile(join(folder, name, 'expected.json'), 'utf8'));
    const { locale, today } = expected;
    cases.push({ name, input: { reading, settings: {}, locale, today }, expected });
  }
  return cases;
}
