import type { TrialRun, VersionTrials } from '@readout/domain/plugins/compare-versions';
import { codeChanges } from './code-changes.ts';
import type { CompareTask } from './compare-thread.ts';
import { createTurns } from './in-turn.ts';
import type { PluginStore } from './plugin-store.ts';
import { threadMessages } from './thread-messages.ts';

/**
 * Runs two versions in a thread of their own, one comparison at a time: `run` of a sandbox waits for its plugin, and the
 * server has to answer others meanwhile.
 */
export function createVersionTrials(versions: PluginStore): VersionTrials {
  const inTurn = createTurns();
  return {
    codeChanges,
    async run(companyId, [from, to], inputs, onPair) {
      const plugins = await Promise.all([versions.load(companyId, from), versions.load(companyId, to)]);
      const task: CompareTask = {
        plugins: plugins.map(({ manifest, code, sha256 }) => ({ manifest, code, sha256 })),
        inputs,
      };
      const thread = new URL('./compare-thread.ts', import.meta.url);
      return inTurn(companyId, () =>
        threadMessages<{ from: TrialRun; to: TrialRun }>(thread, {
          task,
          count: inputs.length,
          onMessage: onPair,
        }),
      );
    },
  };
}
