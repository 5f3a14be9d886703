import { isDeepStrictEqual } from 'node:util';
import type { Accuracy } from '@readout/domain/plugins/plugin-versions';
import type { PackagedFixture } from '@readout/plugin-kit/package';
import { summarise } from '@readout/plugin-kit/testing';
import { couldApply } from '@readout/plugin-sandbox';
import type { LoadedPlugin, Sandbox } from '@readout/plugin-sandbox/node';

/**
 * Runs a plugin on fixtures. A fixture passes where exactly its records came out, with their evidence and checks. Fields
 * are compared by value, record by record in order: one that was to be read and was not is missing, one that was read
 * otherwise, or was not to be read, is wrong. As on captures a reader is not run where its `when` says so.
 */
export function measureAccuracy(
  sandbox: Pick<Sandbox, 'run'>,
  plugin: LoadedPlugin,
  fixtures: readonly PackagedFixture[],
): Accuracy {
  const fields = new Map<string, Accuracy['fields'][number]>();
  const count = (name: string, outcome: 'right' | 'wrong' | 'missing') => {
    const field = fields.get(name) ?? { name, right: 0, wrong: 0, missing: 0 };
    field[outcome]++;
    fields.set(name, field);
  };
  let passed = 0;
  for (const { reading, settings, expected } of fixtures) {
    const { locale, today } = expected;
    const run = couldApply(plugin.manifest, reading)
      ? sandbox.run(plugin, { reading, settings, locale, today })
      : nothing;
    const made = run.ok ? summarise(run.records) : [];
    if (run.ok && isDeepStrictEqual(made, expected.records)) passed++;
    for (let index = 0; index < Math.max(made.length, expected.records.length); index++) {
      const right = expected.records[index];
      const found = made[index];
      const names = new Set([...Object.keys(right?.fields ?? {}), ...Object.keys(found?.fields ?? {})]);
      for (const name of names) {
        const wanted = right?.fields[name];
        const got = found?.type === right?.type || !right ? found?.fields[name] : undefined;
        if (wanted && !got) count(name, 'missing');
        else if (wanted && got && isDeepStrictEqual(wanted.value, got.value)) count(name, 'right');
        else count(name, 'wrong');
      }
    }
  }
  return {
    fixtures: fixtures.length,
    passed,
    fields: [...fields.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

const nothing = { ok: true, records: [] } as const;
