import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseAddress, PreparedDatabase } from './address.ts';
import { withOwner } from './connect.ts';
import { explainDatabaseFailure } from './explain-failure.ts';
import { checkPooler } from './pooler.ts';
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
export function waitForDatabase(address: DatabaseAddress, patience: Patience): Promise<void> {
  return patiently(address, () => withOwner(address, (client) => client.query('select 1')), patience);
}

/**
 * The same for the pooler in front of it, which has to lead to the same database.
 *
 * @throws PoolerError
 */
export async function waitForPooler(
  database: PreparedDatabase,
  secret: string,
  patience: Patience,
): Promise<void> {
  const { pooler } = database;
  if (pooler) await patiently({ ...database, ...pooler }, () => checkPooler(database, secret), patience);
}

interface Patience {
  forMs: number;
  onWait: (why: string) => void;
}

async function patiently(
  address: DatabaseAddress,
  attempt: () => Promise<unknown>,
  { forMs, onWait }: Patience,
): Promise<void> {
  const until = performance.now() + forMs;
  let hasTold = false;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      await attempt();
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
