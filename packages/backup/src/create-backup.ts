import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createZstdCompress } from 'node:zlib';
import { type DatabaseAddress, withOwner } from '@readout/database';
import { derivedKey, derivedKinds, type ObjectStore, originalKey } from '@readout/store';
import type { ClientBase } from 'pg';
import { asTargetError, BackupError } from './backup-error.ts';
import { findObject, objectFolder, openTarget, type TargetFolder } from './backup-folder.ts';
import { copyRows, type NamedObject } from './copy-rows.ts';
import { oneChunk, syncFolder, type WrittenFile, writeDurably } from './files.ts';
import {
  type Contents,
  contentsFile,
  formatVersion,
  keysFile,
  type Manifest,
  manifestFile,
  namesFile,
  writeHashedJson,
} from './format.ts';
import type { Protection, Sealer } from './protection.ts';
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

export interface BackupProgress {
  /** What is being done: rows of a table, objects. */
  step: 'rows' | 'objects' | 'thinning';
  /** Name of the table. */
  table?: string;
  objects: number;
  newBytes: number;
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
/** Objects copied at once: enough to keep disk and network busy, few enough to leave room for people. */
const copiesAtOnce = 4;

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

interface CopyPlan {
  target: string;
  draft: string;
  folder: TargetFolder;
  named: AsyncIterable<NamedObject>;
  onProgress: (progress: BackupProgress) => void;
}

interface CopiedObjects {
  files: Manifest['files'];
  count: number;
  newCount: number;
  byteSize: number;
  newBytes: number;
  missing: string[];
  altered: string[];
  erased: string[];
}

async function copyObjects(
  client: ClientBase,
  store: ObjectStore,
  { target, draft, folder, named, onProgress }: CopyPlan,
): Promise<CopiedObjects> {
  const result: CopiedObjects = {
    files: {},
    count: 0,
    newCount: 0,
    byteSize: 0,
    newBytes: 0,
    missing: [],
    altered: [],
    erased: [],
  };
  const touched = new Set<string>();
  const names = createList(join(draft, namesFile), undefined);
  const keys = createList(join(draft, keysFile), folder.sealer);
  let number = 0;

  const copy = async (key: string, id: string, sha256: string | undefined): Promise<void> => {
    let name = await findObject(target, id);
    let byteSize = (await store.find(key))?.byteSize;
    if (!name) {
      const object = await getObject(store, key);
      if (object === 'altered') {
        result.altered.push(key);
        return;
      }
      if (!object) {
        // A derived picture is made anew when it is looked at or read.
        if (sha256 === undefined) return;
        const row = await client.query('select from app.objects where company_id = $1 and sha256 = $2', [
          key.slice(0, 36),
          sha256,
        ]);
        (row.rowCount ? result.missing : result.erased).push(key);
        return;
      }
      const hashed = hashing(object);
      const draftFile = join(target, 'objects', 'incoming', String(number++));
      let written: WrittenFile;
      try {
        written = await writeDurably(draftFile, folder.sealer.seal(hashed.bytes));
      } catch (error) {
        if (!hashed.state.failure) throw error;
        // The store could not read it to its end.
        result.altered.push(key);
        return;
      }
      if (sha256 !== undefined && hashed.digest() !== sha256) {
        await rm(draftFile);
        result.altered.push(key);
        return;
      }
      name = `${id}.${written.sha256}`;
      const at = objectFolder(target, name);
      if (!touched.has(at)) await mkdir(at, { recursive: true, mode: 0o700 });
      touched.add(at);
      await rename(draftFile, join(at, name));
      byteSize = hashed.state.byteSize;
      result.newCount++;
      result.newBytes += byteSize;
    }
    result.count++;
    result.byteSize += byteSize ?? 0;
    await Promise.all([
      names.write(name),
      keys.write(JSON.stringify({ key, name, ...(byteSize === undefined ? {} : { byteSize }) })),
    ]);
    if (result.count % 100 === 0)
      onProgress({ step: 'objects', objects: result.count, newBytes: result.newBytes });
  };

  try {
    await inParallel(named, copiesAtOnce, async (object) => {
      if (object.kind === 'original') {
        const { companyId, sha256 } = object;
        await copy(originalKey(companyId, sha256), folder.nameOfOriginal(sha256), sha256);
        return;
      }
      for (const kind of derivedKinds) {
        const key = derivedKey(object.companyId, object.captureId, kind);
        const found = await store.find(key);
        if (found)
          await copy(
            key,
            folder.nameOf(`${key}\n${found.byteSize}\n${found.modifiedAt.getTime()}`),
            undefined,
          );
      }
    });
    result.files[namesFile] = await names.end();
    result.files[keysFile] = await keys.end();
  } catch (error) {
    names.destroy();
    keys.destroy();
    throw error;
  }
  await rm(join(target, 'objects', 'incoming'), { recursive: true });
  for (const at of touched) await syncFolder(at);
  await syncFolder(join(target, 'objects'));
  return result;
}

async function getObject(
  store: ObjectStore,
  key: string,
): Promise<AsyncIterable<Uint8Array> | 'altered' | undefined> {
  try {
    return (await store.get(key))?.body;
  } catch (error) {
    // The store knows that the bytes are not what was stored.
    if ((error as { code?: unknown }).code === 'altered') return 'altered';
    throw error;
  }
}

/** The bytes as they pass, with what is known of them once they have. */
function hashing(source: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  const state = { byteSize: 0, failure: undefined as unknown };
  async function* pass() {
    try {
      for await (const chunk of source) {
        hash.update(chunk);
        state.byteSize += chunk.byteLength;
        yield chunk;
      }
    } catch (error) {
      state.failure = error;
      throw error;
    }
  }
  return { state, digest: () => hash.digest('hex'), bytes: pass() };
}

/** A compressed list that grows line by line, its lines in the order they were written in. */
function createList(path: string, sealer: Sealer | undefined) {
  const lines = new PassThrough();
  const compressed = lines.pipe(createZstdCompress());
  const written = writeDurably(path, sealer ? sealer.seal(compressed) : compressed);
  // Told where it is waited for.
  written.catch(() => {});
  const failed = written.then(
    () => {},
    (error: unknown) => {
      throw error;
    },
  );
  failed.catch(() => {});
  return {
    async write(line: string): Promise<void> {
      if (!lines.write(`${line}\n`)) await Promise.race([once(lines, 'drain'), failed]);
    },
    end(): Promise<WrittenFile> {
      lines.end();
      return written;
    },
    destroy(): void {
      lines.destroy();
      compressed.destroy();
    },
  };
}

/** Works on several items at once, in the order they come; the first failure ends it. */
async function inParallel<T>(
  items: AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  let failed = false;
  const next = async (): Promise<void> => {
    for (;;) {
      const { value, done } = await iterator.next();
      if (done || failed) return;
      await work(value);
    }
  };
  const results = await Promise.allSettled(
    Array.from({ length: atOnce }, () =>
      next().catch((error: unknown) => {
        failed = true;
        throw error;
      }),
    ),
  );
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
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
