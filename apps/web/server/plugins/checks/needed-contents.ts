import { isDeepStrictEqual } from 'node:util';
import { summarise } from '@readout/plugin-kit/expectation';
import type { PackagedFixture } from '@readout/plugin-kit/package';
import type { LoadedPlugin, PluginRun, Sandbox } from '@readout/plugin-sandbox/node';

/** Fixtures that are read once more without a part of their reading. */
const maxFixtures = 25;

/**
 * The kinds of content without which a fixture comes out otherwise: what a reader uses of what it asks for.
 * @param runs - what the reader made of each fixture as it is, by name
 */
export function neededContents(
  sandbox: Pick<Sandbox, 'run'>,
  plugin: LoadedPlugin,
  fixtures: readonly PackagedFixture[],
  runs: ReadonlyMap<string, PluginRun>,
): string[] {
  return (['lines', 'barcodes'] as const).filter((part) =>
    fixtures
      .filter(({ name, reading }) => reading[part].length > 0 && runs.get(name)?.ok)
      .slice(0, maxFixtures)
      .some(({ name, reading, settings, expected: { locale, today } }) => {
        const whole = runs.get(name);
        const run = sandbox.run(plugin, { reading: { ...reading, [part]: [] }, settings, locale, today });
        return !run.ok || !whole?.ok || !isDeepStrictEqual(summarise(run.records), summarise(whole.records));
      }),
  );
}
