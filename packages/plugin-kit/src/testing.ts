import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DraftRecord, JsonValue, PluginReading, ReaderInput } from './types.ts';

/** A field as a fixture states it: what a user would miss, not the pixels' last decimals. */
export interface ExpectedField {
  value: JsonValue;
  /** Ids of the lines and barcodes it was seen at, sorted. */
  seen: string[];
  /** Outcome of each check by name; a name with several checks passed only if all did. */
  checks?: Record<string, boolean>;
  ambiguous?: JsonValue[];
}

export interface ExpectedRecord {
  type: string;
  fields: Record<string, ExpectedField>;
}

/** `expected.json`. */
export interface Expectation {
  locale: string;
  /** ISO date of the capture. */
  today: string;
  /** Empty where the reader must decline. */
  records: ExpectedRecord[];
}

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

/** The part of records that `expected.json` states. */
export function summarise(records: readonly DraftRecord[]): ExpectedRecord[] {
  return records.map(({ type, fields }) => ({
    type,
    fields: Object.fromEntries(
      Object.entries(fields).map(
        ([name, { value, evidence, checks, ambiguous }]): [string, ExpectedField] => {
          const outcome: Record<string, boolean> = {};
          for (const check of checks) outcome[check.name] = (outcome[check.name] ?? true) && check.passed;
          const seen = [...new Set(evidence.flatMap(({ line, barcode }) => [line, barcode]))].filter(
            (id) => id !== undefined,
          );
          return [
            name,
            {
              value,
              seen: seen.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })),
              ...(checks.length > 0 ? { checks: outcome } : {}),
              ...(ambiguous ? { ambiguous } : {}),
            },
          ];
        },
      ),
    ),
  }));
}
