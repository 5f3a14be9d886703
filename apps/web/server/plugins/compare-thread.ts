/** Entry of the thread in which two versions of a plugin are run beside each other; answers page by page. */
import { parentPort, workerData } from 'node:worker_threads';
import type { TrialRun } from '@readout/domain/plugins/compare-versions';
import type { ReaderInput } from '@readout/plugin-kit';
import { summarise } from '@readout/plugin-kit/expectation';
import { couldApply, type LoadedPlugin } from '@readout/plugin-sandbox';
import { createSandbox } from '@readout/plugin-sandbox/node';

export interface CompareTask {
  /** The one and the other. */
  plugins: LoadedPlugin[];
  inputs: readonly (readonly [ReaderInput, ReaderInput])[];
}

const { plugins, inputs } = workerData as CompareTask;
const [before, after] = plugins;
if (!parentPort || !before || !after) throw new Error('Started by compare.ts only.');
const sandbox = await createSandbox();

/** As a capture is read: a version that could not apply is not run. */
function tryOn(plugin: LoadedPlugin, input: ReaderInput): TrialRun {
  if (!couldApply(plugin.manifest, input.reading)) return { ok: true, records: [] };
  const run = sandbox.run(plugin, input);
  return run.ok ? { ok: true, records: summarise(run.records) } : { ok: false, message: run.message };
}

for (const [input, other] of inputs)
  parentPort.postMessage({ from: tryOn(before, input), to: tryOn(after, other) });
await sandbox.close();
