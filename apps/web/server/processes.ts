import { hostname } from 'node:os';
import type { DB } from '@readout/database';
import { releaseDead } from '@readout/domain/ledger/keep-ledger';
import {
  beatProcess,
  forgetProcesses,
  listProcessesOfHost,
  type ProcessReport,
} from '@readout/domain/platform/processes';
import type { Kysely } from 'kysely';
import type { Config } from './config.ts';
import type { Log } from './log.ts';

const beatEveryMs = 30_000;

export interface ProcessDeps {
  config: Pick<Config, 'role'>;
  version: string;
  db: { app: Kysely<DB>; platform: Kysely<DB> };
  log: Log;
  /** UUID. */
  processId: string;
}

/**
 * Shows this process among those of the installation until it leaves. Room that was promised to requests of its predecessors
 * goes back first: one that dies again and again must not use up what a person may have under way.
 */
export async function registerProcess({ config, version, db, log, processId: id }: ProcessDeps): Promise<{
  id: string;
  leave(): Promise<void>;
}> {
  const host = hostname();
  const report = (): ProcessReport => ({
    id,
    role: config.role,
    host,
    pid: process.pid,
    version,
    nodeVersion: process.versions.node,
    startedAt: new Date(performance.timeOrigin),
    memoryBytes: process.memoryUsage.rss(),
  });
  const beat = () =>
    beatProcess(db, report()).catch((err: unknown) =>
      log.debug({ err }, 'this process could not report itself'),
    );
  // Of this host alone: elsewhere the same number is another process.
  const others = await listProcessesOfHost(db, { host });
  const dead = others.filter(({ pid }) => pid === process.pid || !isAlive(pid)).map((other) => other.id);
  await forgetProcesses(db, { ids: dead });
  await releaseDead(db);
  await beat();
  const timer = setInterval(beat, beatEveryMs);
  timer.unref();
  return {
    id,
    async leave() {
      clearInterval(timer);
      await forgetProcesses(db, { ids: [id] });
    },
  };
}

/** Whether a process of this machine lives. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process lives, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
