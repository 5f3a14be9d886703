import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  beginRestore,
  type DatabaseAddress,
  findOtherDatabases,
  findUnfinishedRestore,
  finishRestore,
  holdsTables,
  listMigrations,
  roleName,
  roles,
  withOwner,
} from '@readout/database';
import { derivedKey, derivedKinds, type ObjectStore, originalKey, parseKey } from '@readout/store';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BackupError } from './backup-error.ts';
import { objectPath } from './backup-folder.ts';
import { oneChunk, readVerified, syncFolder, writeDurably } from './files.ts';
import type { Contents } from './format.ts';
import {
  type ListedObject,
  needOpener,
  type OpenedBackup,
  readContents,
  readObjects,
  readRows,
} from './open-backup.ts';
import { schemas } from './tables.ts';

/** Where a backup is restored to: an empty database and an empty store. */
export interface RestoreTarget {
  /** As the owner. */
  database: DatabaseAddress;
  store: ObjectStore;
  /** Gets the secret and the legal texts. */
  dataFolder: string;
  /** READOUT_SECRET, where it is set. */
  secret: string | undefined;
}

export interface RestoreOptions {
  /** The same installation at another place, which the former must not run beside; otherwise a new one. */
  keepId?: boolean;
  onProgress?: (progress: {
    step: 'objects' | 'rows' | 'constraints';
    objects: number;
    table?: string;
  }) => void;
}

export interface RestoreResult {
  installationId: string;
  rows: number;
  objects: number;
  byteSize: number;
  /** Keys of originals that were not in the store any more when the backup was made. */
  missing: string[];
  /** Keys of objects whose file in the backup is not what was written, and which are therefore not there. */
  damaged: string[];
  /** Where the secret is now: in the data folder, in the environment, or nowhere. */
  secret: 'restored' | 'in_environment' | 'not_in_backup';
}

/** Key of the session-level advisory lock, the same as for backups: neither runs while the other does. */
const restoreLock = 7_233_004;
const copiesAtOnce = 4;
/** Far above what any object may weigh: their own limits were held when they came in. */
const maxObjectBytes = 1_000_000_000;

/**
 * Makes an installation of a backup. Every file is compared with its hash, every original with its own. The objects come
 * first and the rows last, in one transaction: broken off at any moment it leaves a database that no server starts on,
 * and is begun again by the same call. An object whose file is damaged is left out and named, and its original stands as
 * missing; damaged rows or lists end the restore.
 *
 * @throws BackupError
 */
export async function restoreBackup(
  backup: OpenedBackup,
  target: RestoreTarget,
  { keepId = false, onProgress = () => {} }: RestoreOptions = {},
): Promise<RestoreResult> {
  const contents = await readContents(backup);
  refuseUnknownMigrations(contents);
  const secretPlace = await checkSecret(contents, target);
  return withOwner(target.database, async (client) => {
    await claim(client, backup, target);
    if (keepId) await refuseIdInUse(client, backup.manifest.installationId);
    const installationId = await beginRestore(client, target.database, {
      backup: backup.manifest.name,
      migrations: contents.migrations.map(({ name }) => name),
      installationId: keepId ? backup.manifest.installationId : undefined,
    });
    const copied = await copyObjects(backup, target.store, (objects) =>
      onProgress({ step: 'objects', objects }),
    );
    await writeTexts(contents, target.dataFolder);
    if (secretPlace === 'restored') await writeSecret(target.dataFolder, contents.secret!);
    const lostBefore = [...contents.missing, ...contents.altered];
    await copyRows(client, backup, contents, {
      lost: [...lostBefore, ...copied.damaged],
      onProgress: (step, table) =>
        onProgress({ step, objects: copied.objects, ...(table === undefined ? {} : { table }) }),
    });
    const listBytes = Object.values(backup.manifest.files).reduce((sum, { byteSize }) => sum + byteSize, 0);
    return {
      installationId,
      rows: contents.tables.reduce((sum, { rows }) => sum + rows, 0),
      objects: copied.objects,
      // Counted as when it was made.
      byteSize: copied.byteSize + listBytes,
      damaged: copied.damaged,
      missing: lostBefore,
      secret: secretPlace,
    };
  });
}

function refuseUnknownMigrations({ migrations }: Contents): void {
  const known = new Map(listMigrations().map(({ name, checksum }) => [name, checksum]));
  const unknown = migrations.find(({ name, checksum }) => known.get(name) !== checksum);
  if (unknown)
    throw new BackupError(
      'backup.newer_version',
      `The backup was made by a newer Readout: it has tables that this one does not know (${unknown.name.slice(0, 100)}). Restore it with that version.`,
    );
}

