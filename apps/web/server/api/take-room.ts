import type { Scope } from '@readout/domain/actor';
import { isRepeat } from '@readout/domain/captures/check-intake';
import { AppError } from '@readout/domain/errors';
import { type Reservation, release, reserve } from '@readout/domain/ledger/reserve';
import type { Action } from '@readout/domain/policy';
import type { ApiDeps } from './api-deps.ts';

/** The database is away: it may be back. */
const againAfterMs = 15_000;

export type RoomDeps = Pick<ApiDeps, 'db' | 'processId' | 'disk' | 'log'>;

/**
 * Runs what writes bytes with room for them on the disk and in the ledger; what it did not use of the promise goes back
 * at its end, whatever that is.
 * @throws AppError `store.full`, and as `reserve`
 */
export async function withRoom<T>(
  deps: RoomDeps,
  room: {
    scope: Scope;
    action: Action;
    bytes: number;
    captures: 0 | 1;
    clientId?: string | undefined;
    /** Whether the work is done without a promise where a limit is reached. */
    mayDoWithout?: boolean;
  },
  work: (reservation: Reservation | undefined) => Promise<T>,
): Promise<T> {
  const hold = await deps.disk.hold(room.bytes);
  try {
    const reservation = await reserveUnlessRepeat(deps, { ...room, kind: 'request' }).catch(
      (error: unknown) => {
        if (room.mayDoWithout && error instanceof AppError && error.kind === 'limit_reached')
          return undefined;
        throw error;
      },
    );
    try {
      return await work(reservation);
    } finally {
      if (reservation) await giveBack(deps, reservation);
    }
  } finally {
    hold.release();
  }
}

/**
 * Promises room. What was accepted under the same client-made id before is answered again, also where nothing new is
 * taken in any more: anyone who sends it never saw the answer.
 * @returns undefined for what is sent again
 */
export async function reserveUnlessRepeat(
  deps: RoomDeps,
  {
    clientId,
    ...wanted
  }: Parameters<typeof reserve>[1] & {
    clientId?: string | undefined;
  },
): Promise<Reservation | undefined> {
  try {
    return await reserve(deps, wanted);
  } catch (error) {
    if (error instanceof AppError && clientId && (await isRepeat(deps, { scope: wanted.scope, clientId })))
      return undefined;
    throw error;
  }
}

/** Where it cannot be given back now, that is tried again while this process lives, or done once its time is over. */
export async function giveBack(deps: Pick<RoomDeps, 'db' | 'log'>, reservation: Reservation): Promise<void> {
  await release(deps, { reservation }).catch((err: unknown) => {
    deps.log.error({ err }, 'space reserved for an upload is not released yet');
    setTimeout(() => void giveBack(deps, reservation), againAfterMs).unref();
  });
}
