import type { DB } from '@readout/database';
import { beginDelivery } from '@readout/domain/deliveries/begin-delivery';
import { type Attempt, endDelivery, giveBackDelivery } from '@readout/domain/deliveries/end-delivery';
import type { OutgoingDeps } from '@readout/domain/deliveries/outgoing-events';
import type { SecretVault } from '@readout/domain/deliveries/secret-vault';
import type { TakenDelivery } from '@readout/domain/deliveries/take-deliveries';
import type { Kysely } from 'kysely';
import type { Outgoing } from './exchange.ts';
import { send } from './send.ts';
import type { Means } from './sender.ts';

export interface CarryDeps extends OutgoingDeps {
  db: Kysely<DB>;
  vault: SecretVault;
  means: Means;
}

/**
 * Sends what was taken, once, and writes down what came of it.
 * @param options.clock in place of the database's, in tests
 * @returns undefined where it was given back: there was nothing to send any more, or the server stops
 */
export async function carryOut(
  deps: CarryDeps,
  taken: TakenDelivery,
  { clock, outgoing }: { clock?: (() => Date) | undefined; outgoing: Outgoing },
): Promise<{ failure: Attempt['failure']; status: number | undefined; isPaused: boolean } | undefined> {
  const task = await beginDelivery(deps, taken);
  const { means } = deps;
  const attempt =
    task && (await send(task.target, task.message, { now: clock?.() ?? new Date(), outgoing, means }));
  // Broken off by ourselves: as if it had not been tried, unless the next one has something to go on with.
  const isBrokenOff = outgoing.signal?.aborted && attempt?.failure && !attempt.answer && !attempt.handle;
  if (!attempt || isBrokenOff) {
    await giveBackDelivery(deps, taken);
    return undefined;
  }
  const { isPaused } = await endDelivery(deps, taken, { attempt, now: clock?.() });
  return { failure: attempt.failure, status: attempt.answer?.status, isPaused };
}
