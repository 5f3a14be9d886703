import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { recordPlatformEvent } from '../audit/record-platform-event.ts';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';

/** When backups are written, where to, and how. */
export interface BackupPlan {
  isOn: boolean;
  /** Name of a folder below the one that the operator allows. */
  folder: string;
  /** Public key of age; empty: not encrypted. */
  recipient: string;
  /** In UTC, `02:30`. */
  time: string;
  /** Newest backups that stay, 1 to 1000. */
  keep: number;
}

export interface BackupRun {
  id: string;
  /** Null: the timetable. */
  requestedByName: string | null;
  state: 'waiting' | 'running' | 'done' | 'failed';
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  failureCode: string | null;
  failure: string | null;
  name: string | null;
  objects: number | null;
  byteSize: number | null;
  newBytes: number | null;
  /** Originals the store had lost or altered. */
  lost: number;
}

export interface BackupStanding {
  plan: BackupPlan;
  revision: number;
  /** ISO 8601; null where backups are off. */
  nextAt: string | null;
  /** The newest first. */
  runs: BackupRun[];
}

interface PlanRow {
  is_on: boolean;
  folder: string;
  recipient: string;
  minute_of_day: number;
  keep: number;
  revision: number;
}

type Deps = { platform: Kysely<DB> };

const planColumns = sql`is_on, folder, recipient, minute_of_day, keep, revision`;
const shownRuns = 20;

const toPlan = (row: PlanRow): BackupPlan => ({
  isOn: row.is_on,
  folder: row.folder,
  recipient: row.recipient,
  time: `${String(Math.floor(row.minute_of_day / 60)).padStart(2, '0')}:${String(row.minute_of_day % 60).padStart(2, '0')}`,
  keep: row.keep,
});

/** What the plan says now, for the process that follows it. */
export async function readBackupPlan({ platform }: Deps): Promise<BackupPlan> {
  const { rows } = await sql<PlanRow>`select ${planColumns} from platform.backup_plan`.execute(platform);
  if (!rows[0]) throw new Error('platform.backup_plan has lost its only row.');
  return toPlan(rows[0]);
}

/** The plan, the last runs and when the next one is. @throws AppError `platform.admin_only` */
export async function getBackupStanding(
  { platform }: Deps,
  { actor, now = new Date() }: { actor: PlatformActor; now?: Date },
): Promise<BackupStanding> {
  demandOnPlatform(actor, 'backups.see');
  const [{ rows: plans }, { rows: runs }] = await Promise.all([
    sql<PlanRow>`select ${planColumns} from platform.backup_plan`.execute(platform),
    sql<{
      id: string;
      requested_by_name: string | null;
      state: BackupRun['state'];
      created_at: Date;
      started_at: Date | null;
      finished_at: Date | null;
      failure_code: string | null;
      failure: string | null;
      name: string | null;
      object_count: number | null;
      byte_size: number | null;
      new_bytes: number | null;
      lost_count: number;
    }>`select id, requested_by_name, state, created_at, started_at, finished_at, failure_code, failure, name, object_count,
        byte_size, new_bytes, lost_count
      from platform.backup_runs order by created_at desc limit ${shownRuns}`.execute(platform),
  ]);
  const row = plans[0];
  if (!row) throw new Error('platform.backup_plan has lost its only row.');
  return {
    plan: toPlan(row),
    revision: row.revision,
    nextAt: row.is_on ? nextTime(row.minute_of_day, now).toISOString() : null,
    runs: runs.map((run) => ({
      id: run.id,
      requestedByName: run.requested_by_name,
      state: run.state,
      createdAt: run.created_at.toISOString(),
      startedAt: run.started_at?.toISOString() ?? null,
      finishedAt: run.finished_at?.toISOString() ?? null,
      failureCode: run.failure_code,
      failure: run.failure,
      name: run.name,
      objects: run.object_count,
      byteSize: run.byte_size,
      newBytes: run.new_bytes,
      lost: run.lost_count,
    })),
  };
}

