import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ClientBase } from 'pg';
import type { Release } from './release.ts';
import { withRoleNames } from './roles.ts';

const folder = fileURLToPath(new URL('../migrations', import.meta.url));
/** Key of the advisory lock that lets one process at a time migrate a database. */
const migrationLock = 7_233_002;
/**
 * So long a migration waits for a table that others use: what comes after it waits behind it. Less than the second after
 * which PostgreSQL looks for a deadlock, so that it makes way before somebody's work is broken off.
 */
const lockWithinMs = 500;
/** The others go on for so long before it is tried again. */
const pauseMs = 1_000;
/** Ten minutes: a backup or a large export holds tables that long. */
const mostAttempts = 400;
/** A lock that did not come in time; a deadlock. */
const inUse = ['55P03', '40P01'];

/** Runs the work while no other process prepares the same database. */
export async function withMigrationLock<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('select pg_advisory_lock($1)', [migrationLock]);
  try {
    return await work();
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {});
  }
}

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/**
 * Brings the schema to the newest version; each migration in its own transaction, in the order of its number.
 * A migration that was applied never changes: a different checksum stops the start.
 *
 * @param client - connected as the role that owns the schema, in `withMigrationLock`.
 * @param options.only - names of the migrations to apply; otherwise all.
 * @param options.newer - the newer release that the database says lets this one run on it: its migrations may be there.
 * @returns the names of the migrations that were applied now.
 */
export async function migrate(
  client: ClientBase,
  installationId: string,
  { only, newer }: { only?: ReadonlySet<string>; newer?: Release | undefined } = {},
): Promise<string[]> {
  await client.query(
    'create table if not exists public.readout_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from public.readout_migrations',
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  const migrations = readMigrations();
  refuseUnknown(applied, migrations, newer);
  const now: string[] = [];
  for (const migration of migrations) {
    if (only && !only.has(migration.name)) continue;
    const checksum = applied.get(migration.name);
    if (checksum === undefined) {
      await apply(client, migration, installationId);
      now.push(migration.name);
    } else if (checksum !== migration.checksum) {
      throw new Error(
        `Migration ${migration.name} was changed after it was applied. Restore the file and add a new one instead.`,
      );
    }
  }
  return now;
}

/** Processes of the release before may be at work meanwhile. */
async function apply(client: ClientBase, migration: Migration, installationId: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await applyOnce(client, migration, installationId);
      return;
    } catch (cause) {
      const { code, message } = cause as Error & { code?: string };
      const isInUse = code !== undefined && inUse.includes(code);
      if (isInUse && attempt < mostAttempts) {
        await delay(pauseMs);
        continue;
      }
      throw new Error(
        isInUse
          ? `Migration ${migration.name} was not applied: a table that it changes has been in use for ten minutes, perhaps by a backup or an export. Start again once that has ended.`
          : `Migration ${migration.name} failed: ${message}`,
        { cause },
      );
    }
  }
}

async function applyOnce(
  client: ClientBase,
  { name, sql, checksum }: Migration,
  installationId: string,
): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${lockWithinMs}`);
    await client.query(withRoleNames(sql, installationId));
    await client.query('insert into public.readout_migrations (name, checksum) values ($1, $2)', [
      name,
      checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/**
 * A Readout must not write into a schema it does not know, unless that of a newer one that lets it: then it is whole, and
 * there is nothing for it to do.
 */
function refuseUnknown(
  applied: Map<string, string>,
  migrations: Migration[],
  newer: Release | undefined,
): void {
  const known = new Set(migrations.map((migration) => migration.name));
  const theirs = [...applied.keys()].find((name) => !known.has(name));
  if (theirs === undefined) return;
  const missing = migrations.find((migration) => !applied.has(migration.name));
  if (newer && !missing) return;
  throw new Error(
    newer
      ? `The database was migrated by Readout ${newer.release} (${theirs}) and does not have ${missing?.name}, which this one would add. Start Readout ${newer.release} or newer.`
      : `The database was migrated by a newer Readout (${theirs}). Start that version, or restore a backup.`,
  );
}

/** Every migration this version knows, by what it is and what its file holds. */
export function listMigrations(): { name: string; checksum: string }[] {
  return readMigrations().map(({ name, checksum }) => ({ name, checksum }));
}

function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = readFileSync(path.join(folder, file), 'utf8');
      return {
        name: file.replace(/\.sql$/, ''),
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      };
    });
}
