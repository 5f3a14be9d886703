import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Difference, differences, type Expectation, summarise } from './expectation.ts';
import type { PluginReading, Reader, ReaderInput } from './types.ts';

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

/** What came of one fixture. */
export interface FixtureRun {
  name: string;
  /** What is not as `expected.json` says; empty: all as it should be. */
  differences: Difference[];
}

/** Runs a reader on all fixtures of a plugin, as it is: the host's limits are `readout plugin test`'s to hold. */
export async function runFixtures(reader: Reader, pluginFolder: string): Promise<FixtureRun[]> {
  const cases = await readFixtures(pluginFolder);
  return cases.map(({ name, input, expected }) => ({
    name,
    differences: differences(expected.records, summarise(reader.read(input))),
  }));
}