/** Nothing that is there is written over. @throws BackupError */
async function claim(
  client: ClientBase,
  backup: OpenedBackup,
  { store, database }: RestoreTarget,
): Promise<void> {
  const { rows } = await client.query<{ is_free: boolean }>('select pg_try_advisory_lock($1) as is_free', [
    restoreLock,
  ]);
  if (!rows[0]?.is_free)
    throw new BackupError(
      'backup.already_running',
      'A backup of this database, or a restore into it, runs already.',
    );
  const begun = await findUnfinishedRestore(client);
  if (begun === backup.manifest.name) return;
  if (begun !== undefined)
    throw new BackupError(
      'restore.other_restore_begun',
      `Restoring another backup (${begun}) into the database ${database.database} was broken off. Restore that one, or use an empty database and an empty data folder.`,
    );
  if (await holdsTables(client))
    throw new BackupError(
      'restore.database_not_empty',
      `The database ${database.database} is not empty. A backup is restored into a new installation only: name an empty database in DATABASE_URL, or with the embedded one a new folder in READOUT_DATA.`,
    );
  for await (const { key } of store.list(''))
    throw new BackupError(
      'restore.store_not_empty',
      `The store holds files already (${key}). A backup is restored into a new installation only: name a new folder in READOUT_DATA.`,
    );
}

async function refuseIdInUse(client: ClientBase, installationId: string): Promise<void> {
  const others = await findOtherDatabases(
    client,
    roles.map((role) => roleName(role, installationId)),
  );
  if (others.length > 0)
    throw new BackupError(
      'restore.id_in_use',
      `The installation ${installationId} is on this PostgreSQL server already, in the database ${others[0]}. Leave --keep-id out, which makes a new installation of the backup, or drop that database first.`,
    );
}

async function copyObjects(
  backup: OpenedBackup,
  store: ObjectStore,
  onProgress: (objects: number) => void,
): Promise<{ objects: number; byteSize: number; damaged: string[] }> {
  const opener = needOpener(backup);
  let [objects, byteSize] = [0, 0];
  const damaged: string[] = [];
  const copy = async ({ key, name, byteSize: expectedSize }: ListedObject): Promise<void> => {
    const parsed = parseObjectKey(key);
    const there = await store.find(key);
    // Committed by a restore that was broken off: what has its name was whole before it got it.
    if (there && there.byteSize === expectedSize) {
      byteSize += there.byteSize;
    } else {
      const source = noting(
        opener.open(readVerified(objectPath(backup.folder, name), { sha256: name.slice(65) })),
      );
      const staged = await store.stage(source.bytes, { maxBytes: maxObjectBytes }).catch((error: unknown) => {
        if (!source.hasFailed()) throw error;
        return undefined;
      });
      try {
        if (!staged || (parsed.sha256 !== undefined && staged.sha256 !== parsed.sha256)) {
          damaged.push(key);
          return;
        }
        await staged.commit(key);
      } finally {
        await staged?.discard();
      }
      byteSize += staged.byteSize;
    }
    objects++;
    if (objects % 100 === 0) onProgress(objects);
  };
  const list = readObjects(backup);
  let failed = false;
  const worker = async () => {
    for (;;) {
      const { value, done } = await list.next();
      if (done || failed) return;
      await copy(value);
    }
  };
  const results = await Promise.allSettled(
    Array.from({ length: copiesAtOnce }, () =>
      worker().catch((error: unknown) => {
        failed = true;
        throw error;
      }),
    ),
  );
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
  const listed = objects + damaged.length;
  if (listed !== backup.manifest.objects.count)
    throw new BackupError(
      'backup.damaged',
      `The list of keys names ${listed} objects, the manifest ${backup.manifest.objects.count}.`,
    );
  return { objects, byteSize, damaged: damaged.sort() };
}

