/** Entry of the thread in which two versions of a plugin are run beside each other; answers page by page. */
import { parentPort, workerData } from 'node:worker_threads';
import type { TrialRun } from '@readout/domain/plugins/compare-versions';
import type { ReaderInput } from '@readout/plugin-kit';
import { summarise } from '@readout/plugin-kit/expectation';
import { couldApply, type LoadedPlugin, limits } from '@readout/plugin-sandbox';
import type { Sandbox } from '@readout/plugin-sandbox/node';
import { withinTicks } from './within-ticks.ts';

export interface CompareTask {
  /** The one and the other. */
  plugins: LoadedPlugin[];
  inputs: readonly (readonly [ReaderInput, ReaderInput])[];
}

/** All pages together: as much as ten runs that never end. What is not run by then is left out. */
const maxTicks = 10 * limits.maxTicks;

const { plugins, inputs } = workerData as CompareTask;
const [before, after] = plugins;
if (!parentPort || !before || !after) throw new Error('Started by compare.ts only.');

/** As a capture is read: a version that could not apply is not run. */
function tryOn(sandbox: Pick<Sandbox, 'run'>, plugin: LoadedPlugin, input: ReaderInput): TrialRun {
  if (!couldApply(plugin.manifest, input.reading)) return { ok: true, records: [] };
  const run = sandbox.run(plugin, input);
  return run.ok ? { ok: true, records: summarise(run.records) } : { ok: false, message: run.message };
}

const port = parentPort;
await withinTicks(maxTicks, (sandbox) => {
  for (const [input, other] of inputs)
    port.postMessage({ from: tryOn(sandbox, before, input), to: tryOn(sandbox, after, other) });
});
