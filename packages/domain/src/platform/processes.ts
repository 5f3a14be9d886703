import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { isoRows } from '../iso-rows.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';

/** A server process as it reports itself. */
export interface ProcessReport {
  /** UUID, made at each start. */
  id: string;
  role: 'all' | 'web' | 'worker';
  host: string;
  pid: number;
  version: string;
  nodeVersion: string;
  startedAt: Date;
  /** Resident memory. */
  memoryBytes: number;
}

export interface PlatformProcess extends Omit<ProcessReport, 'startedAt'> {
  /** ISO 8601. */
  startedAt: string;
  /** ISO 8601. */
  seenAt: string;
  /** Not heard of for two minutes. */
  isMissing: boolean;
}

const missingAfterSeconds = 120;
/** A process that is missing is shown this long. */
const forgottenAfterMinutes = 60;

type Deps = { platform: Kysely<DB> };

/** Writes down that a process lives, and forgets those long gone. Repeated every half minute. */
export async function beatProcess({ platform }: Deps, report: ProcessReport): Promise<void> {
  await sql`
    insert into platform.processes (id, role, host, pid, version, node_version, started_at, memory_bytes, seen_at)
    values (${report.id}::uuid, ${report.role}, ${report.host}, ${report.pid}, ${report.version}, ${report.nodeVersion},
      ${report.startedAt}, ${report.memoryBytes}, now())
    on conflict (id) do update set seen_at = now(), memory_bytes = excluded.memory_bytes`.execute(platform);
  await sql`
    delete from platform.processes where seen_at < now() - make_interval(mins => ${forgottenAfterMinutes})`.execute(
    platform,
  );
}

/** A process that ends takes its row along; `ids` also those it knows to be dead. */
export async function forgetProcesses(
  { platform }: Deps,
  { ids }: { ids: readonly string[] },
): Promise<void> {
  await sql`delete from platform.processes where id = any (${ids}::uuid[])`.execute(platform);
}

/** Processes of one host, for who can tell which of them still live. */
export async function listProcessesOfHost(
  { platform }: Deps,
  { host }: { host: string },
): Promise<{ id: string; pid: number }[]> {
  const { rows } = await sql<{ id: string; pid: number }>`
    select id, pid from platform.processes where host = ${host}`.execute(platform);
  return rows;
}

/** Every process of the installation, those that are missing first. @throws AppError `platform.admin_only` */
export async function listProcesses(
  { platform }: Deps,
  { actor }: { actor: PlatformActor },
): Promise<PlatformProcess[]> {
  demandOnPlatform(actor, 'health.see');
  const rows = await isoRows(platform)<PlatformProcess>`
    select id, role, host, pid, version, node_version as "nodeVersion", started_at as "startedAt", seen_at as "seenAt",
      memory_bytes as "memoryBytes",
      seen_at < now() - make_interval(secs => ${missingAfterSeconds}) as "isMissing"
    from platform.processes order by "isMissing" desc, role, started_at, id limit 200`;
  return rows.map((row) => ({ ...row, memoryBytes: Number(row.memoryBytes) }));
}
