import { type PreparedDatabase, roleName, withOwner } from '@readout/database';
import type { ReadingJob, ReadingQueue } from '@readout/domain/captures/reading-queue';
import type { Pool } from 'pg';
import { fromKysely, PgBoss, type Queue } from 'pg-boss';
import { listen } from '../live/listen.ts';

export const readQueue = 'read-capture';
const schema = 'jobs';
/** Key of the advisory lock under which one process at a time makes the queue's tables: pg-boss makes them with no lock of its own. */
const installLock = 7_233_005;

/**
 * Retries are for what is no fault of the picture (the database went away, the server was killed): what is
 * its fault ends the job with a failed capture, see `read-capture.ts`.
 */
const queueOptions: Omit<Queue, 'name'> = {
  policy: 'standard',
  retryLimit: 50,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  // A worker that was killed stops beating; its job is taken up again this much later.
  heartbeatSeconds: 10,
  expireInSeconds: 900,
  deleteAfterSeconds: 3600,
  retentionSeconds: 365 * 24 * 3600,
  notify: true,
};

/** Makes or migrates the tables of the queue, connected as the owner, and lets the application's role use them. */
export async function installQueue(database: PreparedDatabase): Promise<void> {
  await withOwner(database, async (client) => {
    // Released with the connection.
    await client.query('select pg_advisory_lock($1)', [installLock]);
    const boss = new PgBoss({
      db: { executeSql: async (text, values) => client.query(text, values as unknown[]) },
      schema,
      supervise: false,
      schedule: false,
    });
    const failures: unknown[] = [];
    boss.on('error', (error) => failures.push(error));
    await boss.start();
    if (await boss.getQueue(readQueue)) await boss.updateQueue(readQueue, withoutFixed(queueOptions));
    else await boss.createQueue(readQueue, queueOptions);
    await boss.stop({ graceful: false });
    if (failures.length > 0) throw new Error('The job queue could not be set up.', { cause: failures[0] });
    const app = roleName('readout_app', database.installationId);
    await client.query(`
      grant usage on schema ${schema} to ${app};
      grant select, insert, update, delete on all tables in schema ${schema} to ${app};
      grant usage, select on all sequences in schema ${schema} to ${app};
      grant execute on all functions in schema ${schema} to ${app}`);
  });
}

/** What of a queue cannot be changed once it is made. */
function withoutFixed({ policy: _policy, partition: _partition, ...options }: Omit<Queue, 'name'>) {
  return options;
}

export interface JobQueue extends ReadingQueue {
  /** Starts taking jobs, `concurrency` at a time; resolves once it does. `isPaused`: not before `resume`. */
  work(
    concurrency: number,
    handle: (job: ReadingJob, signal: AbortSignal) => Promise<void>,
    options?: { isPaused?: boolean },
  ): Promise<void>;
  /** Takes no further jobs; resolves once the running ones have ended. */
  pause(): Promise<void>;
  /** Takes jobs again after a pause. */
  resume(): Promise<void>;
  /** Which of the captures wait in the queue or are being read. */
  findQueued(captureIds: readonly string[]): Promise<Set<string>>;
  /** Stops taking jobs and waits for the running ones, at most `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
}

/**
 * The queue as the application's role. `worker`: this process also looks after jobs whose worker died.
 * `pool` must not be the one pages use: waiting jobs would wait for pages and the other way round.
 */
export async function openQueue(
  { pool, onError }: { pool: Pool; onError: (error: Error) => void },
  { worker }: { worker: boolean },
): Promise<JobQueue> {
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => pool.query(text, values as unknown[]),
      // Jobs are taken up as they are committed, not at the next look.
      listen: async (channel, onNotification, onReconnect) => {
        const listening = listen({ pool, channel, onNotification, onListening: onReconnect, onError });
        await listening.ready;
        return listening;
      },
    },
    useListenNotify: worker,
    schema,
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise: worker,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 300,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', onError);
  await boss.start();
  /** Begins to take jobs as `work` was told to; undefined before. */
  let begin: (() => Promise<void>) | undefined;
  return {
    async enqueue(trx, jobs) {
      if (jobs.length === 0) return;
      const db = fromKysely(trx);
      const [job] = jobs;
      if (jobs.length === 1 && job) await boss.send(readQueue, job, { db });
      else
        await boss.insert(
          readQueue,
          jobs.map((data) => ({ data })),
          { db },
        );
    },
    async work(concurrency, handle, { isPaused = false } = {}) {
      begin = async () => {
        await boss.work<ReadingJob>(
          readQueue,
          {
            batchSize: 1,
            localConcurrency: concurrency,
            pollingIntervalSeconds: 0.5,
            // Also where new jobs are announced: between two jobs no more than this passes, and nothing announces
            // jobs that are due again.
            notifyPollingIntervalSeconds: 0.5,
            orderByCreatedOn: true,
          },
          async ([job]) => {
            if (job) await handle(job.data, job.signal);
          },
        );
      };
      if (!isPaused) await begin();
    },
    async pause() {
      await boss.offWork(readQueue, { wait: true });
    },
    async resume() {
      await begin?.();
    },
    async findQueued(captureIds) {
      const { rows } = await pool.query<{ id: string }>(
        `select distinct data->>'captureId' as id from ${schema}.job
         where name = $1 and state < 'completed' and data->>'captureId' = any($2)`,
        [readQueue, captureIds],
      );
      return new Set(rows.map((row) => row.id));
    },
    async stop(timeoutMs) {
      await boss.stop({ graceful: true, timeout: timeoutMs });
    },
  };
}
