import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createZstdCompress } from 'node:zlib';
import { derivedKey, derivedKinds, type ObjectStore, originalKey } from '@readout/store';
import type { ClientBase } from 'pg';
import { findObject, objectFolder, type TargetFolder } from './backup-folder.ts';
import type { NamedObject } from './copy-rows.ts';
import { syncFolder, type WrittenFile, writeDurably } from './files.ts';
import { keysFile, type Manifest, namesFile } from './format.ts';
import type { Sealer } from './protection.ts';

/** Objects copied at once: enough to keep disk and network busy, few enough to leave room for people. */
const copiesAtOnce = 4;

export interface BackupProgress {
  /** What is being done: rows of a table, objects. */
  step: 'rows' | 'objects' | 'thinning';
  /** Name of the table. */
  table?: string;
  objects: number;
  newBytes: number;
}

export interface CopyPlan {
  target: string;
  draft: string;
  folder: TargetFolder;
  named: AsyncIterable<NamedObject>;
  onProgress: (progress: BackupProgress) => void;
}

export interface CopiedObjects {
  files: Manifest['files'];
  count: number;
  newCount: number;
  byteSize: number;
  newBytes: number;
  missing: string[];
  altered: string[];
  erased: string[];
}

/** Copies the objects that rows name and that the folder does not have yet, several at a time. */
export async function copyObjects(
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
        // A derived picture is made again when it is looked at or read.
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
