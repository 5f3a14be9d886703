import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseAddress } from './address.ts';
import { withOwner } from './connect.ts';
import { explainDatabaseFailure } from './explain-failure.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

const firstPauseMs = 250;
const longestPauseMs = 5_000;

/**
 * Waits, with growing pauses, until the database takes connections: it may start later than the server, or be just
 * restarting. What waiting does not mend (a wrong password, no such database) is thrown at once.
 *
 * @param options.onWait called once, with a sentence that says what is the matter, when there is something to wait for
 * @throws Error with what is wrong and what to do about it
 */
export async function waitForDatabase(
  address: DatabaseAddress,
  { forMs, onWait }: { forMs: number; onWait: (why: string) => void },
): Promise<void> {
  const until = performance.now() + forMs;
  let hasTold = false;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      await withOwner(address, (client) => client.query('select 1'));
      return;
    } catch (cause) {
      const explained = explainDatabaseFailure(address, cause);
      const left = until - performance.now();
      if (!mayPass(cause) || left <= 0) throw explained;
      if (!hasTold) onWait((explained as Error).message);
      hasTold = true;
      await delay(Math.min(pauseMs, left));
    }
  }
}

/** The name of a machine that is just starting may not be known yet. */
function mayPass(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === 'EAI_AGAIN' || code === 'ENOTFOUND' || isDatabaseUnavailable(error);
}
