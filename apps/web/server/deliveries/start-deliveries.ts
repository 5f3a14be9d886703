import type { DB } from '@readout/database';
import { type TakenDelivery, takeDeliveries } from '@readout/domain/deliveries/take-deliveries';
import { deliveryChannel } from '@readout/domain/deliveries/target-rows';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Dispatcher } from 'undici';
import { listen } from '../live/listen.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { PlatformStateSource } from '../platform-state.ts';
import { failed, inSpan } from '../tracing/in-span.ts';
import { type CarryDeps, carryOut } from './carry-out.ts';

export interface DeliveryDeps extends CarryDeps {
  platform: Kysely<DB>;
  dispatcher: Dispatcher;
  metrics?: Pick<Metrics, 'delivery'>;
  log: {
    info(fields: object, text: string): void;
    warn(fields: object, text: string): void;
    error(fields: object, text: string): void;
  };
}

export const attemptTimeoutMs = 10_000;
/** Requests under way in one process; connections cost little. */
const mostUnderWay = 128;
/** Of these, at targets where nothing arrives: the others keep the rest. */
const mostFailing = 32;
/** Between two looks where nothing is announced: retries are not. */
const lookEveryMs = 500;

/**
 * Carries out what leaves companies by itself: takes what is due, sends it and writes down what came of it. As many processes
 * as one likes do it at once; what one that dies has taken is sent by another after its lease, under the same id.
 * @param options.clock in place of the database's, in tests
 */
export function startDeliveries(
  { platform, dispatcher, log, metrics, ...deps }: DeliveryDeps,
  {
    pool,
    state,
    clock,
    timeoutMs = attemptTimeoutMs,
  }: {
    /** Not the one pages use; one of its connections hears what is announced. */
    pool: Pool;
    state: Pick<PlatformStateSource, 'current'>;
    clock?: () => Date;
    timeoutMs?: number;
  },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;
  const underWay = new Map<string, { isFailing: boolean; ended: Promise<void> }>();
  let looking: Promise<void> | undefined;
  let isAskedAgain = false;
  let isAway = false;

  const carry = async (taken: TakenDelivery): Promise<void> => {
    const { companyId, id: deliveryId, targetId } = taken;
    const carried = await inSpan('deliver', { kind: 'client' }, async (span) => {
      const ended = await carryOut(deps, taken, {
        clock,
        outgoing: { dispatcher, timeoutMs, signal: stopping.signal },
      });
      if (ended?.failure) failed(span, ended.failure.code);
      return ended;
    });
    if (!carried) return;
    const { failure, status, isPaused } = carried;
    metrics?.delivery(failure ? 'failed' : 'delivered');
    const fields = { companyId, deliveryId, targetId };
    if (failure) log.info({ ...fields, code: failure.code, status }, 'a delivery failed');
    if (isPaused) log.warn(fields, 'a target is paused: nothing arrived there for three days');
  };

  const takeAll = async (): Promise<void> => {
    while (!isStopping() && state.current().readOnlySince === null && underWay.size < mostUnderWay) {
      const failing = [...underWay.values()].filter(({ isFailing }) => isFailing).length;
      const taken = await takeDeliveries(
        { platform },
        {
          most: mostUnderWay - underWay.size,
          mostFailing: Math.max(0, mostFailing - failing),
          now: clock?.(),
        },
      );
      isAway = false;
      for (const each of taken) {
        const ended = carry(each)
          // Its lease ends, and it is taken up again.
          .catch((err: unknown) => log.error({ err, deliveryId: each.id }, 'a delivery was not carried out'))
          .finally(() => {
            underWay.delete(each.lease);
            look();
          });
        underWay.set(each.lease, { isFailing: each.isFailing, ended });
      }
      if (taken.length === 0) return;
    }
  };

  /** One look at a time. */
  const look = (): void => {
    if (isStopping()) return;
    if (looking) {
      isAskedAgain = true;
      return;
    }
    looking = takeAll()
      .catch((err: unknown) => {
        if (!isAway && !isStopping()) log.warn({ err }, 'deliveries wait: the database cannot be asked');
        isAway = true;
      })
      .finally(() => {
        looking = undefined;
        if (!isAskedAgain || isAway) return;
        isAskedAgain = false;
        look();
      });
  };

  const listening = listen({
    pool,
    channel: deliveryChannel,
    onNotification: look,
    onListening: look,
    onError: (err) => log.warn({ err }, 'what is to be delivered is not heard of'),
  });
  const polling = setInterval(look, lookEveryMs);
  return {
    async stop() {
      stopping.abort();
      clearInterval(polling);
      await listening.close();
      await looking;
      await Promise.all([...underWay.values()].map(({ ended }) => ended));
    },
  };
}
