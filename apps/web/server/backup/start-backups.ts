import path from 'node:path';
import { BackupError, createBackup } from '@readout/backup';
import type { DatabaseAddress, DB } from '@readout/database';
import { readBackupPlan } from '@readout/domain/platform/backup-plan';
import {
  failBackupRun,
  finishBackupRun,
  keepBackupRun,
  takeBackupRun,
} from '@readout/domain/platform/backup-runs';
import type { ObjectStore } from '@readout/store';
import type { Kysely } from 'kysely';
import { attemptsOf } from '../attempts.ts';
import type { PlatformStateSource } from '../platform-state.ts';

const lookEveryMs = 30_000;
const aliveEveryMs = 20_000;

export interface BackupDeps {
  platform: Kysely<DB>;
  /** As the owner, who sees all rows. */
  database: DatabaseAddress;
  store: ObjectStore;
  dataFolder: string;
  secret: string;
  version: string;
  /** Folder below which backups may be written. */
  folder: string;
  log: { info(fields: object, text: string): void; error(fields: object, text: string): void };
}

/** Writes the backup that waits, or is due, if there is one. @returns whether there was one */
export async function writeDueBackup(deps: BackupDeps): Promise<boolean> {
  const { platform, log } = deps;
  const id = await takeBackupRun({ platform });
  if (id === undefined) return false;
  const alive = setInterval(() => void keepBackupRun({ platform }, id).catch(() => {}), aliveEveryMs);
  try {
    const plan = await readBackupPlan({ platform });
    const result = await createBackup(deps, {
      target: path.join(deps.folder, plan.folder),
      protection:
        plan.recipient === '' ? { kind: 'none' } : { kind: 'recipients', recipients: [plan.recipient] },
      keep: plan.keep,
    });
    const { name, rows, objects, byteSize, newBytes, missing, altered } = result;
    const lost = missing.length + altered.length;
    await finishBackupRun({ platform }, id, { name, rows, objects, byteSize, newBytes, lost });
    log.info({ name, rows, objects, byteSize, newBytes, lost }, 'backup written');
  } catch (error) {
    const code = error instanceof BackupError ? error.code : 'backup.failed';
    const message = error instanceof Error ? error.message : String(error);
    log.error({ err: error, code }, 'the backup failed, next attempt in an hour');
    await failBackupRun({ platform }, id, { code, message });
  } finally {
    clearInterval(alive);
  }
  return true;
}

/** Follows the timetable and what administrators ask for, in one of the worker processes. */
export function startBackups(
  deps: BackupDeps,
  { state }: { state: Pick<PlatformStateSource, 'onNews'> },
): { stop(): Promise<void> } {
  const attempt = attemptsOf(deps.log, 'looking for backups that are due');
  let isRunning = false;
  let isStopped = false;
  const look = () => {
    if (isStopped || isRunning) return;
    isRunning = true;
    void attempt(() => writeDueBackup(deps)).finally(() => {
      isRunning = false;
    });
  };
  const end = state.onNews((table) => {
    if (table === 'backup_runs') look();
  });
  const timer = setInterval(look, lookEveryMs);
  timer.unref();
  look();
  return {
    // One that is being written is broken off: what takes it up goes on with what was copied.
    async stop() {
      isStopped = true;
      clearInterval(timer);
      end();
    },
  };
}
