import { isDeepStrictEqual } from 'node:util';
import type { PluginReading } from '@readout/plugin-kit';
import { type FixtureCase, summarise } from '@readout/plugin-kit/testing';
import type { LoadedPlugin, Sandbox } from '@readout/plugin-sandbox/node';

/** How a plugin does on its fixtures, by what `expected.json` says of each. */
export interface FixtureFigures {
  /** Fixtures with something to read, and of these all of whose values came out right and nothing else. */
  toRead: number;
  readRight: number;
  /** Fixtures to be left alone, and of these the ones that were. */
  toDecline: number;
  declined: number;
  /** Values over all fixtures: not read where they should be is missing, read otherwise or not to be read is wrong. */
  right: number;
  wrong: number;
  missing: number;
}

/** @param readingOf another reading than the stored one */
export function measureFixtures(
  sandbox: Pick<Sandbox, 'run'>,
  plugin: LoadedPlugin,
  cases: readonly FixtureCase[],
  readingOf: (one: FixtureCase) => PluginReading = ({ input }) => input.reading,
): FixtureFigures {
  const figures: FixtureFigures = {
    toRead: 0,
    readRight: 0,
    toDecline: 0,
    declined: 0,
    right: 0,
    wrong: 0,
    missing: 0,
  };
  for (const one of cases) {
    const run = sandbox.run(plugin, { ...one.input, reading: readingOf(one) });
    const made = run.ok ? summarise(run.records) : [];
    const { records } = one.expected;
    let isRight = run.ok && made.length === records.length;
    for (let index = 0; index < Math.max(made.length, records.length); index++) {
      const wanted = records[index];
      const got = made[index]?.type === wanted?.type || !wanted ? made[index] : undefined;
      const names = new Set([...Object.keys(wanted?.fields ?? {}), ...Object.keys(got?.fields ?? {})]);
      for (const name of names) {
        const [right, found] = [wanted?.fields[name], got?.fields[name]];
        const outcome =
          right && !found ? 'missing' : isDeepStrictEqual(right?.value, found?.value) ? 'right' : 'wrong';
        figures[outcome]++;
        isRight &&= outcome === 'right';
      }
    }
    if (records.length > 0) {
      figures.toRead++;
      if (isRight) figures.readRight++;
    } else {
      figures.toDecline++;
      if (isRight) figures.declined++;
    }
  }
  return figures;
}
