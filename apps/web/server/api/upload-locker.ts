import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { DB } from '@readout/database';
import { keepUploadLock, leaveUploadLock, takeUploadLock } from '@readout/domain/captures/upload-locks';
import { ERRORS, type Lock, type Locker } from '@tus/server';
import type { Kysely } from 'kysely';

const waitForMs = 30_000;
const askEveryMs = 100;
const keepEveryMs = 1000;
/** A process that stands still for this long has lost it. */
const leaseSeconds = 15;

/**
 * Locks of uploads in the database, so that a client goes on at whichever process it reaches: the one that still waits for
 * bytes of a connection that is gone learns within a second that another request wants the upload, and ends.
 */
export function createUploadLocker(deps: { db: Kysely<DB> }): Locker {
  return {
    newLock(uploadId): Lock {
      const lock = { uploadId, holder: randomUUID(), seconds: leaseSeconds };
      let timer: NodeJS.Timeout | undefined;
      return {
        async lock(signal, release) {
          const until = performance.now() + waitForMs;
          while (!(await takeUploadLock(deps, lock))) {
            if (signal.aborted || performance.now() > until) throw ERRORS.ERR_LOCK_TIMEOUT;
            await wait(askEveryMs);
          }
          timer = setInterval(() => {
            // A database that is away for a moment takes nothing from the client that sends.
            keepUploadLock(deps, lock).then(
              (state) => state !== 'held' && release(),
              () => {},
            );
          }, keepEveryMs);
          timer.unref();
        },
        async unlock() {
          clearInterval(timer);
          // Else it is anybody's in a few seconds.
          await leaveUploadLock(deps, lock).catch(() => {});
        },
      };
    },
  };
}
