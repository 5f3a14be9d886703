import { Worker } from 'node:worker_threads';
import type { TrialRun, VersionTrials } from '@readout/domain/plugins/compare-versions';
import { codeChanges } from './code-changes.ts';
import type { CompareTask } from './compare-thread.ts';
import { createTurns } from './in-turn.ts';
import type { PluginStore } from './plugin-store.ts';

/** All pages together; what is not run by then is left out. */
const maxMs = 6000;

/**
 * Runs two versions in a thread of their own, one comparison at a time: `run` of a sandbox waits for its plugin, and the
 * server has to answer others meanwhile.
 */
export function createVersionTrials(versions: PluginStore): VersionTrials {
  const inTurn = createTurns();
  return {
    codeChanges,
    async run(companyId, [from, to], inputs) {
      const plugins = await Promise.all([versions.load(companyId, from), versions.load(companyId, to)]);
      const task: CompareTask = {
        plugins: plugins.map(({ manifest, code, sha256 }) => ({ manifest, code, sha256 })),
        inputs,
      };
      return inTurn(companyId, () => runInThread(task));
    },
  };
}

async function runInThread(task: CompareTask): Promise<{ from: TrialRun; to: TrialRun }[]> {
  if (task.inputs.length === 0) return [];
  const runs: { from: TrialRun; to: TrialRun }[] = [];
  const worker = new Worker(new URL('./compare-thread.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    execArgv: [],
  });
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, maxMs);
      worker.on('message', (run: { from: TrialRun; to: TrialRun }) => {
        runs.push(run);
        if (runs.length === task.inputs.length) resolve();
      });
      worker.once('error', reject);
      worker.once('exit', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  } finally {
    await worker.terminate();
  }
  return runs;
}
