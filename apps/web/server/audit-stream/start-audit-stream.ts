import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { DB } from '@readout/database';
import {
  leaveAuditStream,
  nextToStream,
  noteCaughtUp,
  noteStreamed,
  noteStreamFailure,
  type StreamedLink,
  takeAuditStream,
} from '@readout/domain/audit/audit-stream';
import type { Kysely } from 'kysely';
import { appendToFile, type DeliveryLimits, sendOverTls, usualLimits } from './deliver.ts';
import { jsonLine, type Origin, octetCounted, syslogMessage } from './format.ts';
import { StreamError } from './stream-error.ts';
import type { StreamTarget } from './stream-target.ts';

export interface AuditStreamDeps {
  platform: Kysely<DB>;
  log: { info(fields: object, text: string): void; warn(fields: object, text: string): void };
}

export interface AuditStreamOptions {
  target: StreamTarget;
  processId: string;
  installationId: string;
  /** Of the address people use. */
  host?: string;
  limits?: DeliveryLimits;
  lookEveryMs?: number;
  firstRetryMs?: number;
}

const most = 200;
const mostOfChain = 100;
const mostBytes = 512 * 1024;
const leaseSeconds = 90;
const renewEveryMs = 20_000;
const longestRetryMs = 300_000;
const stopWithinMs = 2_000;
/** A receiver that never answered and ended in silence so often in a row does so when all is well. */
const silencesOfAKind = 3;

/**
 * Sends every event of all audit lists to the operator's receiver, at least once and in the order of each list, from
 * where the last process got to. It reads what is there and locks nothing: whatever becomes of the receiver, nobody's
 * work waits for it. In one of the processes at a time; the others wait to take over.
 */
export function startAuditStream(
  { platform, log }: AuditStreamDeps,
  {
    target,
    processId,
    installationId,
    host = hostname(),
    limits = usualLimits,
    lookEveryMs = 1000,
    firstRetryMs = 1000,
  }: AuditStreamOptions,
): { stop(): Promise<void> } {
  const deps = { platform };
  const origin: Origin = { installationId, host };
  const [stopping, broken] = [new AbortController(), new AbortController()];
  const isStopping = () => stopping.signal.aborted;
  const pause = (ms: number) => wait(ms, undefined, { signal: stopping.signal }).catch(() => {});
  let renewedAt = 0;
  let atOnce = most;
  let failures = 0;
  let hasAnswered = false;
  let silences = 0;

  const hold = async (): Promise<boolean> => {
    if (renewedAt > 0 && performance.now() - renewedAt < renewEveryMs) return true;
    const isOurs = await takeAuditStream(deps, { processId, target: target.name, forSeconds: leaseSeconds });
    renewedAt = isOurs ? performance.now() : 0;
    return isOurs;
  };

  /** @returns whether it was taken, as far as can be told. */
  const deliver = async (bytes: Buffer): Promise<boolean> => {
    if (target.kind === 'file') {
      await appendToFile(target.path, bytes);
      return true;
    }
    const ending = await sendOverTls(target, bytes, { limits, signal: broken.signal });
    if (ending === 'answered') [hasAnswered, silences] = [true, 0];
    else if (hasAnswered)
      throw new StreamError(
        'audit_stream.cut_off',
        'The receiver closed the connection without saying that it had everything.',
      );
    else return ++silences >= silencesOfAKind;
    return true;
  };

  /** @returns how long to wait until the next look */
  const round = async (): Promise<number> => {
    if (!(await hold())) return Math.min(10_000, 10 * lookEveryMs);
    const events = await nextToStream(deps, { most: atOnce, mostOfChain });
    if (events.length === 0) {
      // Said as rarely as the lease is renewed.
      if (renewedAt !== toldAt) await noteCaughtUp(deps);
      toldAt = renewedAt;
      return lookEveryMs;
    }
    toldAt = 0;
    const { taken, bytes } = frame(events, target, origin);
    try {
      if (!(await deliver(bytes))) return firstRetryMs;
    } catch (error) {
      if (isStopping()) return 0;
      if (!(error instanceof StreamError)) throw error;
      const { code, message } = error;
      failures++;
      // What is too much for a slow receiver is sent in smaller pieces.
      atOnce = Math.max(1, Math.floor(taken.length / 2));
      log.warn({ code, error: message, target: target.name, failures }, 'the audit list could not be sent');
      await noteStreamFailure(deps, { code, message });
      return Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures - 1, 20));
    }
    await noteStreamed(deps, taken);
    if (failures > 0) log.info({ target: target.name }, 'the audit list is being sent again');
    failures = 0;
    atOnce = Math.min(most, atOnce * 2);
    return 0;
  };
  let toldAt = 0;

  const run = async (): Promise<void> => {
    while (!isStopping()) {
      let next = 5000;
      try {
        next = await round();
      } catch (err) {
        log.warn({ err }, 'the audit list waits to be sent');
      }
      for (let left = next; left > 0 && !isStopping(); left -= renewEveryMs) {
        await pause(Math.min(left, renewEveryMs));
        if (left > renewEveryMs) await hold().catch(() => false);
      }
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      const late = setTimeout(() => broken.abort(), stopWithinMs);
      await running;
      clearTimeout(late);
      await leaveAuditStream(deps, { processId }).catch(() => {});
    },
  };
}

/** As many of the events as go into one piece, at least one. */
function frame(
  events: StreamedLink[],
  target: StreamTarget,
  origin: Origin,
): { taken: StreamedLink[]; bytes: Buffer } {
  const pieces: Buffer[] = [];
  let length = 0;
  for (const event of events) {
    const piece =
      target.kind === 'tls' && target.format === 'syslog'
        ? octetCounted(syslogMessage(event, origin))
        : Buffer.from(`${jsonLine(event, origin)}\n`);
    if (pieces.length > 0 && length + piece.length > mostBytes) break;
    pieces.push(piece);
    length += piece.length;
  }
  return { taken: events.slice(0, pieces.length), bytes: Buffer.concat(pieces) };
}
