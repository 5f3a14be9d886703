import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DatabaseAddress, withOwner } from '@readout/database';
import type { ObjectStore } from '@readout/store';
import type { ClientBase } from 'pg';
import { asTargetError, BackupError } from './backup-error.ts';
import { openTarget } from './backup-folder.ts';
import { type BackupProgress, copyObjects } from './copy-objects.ts';
import { copyRows } from './copy-rows.ts';
import { oneChunk, syncFolder, writeDurably } from './files.ts';
import {
  type Contents,
  contentsFile,
  formatVersion,
  type Manifest,
  manifestFile,
  writeHashedJson,
} from './format.ts';
import type { Protection } from './protection.ts';
import { thinBackups } from './thin-backups.ts';

/** What is backed up. */
export interface BackupSource {
  /** As the owner. */
  database: DatabaseAddress;
  store: ObjectStore;
  /** Folder with the operator's own legal texts, if there are any. */
  dataFolder: string;
  /** Put into a backup that is protected, and into no other. */
  secret: string;
  /** Of this Readout. */
  version: string;
}

export interface BackupOptions {
  /** Folder; made where there is none. */
  target: string;
  protection: Protection;
  /** How many finished backups stay, this one included; undefined: all. */
  keep?: number | undefined;
  now?: Date;
  onProgress?: (progress: BackupProgress) => void;
}

export interface BackupResult {
  name: string;
  rows: number;
  /** Objects in the backup, and how many of them were not in the folder before. */
  objects: number;
  newObjects: number;
  byteSize: number;
  newBytes: number;
  /** Keys of originals that rows name and the store does not have, or has with other bytes. */
  missing: string[];
  altered: string[];
  /** Originals that were erased while the backup ran. */
  erased: string[];
  /** Names of older backups that were removed. */
  removed: string[];
}

/** Key of the session-level advisory lock that lets one backup at a time run. */
const backupLock = 7_233_004;

/**
 * Writes rows and objects of a running installation into the folder. Rows first, as they were at one moment, then the
 * objects they name: nothing that was acknowledged is deleted in between. Broken off at any moment it leaves nothing that
 * looks like a backup, and the next one goes on with the objects that were copied.
 *
 * @throws BackupError
 */
export async function createBackup(source: BackupSource, options: BackupOptions): Promise<BackupResult> {
  return withOwner(source.database, async (client) => {
    const { rows } = await client.query<{ is_free: boolean }>('select pg_try_advisory_lock($1) as is_free', [
      backupLock,
    ]);
    if (!rows[0]?.is_free)
      throw new BackupError('backup.already_running', 'Another backup of this installation runs already.');
    try {
      return await write(client, source, options);
    } catch (error) {
      throw asTargetError(error, options.target);
    }
  });
}

async function write(
  client: ClientBase,
  source: BackupSource,
  { target, protection, keep, now = new Date(), onProgress = () => {} }: BackupOptions,
): Promise<BackupResult> {
  const { rows } = await client.query<{ id: string }>('select id from public.readout_installation');
  const installationId = rows[0]!.id;
  const folder = await openTarget(target, { installationId, protection, secret: source.secret });
  await removeUnfinished(target);
  const name = now.toISOString().replace(/[-:.]/g, '');
  const draft = join(target, 'backups', `${name}.unfinished`);
  await mkdir(draft, { mode: 0o700 });

  const copied = await copyRows(client, {
    folder: draft,
    sealer: folder.sealer,
    onTable: (table) => onProgress({ step: 'rows', table, objects: 0, newBytes: 0 }),
  });
  const objects = await copyObjects(client, source.store, {
    target,
    draft,
    folder,
    named: copied.objects(),
    onProgress,
  });
  await rm(join(draft, 'list'));

  const contents: Contents = {
    migrations: copied.migrations,
    tables: copied.tables,
    sequences: copied.sequences,
    texts: await readTexts(source.dataFolder),
    ...(protection.kind === 'none' ? {} : { secret: source.secret }),
    missing: objects.missing,
    altered: objects.altered,
    erased: objects.erased,
  };
  const files: Manifest['files'] = {
    ...copied.files,
    ...objects.files,
    [contentsFile]: await writeDurably(
      join(draft, contentsFile),
      folder.sealer.seal(oneChunk(Buffer.from(JSON.stringify(contents)))),
    ),
  };
  // The connection holds the lock: without it another backup may have run meanwhile and thinned what this one names.
  await client.query('select 1');
  await writeHashedJson(join(draft, manifestFile), {
    format: formatVersion,
    name,
    createdAt: now.toISOString(),
    readoutVersion: source.version,
    installationId,
    files,
    objects: { count: objects.count, byteSize: objects.byteSize },
  } satisfies Manifest);
  await syncFolder(draft);
  await rename(draft, join(target, 'backups', name));
  await syncFolder(join(target, 'backups'));

  let removed: string[] = [];
  if (keep !== undefined) {
    onProgress({ step: 'thinning', objects: objects.count, newBytes: objects.newBytes });
    removed = await thinBackups(target, keep);
  }
  const rowBytes = Object.values(files).reduce((sum, { byteSize }) => sum + byteSize, 0);
  return {
    name,
    rows: copied.rows,
    objects: objects.count,
    newObjects: objects.newCount,
    byteSize: objects.byteSize + rowBytes,
    newBytes: objects.newBytes + rowBytes,
    missing: objects.missing,
    altered: objects.altered,
    erased: objects.erased,
    removed,
  };
}

/** What an earlier backup left that was broken off; the objects it copied stay. */
async function removeUnfinished(target: string): Promise<void> {
  for (const name of await readdir(join(target, 'backups')))
    if (name.endsWith('.unfinished'))
      await rm(join(target, 'backups', name), { recursive: true, force: true });
  await rm(join(target, 'objects', 'incoming'), { recursive: true, force: true });
  await mkdir(join(target, 'objects', 'incoming'), { mode: 0o700 });
}

/** The operator's own legal texts. */
async function readTexts(dataFolder: string): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  const folder = join(dataFolder, 'legal');
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names)
    if (/^[a-z-]+\.md$/.test(name)) texts[`legal/${name}`] = await readFile(join(folder, name), 'utf8');
  return texts;
}
