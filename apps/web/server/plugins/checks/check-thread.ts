/** Entry of the thread in which a package that nobody vouches for is run and looked through; answers part by part. */
import { parentPort, workerData } from 'node:worker_threads';
import type { CheckedFixture, Finding, FixtureOutcome } from '@readout/domain/platform/review/rules';
import type { Accuracy } from '@readout/domain/plugins/plugin-versions';
import { summarise } from '@readout/plugin-kit/expectation';
import type { PackageContent, PackagedFixture } from '@readout/plugin-kit/package';
import { couldApply, type LoadedPlugin, type PluginRun } from '@readout/plugin-sandbox';
import { createSandbox } from '@readout/plugin-sandbox/node';
import { measureAccuracy } from '../measure-accuracy.ts';
import { findPatterns } from './find-patterns.ts';
import { neededContents } from './needed-contents.ts';

export interface CheckTask {
  /** Without pictures. */
  content: PackageContent;
  plugin: LoadedPlugin;
  previous: LoadedPlugin | null;
}

export type CheckAnswer =
  | { part: 'fixture'; fixture: CheckedFixture }
  | { part: 'fixtures'; accuracy: Accuracy; needed: string[]; ms: number }
  | { part: 'patterns'; findings: Finding[]; ms: number }
  | { part: 'end' };

const { content, plugin, previous } = workerData as CheckTask;
if (!parentPort) throw new Error('Started by check-version.ts only.');
const port = parentPort;
const answer = (message: CheckAnswer) => port.postMessage(message);

/** What is kept of the records of one fixture, UTF-16 code units of their JSON. */
const maxRecordsLength = 200_000;

let startedAt = performance.now();
answer({ part: 'patterns', findings: findPatterns(content), ms: performance.now() - startedAt });

startedAt = performance.now();
const sandbox = await createSandbox();
if (plugin.manifest.kind === 'reader') {
  /** Each fixture is run once by each version, no matter who asks. */
  const runs = new Map<string, PluginRun>();
  for (const fixture of content.fixtures) {
    const run = runOn(plugin, fixture);
    if (run) runs.set(fixture.name, run);
    answer({
      part: 'fixture',
      fixture: {
        name: fixture.name,
        applies: run !== undefined,
        outcome: outcomeOf(run),
        before: previous ? outcomeOf(runOn(previous, fixture)) : null,
      },
    });
  }
  const readings = new Map(content.fixtures.map(({ name, reading }) => [reading, name]));
  const accuracy = measureAccuracy(
    { run: (of, input) => runs.get(readings.get(input.reading) ?? '') ?? sandbox.run(of, input) },
    plugin,
    content.fixtures,
  );
  const needed = neededContents(sandbox, plugin, content.fixtures, runs);
  answer({ part: 'fixtures', accuracy, needed, ms: performance.now() - startedAt });
}
await sandbox.close();
answer({ part: 'end' });

/** Undefined where the host would not run it. */
function runOn(
  version: LoadedPlugin,
  { reading, settings, expected }: PackagedFixture,
): PluginRun | undefined {
  if (!couldApply(version.manifest, reading)) return undefined;
  return sandbox.run(version, { reading, settings, locale: expected.locale, today: expected.today });
}

function outcomeOf(run: PluginRun | undefined): FixtureOutcome {
  if (!run) return { ok: true, records: [], ticks: 0, ms: 0 };
  const { ms } = run;
  if (!run.ok) return { ok: false, code: run.code, message: run.message, ticks: run.ticks ?? null, ms };
  const records = summarise(run.records);
  return JSON.stringify(records).length > maxRecordsLength
    ? {
        ok: false,
        code: 'plugin.too_large',
        message: 'It made more records of this fixture than are kept for a review.',
        ticks: run.ticks,
        ms,
      }
    : { ok: true, records, ticks: run.ticks, ms };
}
