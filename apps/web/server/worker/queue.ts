import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { createDatabase } from '@readout/database';
import { endReading } from '@readout/domain/readings/end-reading';
import { type ReadingQueue, readingChannel, readingQueue } from '@readout/domain/readings/reading-queue';
import {
  aliveSeconds,
  beatReadingWorker,
  giveBackReadings,
  leaveReading,
  listReadingWorkersOfHost,
} from '@readout/domain/readings/reading-workers';
import { type TakenReading, takeReading } from '@readout/domain/readings/take-reading';
import type { Pool } from 'pg';
import { type Listening, listen } from '../live/listen.ts';
import { isAlive } from '../processes.ts';
import type { ReadingOutcome } from './read-capture.ts';
import { isForAll, surroundingsOf } from './surroundings.ts';

export interface ReadingWork {
  /** Pages read at once. */
  readers: number;
  /** Not before `resume`. */
  isPaused?: boolean;
  /** Resolves where pages can be read; rejects with what is in the way. Asked before each page. */
  prepare(): Promise<void>;
  read(reading: TakenReading): Promise<ReadingOutcome>;
}

export interface JobQueue extends ReadingQueue {
  /** Starts taking pages; resolves once it does. */
  work(work: ReadingWork): Promise<void>;
  /** Takes no further pages; resolves once the running ones have ended. */
  pause(): Promise<void>;
  /** Takes pages again after a pause. */
  resume(): Promise<void>;
  /** Takes no further pages, waits for the running ones for at most `timeoutMs` and gives back the rest. */
  stop(timeoutMs: number): Promise<void>;
}

const beatEveryMs = 3000;
/** Between two looks where nothing is announced: pages whose wait is over are not. */
const pollMs = 500;
const longestHoldMs = 60_000;

/**
 * The pages that wait, as readout_platform: workers serve every company. `pool` must not be the one pages use, so that
 * reading does not wait for pages and the other way round.
 */
export function openQueue({
  pool,
  news = pool,
  onError,
  host = hostname(),
}: {
  pool: Pool;
  /** Of one connection, which listens. */
  news?: Pool;
  onError: (error: Error) => void;
  /** The machine this process runs on. */
  host?: string;
}): JobQueue {
  const platform = createDatabase(pool);
  const worker = { id: randomUUID(), host, pid: process.pid };
  const running = new Map<string, Promise<void>>();
  let work: ReadingWork | undefined;
  let listening: Listening | undefined;
  let beating: NodeJS.Timeout | undefined;
  let polling: NodeJS.Timeout | undefined;
  let isPaused = false;
  let isStopped = false;
  /** What keeps this worker from reading, and since how many tries. */
  let hold: { code: string; tries: number; until: number; isOfPage: boolean } | undefined;
  /** Something read alone keeps the others waiting. */
  let isAlone = false;
  /** Since when this worker was heard without a gap. */
  let heardSince = Number.POSITIVE_INFINITY;
  let lastBeat = Number.NEGATIVE_INFINITY;
  let filling: Promise<void> | undefined;
  let isAskedAgain = false;

  const beat = async () => {
    if (!work) return;
    const at = performance.now();
    try {
      await beatReadingWorker(
        { platform },
        { ...worker, readers: work.readers, heldBy: hold?.code ?? null },
        { leases: [...running.keys()] },
      );
      if (at - lastBeat > 2 * beatEveryMs) heardSince = at;
      lastBeat = at;
      // Where the database was away nobody was heard: that says nothing about the others.
      const silent = at - heardSince > 1000 * aliveSeconds;
      if (await giveBackReadings({ platform }, { dead: [], silent })) fill();
    } catch (error) {
      onError(error as Error);
    }
  };

  const holdFor = (error: unknown, { isOfPage }: { isOfPage: boolean }) => {
    const tries = (hold?.tries ?? 0) + 1;
    // By up to a quarter more or less: processes that share what failed do not all come back at once.
    const waitMs = Math.min(longestHoldMs, 1000 * 2 ** Math.min(tries - 1, 10)) * (0.75 + Math.random() / 2);
    const code = surroundingsOf(error);
    const isNew = hold?.code !== code;
    hold = { code, tries, until: performance.now() + waitMs, isOfPage };
    if (isNew) void beat();
  };

  const goOn = () => {
    if (!hold) return;
    hold = undefined;
    void beat();
  };

  const readOne = async (reading: TakenReading, { read }: ReadingWork) => {
    const { end, cost, result, code, error } = await read(reading);
    if (result === 'again' && code !== undefined && end.kind === 'delayed' && isForAll(code))
      holdFor(error, { isOfPage: true });
    else if (result === 'read' || result === 'failed') goOn();
    // Kept up until the database takes it: a worker that lives keeps what it has taken.
    for (let tries = 0; ; tries++) {
      try {
        return await endReading({ platform }, { reading, end, cost });
      } catch (failure) {
        onError(failure as Error);
        if (isStopped) return;
        await new Promise((resolve) => setTimeout(resolve, Math.min(10_000, 250 * 2 ** tries)));
      }
    }
  };

  const takeAll = async (mine: ReadingWork) => {
    while (!isPaused && !isStopped && !isAlone && running.size < mine.readers) {
      if (hold && performance.now() < hold.until) return;
      try {
        await mine.prepare();
      } catch (error) {
        if (!isStopped) holdFor(error, { isOfPage: false });
        return;
      }
      // What a page has met is over once a page is done, a full disk for instance.
      if (!hold?.isOfPage) goOn();
      const reading = await takeReading({ platform }, { workerId: worker.id, running: running.size });
      if (reading === undefined || reading === 'drain') return;
      isAlone = reading.isAlone;
      const ended = readOne(reading, mine)
        .catch((error: unknown) => onError(error as Error))
        .finally(() => {
          running.delete(reading.lease);
          if (reading.isAlone) isAlone = false;
          fill();
        });
      running.set(reading.lease, ended);
    }
  };

  /** Takes as many pages as there are readers free, one look at a time. */
  const fill = () => {
    if (!work || isPaused || isStopped) return;
    if (filling) {
      isAskedAgain = true;
      return;
    }
    filling = takeAll(work)
      .catch((error: unknown) => onError(error as Error))
      .finally(() => {
        filling = undefined;
        if (!isAskedAgain) return;
        isAskedAgain = false;
        fill();
      });
  };

  const settle = async () => {
    await filling;
    await Promise.all(running.values());
  };

  return {
    enqueue: readingQueue.enqueue,
    async work(given) {
      work = given;
      isPaused = given.isPaused ?? false;
      // Known before it takes anything: what nobody known has taken is given back.
      await beat();
      const others = await listReadingWorkersOfHost({ platform }, { host });
      const dead = others.filter(({ id, pid }) => id !== worker.id && (pid === worker.pid || !isAlive(pid)));
      await giveBackReadings({ platform }, { dead: dead.map(({ id }) => id), silent: false });
      listening = listen({
        pool: news,
        channel: readingChannel,
        onNotification: fill,
        onListening: fill,
        onError,
      });
      beating = setInterval(beat, beatEveryMs);
      polling = setInterval(fill, pollMs);
      fill();
    },
    async pause() {
      isPaused = true;
      await settle();
    },
    async resume() {
      isPaused = false;
      fill();
    },
    async stop(timeoutMs) {
      if (isStopped) return;
      isStopped = true;
      clearInterval(beating);
      clearInterval(polling);
      await listening?.close();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, timeoutMs);
      });
      await Promise.race([settle(), late]);
      clearTimeout(timer);
      if (work) await leaveReading({ platform }, { id: worker.id });
    },
  };
}
