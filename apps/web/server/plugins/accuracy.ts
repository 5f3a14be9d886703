import type { AccuracyMeasurer } from '@readout/domain/plugins/measure-company-version';
import type { Accuracy } from '@readout/domain/plugins/plugin-versions';
import type { AccuracyTask } from './accuracy-thread.ts';
import { createTurns } from './in-turn.ts';
import { threadMessages } from './thread-messages.ts';

/** Measures in a thread of its own, one version at a time: a run waits for its plugin, and the server answers others. */
export function createAccuracyMeasurer(): AccuracyMeasurer {
  const inTurn = createTurns();
  return {
    async measure({ manifest, code, sha256 }, fixtures, companyId = '') {
      return inTurn(companyId, () => measureInThread({ plugin: { manifest, code, sha256 }, fixtures }));
    },
  };
}

async function measureInThread(task: AccuracyTask): Promise<Accuracy | null> {
  const thread = new URL('./accuracy-thread.ts', import.meta.url);
  const [accuracy] = await threadMessages<Accuracy>(thread, { task, count: 1 });
  return accuracy ?? null;
}