/** The next moment, after now, at that minute of a day in UTC. */
function nextTime(minuteOfDay: number, now: Date): Date {
  const next = new Date(now);
  next.setUTCHours(Math.floor(minuteOfDay / 60), minuteOfDay % 60, 0, 0);
  if (next <= now) next.setUTCDate(next.getUTCDate() + 1);
  return next;
}

/**
 * Sets when backups are written, where to and how.
 *
 * @throws AppError `platform.admin_only`, `platform.bad_input`, `platform.changed_meanwhile`, `backup.no_folder`
 */
export async function setBackupPlan(
  { platform, isRecipient, hasFolder }: Deps & { isRecipient: (text: string) => boolean; hasFolder: boolean },
  { actor, plan, revision }: { actor: PlatformActor; plan: BackupPlan; revision: number },
): Promise<void> {
  demandOnPlatform(actor, 'backups.change');
  const recipient = plan.recipient.trim();
  const time = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(plan.time);
  const fields: Record<string, string> = {};
  if (!/^[a-z0-9][a-z0-9_-]{0,62}$/.test(plan.folder)) fields.folder = fieldText('backup_folder');
  if (recipient !== '' && (recipient.length > 4000 || !isRecipient(recipient)))
    fields.recipient = fieldText('age_key');
  if (!time) fields.time = fieldText('time');
  if (!Number.isInteger(plan.keep) || plan.keep < 1 || plan.keep > 1000)
    fields.keep = fieldText('whole_number', { min: 1, max: 1000 });
  if (Object.keys(fields).length > 0) throw new AppError('platform.bad_input', { fields });
  if (plan.isOn && !hasFolder) throw noFolder();
  await platform.transaction().execute(async (trx) => {
    const { rows } = await sql<PlanRow>`select ${planColumns} from platform.backup_plan for update`.execute(
      trx,
    );
    const row = rows[0];
    if (!row) throw new Error('platform.backup_plan has lost its only row.');
    const before = toPlan(row);
    if (row.revision !== revision) throw new AppError('platform.changed_meanwhile', { current: before });
    const after: BackupPlan = { ...plan, recipient };
    const changed = (Object.keys(before) as (keyof BackupPlan)[]).filter(
      (name) => before[name] !== after[name],
    );
    if (changed.length === 0) return;
    const minuteOfDay = Number(time![1]) * 60 + Number(time![2]);
    await sql`
      update platform.backup_plan set is_on = ${after.isOn}, folder = ${after.folder}, recipient = ${recipient},
        minute_of_day = ${minuteOfDay}::int, keep = ${after.keep}::int, revision = revision + 1, updated_at = now()`.execute(
      trx,
    );
    await recordPlatformEvent(trx, actor, {
      action: 'platform.backup_plan_changed',
      subjectType: 'platform',
      subjectId: 'platform',
      detail: Object.fromEntries(changed.map((name) => [name, { from: before[name], to: after[name] }])),
    });
  });
}

/**
 * Asks for a backup now.
 *
 * @throws AppError `platform.admin_only`, `backup.no_folder`, `backup.already_running`
 */
export async function requestBackup(
  { platform, hasFolder }: Deps & { hasFolder: boolean },
  { actor }: { actor: PlatformActor },
): Promise<void> {
  demandOnPlatform(actor, 'backups.change');
  if (!hasFolder) throw noFolder();
  await platform.transaction().execute(async (trx) => {
    const { numAffectedRows } = await sql`
      insert into platform.backup_runs (requested_by_name) values (${actor.name}) on conflict do nothing`.execute(
      trx,
    );
    if (!numAffectedRows) throw new AppError('backup.already_running');
    await recordPlatformEvent(trx, actor, {
      action: 'platform.backup_requested',
      subjectType: 'platform',
      subjectId: 'platform',
    });
  });
}

function noFolder(): AppError {
  return new AppError('backup.no_folder');
}
