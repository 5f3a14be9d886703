/** Entry of the thread in which a version is run on fixtures; answers one by one. */
import { parentPort, workerData } from 'node:worker_threads';
import type { FixtureOutcome } from '@readout/domain/plugins/submissions/rules';
import type { ReaderInput } from '@readout/plugin-kit';
import { differences, type ExpectedRecord, summarise } from '@readout/plugin-kit/expectation';
import { couldApply, type LoadedPlugin } from '@readout/plugin-sandbox';
import type { Sandbox } from '@readout/plugin-sandbox/node';
import { withinTicks } from './within-ticks.ts';

export interface FixtureTask {
  plugin: LoadedPlugin;
  /** Of all of them together. */
  maxTicks: number;
  cases: readonly { input: ReaderInput; expected: ExpectedRecord[] }[];
}

export type FixtureRun = Pick<FixtureOutcome, 'differences' | 'failure' | 'passed'>;

const { plugin, maxTicks, cases } = workerData as FixtureTask;
if (!parentPort) throw new Error('Started by submission-maker.ts only.');

/** As a capture is read: a version that could not apply is not run. */
function runOn(sandbox: Pick<Sandbox, 'run'>, { input, expected }: FixtureTask['cases'][number]): FixtureRun {
  const run = couldApply(plugin.manifest, input.reading)
    ? sandbox.run(plugin, input)
    : { ok: true as const, records: [] };
  if (!run.ok) return { differences: [], failure: run.message, passed: false };
  const found = differences(expected, summarise(run.records));
  return { differences: found, failure: null, passed: found.length === 0 };
}

const port = parentPort;
await withinTicks(maxTicks, (sandbox) => {
  for (const each of cases) port.postMessage(runOn(sandbox, each));
});