/** The bytes as they pass; afterwards it can be told whether it was their source that failed, not where they went. */
function noting(source: AsyncIterable<Uint8Array>): {
  bytes: AsyncIterable<Uint8Array>;
  hasFailed(): boolean;
} {
  let hasFailed = false;
  async function* pass() {
    try {
      yield* source;
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  }
  return { bytes: pass(), hasFailed: () => hasFailed };
}

/** What a key names, which has to be exactly one that the store gives out. @throws BackupError */
function parseObjectKey(key: string): { sha256: string | undefined } {
  const parsed = parseKey(key);
  if (parsed?.kind === 'originals' && key === originalKey(parsed.companyId, parsed.name))
    return { sha256: parsed.name };
  const captureId = parsed?.name.slice(0, 36) ?? '';
  if (parsed && derivedKinds.some((kind) => key === derivedKey(parsed.companyId, captureId, kind)))
    return { sha256: undefined };
  throw new BackupError(
    'backup.damaged',
    `The list of keys holds none of an object: ${JSON.stringify(key.slice(0, 100))}.`,
  );
}

/**
 * All rows in one transaction. Keys between tables are dropped and made again, which checks every one of them; triggers
 * do not run, since what they would do is in the rows already.
 */
async function copyRows(
  client: ClientBase,
  backup: OpenedBackup,
  contents: Contents,
  {
    lost,
    onProgress,
  }: {
    /** Keys of objects that are not there. */
    lost: string[];
    onProgress: (step: 'rows' | 'constraints', table?: string) => void;
  },
): Promise<void> {
  await client.query(
    "begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local datestyle = 'ISO'; set local timezone = 'UTC'",
  );
  try {
    const { rows: keys } = await client.query<{ drop: string; add: string }>(
      `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
       from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = any (select unnest($1::text[])::regnamespace)`,
      [schemas],
    );
    const { rows: tables } = await client.query<{ name: string; is_forced: boolean }>(
      `select oid::regclass::text as name, relforcerowsecurity as is_forced from pg_class
       where relkind in ('r', 'p') and not relispartition and relnamespace = any (select unnest($1::text[])::regnamespace)`,
      [schemas],
    );
    for (const { drop } of keys) await client.query(drop);
    for (const { name, is_forced } of tables) {
      await client.query(`alter table ${name} disable trigger user`);
      // COPY refuses where policies hold; the owner's own lets it see everything anyway.
      if (is_forced) await client.query(`alter table ${name} no force row level security`);
    }
    await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
    for (const { schema, name, columns, rows, file } of contents.tables) {
      onProgress('rows', `${schema}.${name}`);
      const into = client.query(
        copyFrom(
          `copy "${schema}"."${name}" (${columns.map((column) => `"${column}"`).join(', ')}) from stdin`,
        ),
      );
      await pipeline(readRows(backup, file), into);
      if (into.rowCount !== rows)
        throw new BackupError(
          'backup.damaged',
          `${schema}.${name} holds ${into.rowCount} rows, not ${rows}.`,
        );
    }
    onProgress('constraints');
    for (const { name, is_forced } of tables) {
      if (is_forced) await client.query(`alter table ${name} force row level security`);
      await client.query(`alter table ${name} enable trigger user`);
    }
    for (const { add } of keys) await client.query(add);
    for (const { schema, name, lastValue } of contents.sequences)
      await client.query('select setval(format($3, $1::text, $2::text)::regclass, $4::bigint)', [
        schema,
        name,
        '%I.%I',
        lastValue,
      ]);
    await noteLost(client, lost);
    await finishRestore(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    // What PostgreSQL says of rows that are not what its tables hold: class 22, data exception; 23, integrity.
    const { code } = error as { code?: string };
    if (code && /^(22|23)/.test(code))
      throw new BackupError('backup.damaged', `The rows do not fit: ${(error as Error).message}.`, {
        cause: error,
      });
    throw error;
  }
  await client.query('analyze');
}

/**
 * Originals that are not there stand as missing from the start, and their companies' audit lists say so: as if the scrub
 * had found it. Pictures derived from them are made again when they are looked at.
 */
async function noteLost(client: ClientBase, keys: string[]): Promise<void> {
  const originals = keys.flatMap((key) => {
    const parsed = parseKey(key);
    return parsed?.kind === 'originals' ? [parsed] : [];
  });
  await client.query(
    `with lost as (
       update app.objects o set state = 'missing', checked_at = now()
       from unnest($1::uuid[], $2::text[]) as l (company_id, sha256), app.objects former
       where o.company_id = l.company_id and o.sha256 = l.sha256
         and former.company_id = o.company_id and former.sha256 = o.sha256 and former.state <> 'missing'
       returning o.company_id, o.sha256
     )
     insert into app.audit_events (company_id, actor_id, actor_name, action, subject_type, subject_id, detail)
     select l.company_id, null, 'Readout', 'capture.original_missing', 'capture', c.id, jsonb_build_object('sha256', l.sha256)
     from lost l cross join lateral (
       select id from app.captures c where c.company_id = l.company_id and c.sha256 = l.sha256
       order by created_at, page_number limit 1) c`,
    [originals.map(({ companyId }) => companyId), originals.map(({ name }) => name)],
  );
}

async function checkSecret({ secret }: Contents, target: RestoreTarget): Promise<RestoreResult['secret']> {
  const there = target.secret ?? (await readSecret(target.dataFolder));
  if (secret === undefined) return 'not_in_backup';
  if (there === undefined) return 'restored';
  if (there !== secret)
    throw new BackupError(
      'restore.other_secret',
      target.secret === undefined
        ? `${join(target.dataFolder, 'secret')} holds another secret than the backup. Remove the file, or restore into a new data folder.`
        : 'READOUT_SECRET is another secret than the one in the backup. Leave it unset while restoring: the secret is then written into the data folder.',
    );
  return target.secret === undefined ? 'restored' : 'in_environment';
}

async function readSecret(dataFolder: string): Promise<string | undefined> {
  const file = join(dataFolder, 'secret');
  return existsSync(file) ? (await readFile(file, 'utf8')).trim() : undefined;
}

async function writeSecret(dataFolder: string, secret: string): Promise<void> {
  const file = join(dataFolder, 'secret');
  if (!existsSync(file)) await place(file, secret);
}

async function writeTexts({ texts }: Contents, dataFolder: string): Promise<void> {
  for (const [name, text] of Object.entries(texts)) {
    const file = join(dataFolder, name);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await place(file, text);
  }
}

async function place(file: string, text: string): Promise<void> {
  const draft = `${file}.restored`;
  await rm(draft, { force: true });
  await writeDurably(draft, oneChunk(Buffer.from(text)));
  await rename(draft, file);
  await syncFolder(dirname(file));
}
