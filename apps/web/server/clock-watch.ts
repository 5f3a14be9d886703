import type { Log } from './log.ts';

/** Whether this machine's clock is that of the database, by which all processes share leases and ends. */
export interface ClockWatch {
  /** How far it is ahead, behind where negative; 0 where nobody would notice. As of the last look. */
  aheadSeconds(): number;
  look(): Promise<number>;
  close(): void;
}

const lookEveryMs = 60_000;
/** Codes of authenticators are good for thirty seconds. */
const toleranceSeconds = 30;

export function watchClock({
  read,
  log,
  clock = Date,
}: {
  /** The database's. */
  read: () => Promise<Date>;
  log: Pick<Log, 'error' | 'info'>;
  clock?: { now(): number };
}): ClockWatch {
  let aheadSeconds = 0;

  const look = async () => {
    const [before, startedAt] = [clock.now(), performance.now()];
    const theirs = await read().catch(() => undefined);
    if (theirs === undefined) return aheadSeconds;
    // They looked at theirs some time within this.
    const takenMs = performance.now() - startedAt;
    const seconds = (before + takenMs / 2 - theirs.getTime()) / 1000;
    const was = aheadSeconds;
    aheadSeconds = Math.abs(seconds) > toleranceSeconds + takenMs / 2000 ? Math.round(seconds) : 0;
    if (was === 0 && aheadSeconds !== 0)
      log.error(
        { event: 'clock.differs', aheadSeconds, database: theirs.toISOString() },
        'the clock of this machine is not that of the database: have it set by NTP',
      );
    else if (was !== 0 && aheadSeconds === 0) log.info({ event: 'clock.agrees' }, 'the clock is right again');
    return aheadSeconds;
  };
  const timer = setInterval(() => void look(), lookEveryMs);
  timer.unref();
  return { aheadSeconds: () => aheadSeconds, look, close: () => clearInterval(timer) };
}
