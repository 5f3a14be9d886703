import { setTimeout as delay } from 'node:timers/promises';
import type { DB } from '@readout/database';
import { findDueOriginals } from '@readout/domain/originals/find-due-originals';
import { leaveStoreTask, takeStoreTask } from '@readout/domain/originals/store-care';
import type { Kysely } from 'kysely';
import type { Attempt } from '../attempts.ts';
import type { OriginalRef, Originals } from '../originals.ts';

export interface ScrubDeps {
  platform: Kysely<DB>;
  originals: Pick<Originals, 'check'>;
  log: { warn(fields: object, text: string): void };
}

const leaseSeconds = 180;
const everyMs = 60_000;
const firstAfterMs = 45_000;
/** Far below what any disk gives: who reads a capture does not notice. */
const bytesPerSecond = 20_000_000;

/**
 * Reads the originals that are due in this minute.
 * @returns what was found of each; undefined where another process is at it
 */
export async function scrubOnce(
  deps: ScrubDeps,
  { processId, isStopped = () => false }: { processId: string; isStopped?: () => boolean },
): Promise<{ checked: number; damaged: OriginalRef[] } | undefined> {
  const mine = () => takeStoreTask(deps, { task: 'scrub', processId, forSeconds: leaseSeconds });
  if (!(await mine())) return undefined;
  const result: { checked: number; damaged: OriginalRef[] } = { checked: 0, damaged: [] };
  for (const { companyId, sha256 } of await findDueOriginals(deps)) {
    if (isStopped() || !(await mine())) break;
    const state = await deps.originals.check({ companyId, sha256 }, async (byteSize) => {
      if (isStopped()) throw new Error('The scrub was stopped in the midst of a file.');
      await delay((1000 * byteSize) / bytesPerSecond);
    });
    result.checked++;
    if (state === 'whole') continue;
    result.damaged.push({ companyId, sha256 });
    deps.log.warn({ companyId, sha256, state }, 'a stored original differs from what was captured');
  }
  return result;
}

/** Every minute a little, so that all is read once in thirty days. */
export function scrubStore(
  deps: ScrubDeps,
  { processId, isMaintained, attempt }: { processId: string; isMaintained: () => boolean; attempt: Attempt },
): { stop(): Promise<void> } {
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  const turn = async () => {
    await attempt(async () => {
      try {
        if (!isMaintained()) await scrubOnce(deps, { processId, isStopped: () => isStopped });
      } catch (error) {
        if (!isStopped) throw error;
      }
    });
    if (!isStopped) timer = setTimeout(begin, everyMs);
  };
  const begin = () => {
    running = turn();
  };
  let timer = setTimeout(begin, firstAfterMs);
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
      await attempt(() => leaveStoreTask(deps, { task: 'scrub', processId }));
    },
  };
}
