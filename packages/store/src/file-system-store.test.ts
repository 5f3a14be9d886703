import { spawn } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  cp,
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeContract } from './contract.test-suite.ts';
import { createFileSystemStore } from './file-system-store.ts';
import { claimStore, folderOwner, readStoreId, writeStoreId } from './store-id.ts';

storeContract('object store on the file system', async () => {
  const root = await mkdtemp(join(tmpdir(), 'readout-store-'));
  const store = await createFileSystemStore(root);
  return {
    store,
    async age(what, byMs) {
      const then = (Date.now() - byMs) / 1000;
      const paths =
        what === 'staged'
          ? (await readdir(join(root, 'staged'))).map((name) => join(root, 'staged', name))
          : [(await store.localFile(what.key))!.path];
      for (const path of paths) await utimes(path, then, then);
    },
    overwrite: async (key, bytes) => writeFile((await store.localFile(key))!.path, bytes),
    countStaged: async () => (await readdir(join(root, 'staged'))).length,
    close: () => rm(root, { recursive: true }),
  };
});

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'readout-store-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const company = '00000000-0000-4000-8000-000000000001';
const original = (bytes: Uint8Array) => {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sha256, key: `${company}/originals/${sha256.slice(0, 2)}/${sha256}` };
};

test('what is stored is on the disk when it is told so: its bytes before they get their name, the name before the end', async () => {
  const store = await createFileSystemStore(root);
  const bytes = randomBytes(100);
  const { key } = original(bytes);
  const path = join(root, 'objects', key);
  const handle = await open(root);
  const handles = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const { sync } = handles;
  const synced: { ino: number; isNamed: boolean }[] = [];
  const spy = vi.spyOn(handles, 'sync').mockImplementation(async function (this: FileHandle) {
    await sync.call(this);
    synced.push({ ino: (await this.stat()).ino, isNamed: existsSync(path) });
  });
  await store.put(key, bytes).finally(() => spy.mockRestore());
  expect(synced).toContainEqual({ ino: (await stat(path)).ino, isNamed: false });
  expect(synced.at(-1)).toEqual({ ino: (await stat(dirname(path))).ino, isNamed: true });
});

test('a link, a folder or a pipe in the place of an original is altered, never followed, and heals', async () => {
  const store = await createFileSystemStore(root);
  const bytes = randomBytes(100);
  const { key, sha256 } = original(bytes);
  await store.put(key, bytes);
  const path = join(root, 'objects', key);
  const elsewhere = join(root, 'elsewhere');
  await writeFile(elsewhere, bytes);
  const makeOdd = {
    link: () => symlink(elsewhere, path),
    folder: () => mkdir(path),
    'folder with something in it': () => cp(join(root, 'staged'), join(path, 'deep'), { recursive: true }),
    pipe: () => run('mkfifo', [path]),
  };
  for (const [what, make] of Object.entries(makeOdd)) {
    await rm(path, { recursive: true });
    await make();
    expect([what, (await store.verify(key, sha256)).state]).toEqual([what, 'altered']);
    expect([what, await store.get(key), await store.localFile(key)]).toEqual([what, undefined, undefined]);
    await store.put(key, bytes);
    expect([what, (await store.verify(key, sha256)).state]).toEqual([what, 'whole']);
  }
  expect(await readFile(elsewhere)).toEqual(bytes);
});

test('folders that somebody removed are made again by the next upload', async () => {
  const store = await createFileSystemStore(root);
  const bytes = randomBytes(100);
  const { key, sha256 } = original(bytes);
  await store.put(key, bytes);
  await rm(join(root, 'objects'), { recursive: true });
  expect(await store.verify(key, sha256)).toEqual({ state: 'missing' });
  await rm(join(root, 'staged'), { recursive: true });
  await store.put(key, bytes);
  expect((await store.verify(key, sha256)).state).toBe('whole');
});

test('a store whose disk went away is away, with nothing missing in it and nothing put beside it', async () => {
  const id = randomUUID();
  await claimStore(folderOwner(root), id, nothing);
  const store = await createFileSystemStore(root, { installationId: id });
  const bytes = randomBytes(100);
  const { key, sha256 } = original(bytes);
  await store.put(key, bytes);
  await rename(root, `${root}-unmounted`);
  await mkdir(root);
  const isAway = { name: 'StoreError', code: 'away' };
  await expect(store.verify(key, sha256)).rejects.toMatchObject(isAway);
  await expect(store.put(key, bytes)).rejects.toMatchObject(isAway);
  expect(await readdir(root)).toEqual([]);
  await rm(root, { recursive: true });
  await rename(`${root}-unmounted`, root);
  expect((await store.verify(key, sha256)).state).toBe('whole');
});

const nothing = { any: async () => false, sample: async () => [] };

test('a new store takes the id, of many that start at once the same one', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  expect(await claimStore(folderOwner(root), first, nothing)).toBe('new');
  expect(await claimStore(folderOwner(root), first, nothing)).toBe('known');
  expect(await readStoreId(root)).toBe(first);
  await expect(claimStore(folderOwner(root), second, nothing)).rejects.toMatchObject({
    code: 'other_installation',
  });
  expect(await writeStoreId(root, second)).toBe(first);
  expect(await writeStoreId(root, second, { replace: true })).toBe(second);
  await writeFile(join(root, 'installation'), 'x');
  await expect(claimStore(folderOwner(root), second, nothing)).rejects.toMatchObject({
    code: 'other_installation',
  });
  const fresh = join(root, 'fresh');
  await Promise.allSettled([first, second].map((id) => claimStore(folderOwner(fresh), id, nothing)));
  expect([first, second]).toContain(await readStoreId(fresh));
});

test('files meet only the database that knows them', async () => {
  const store = await createFileSystemStore(root);
  const keys = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const bytes = randomBytes(50);
      await store.put(original(bytes).key, bytes);
      return original(bytes).key;
    }),
  );
  const id = randomUUID();
  const knows = (sample: string[]) => ({ any: async () => true, sample: async () => sample });
  const strange = keys.map(() => original(randomBytes(50)).key);
  await expect(claimStore(folderOwner(root), id, nothing)).rejects.toMatchObject({ code: 'unknown_files' });
  await expect(claimStore(folderOwner(root), id, knows(strange))).rejects.toMatchObject({
    code: 'files_missing',
  });
  await expect(claimStore(folderOwner(join(root, 'empty')), id, knows(keys))).rejects.toMatchObject({
    code: 'files_missing',
  });
  expect(await readStoreId(root)).toBeUndefined();
  // One was lost before.
  await store.delete(keys[0]!);
  expect(await claimStore(folderOwner(root), id, knows(keys))).toBe('fits');
  expect(await readStoreId(root)).toBe(id);
});

test('kill -9 in the midst of moving and putting back leaves each object in its place, in the quarantine or on the way', async () => {
  const store = await createFileSystemStore(root);
  const kept = await Promise.all(
    Array.from({ length: 90 }, async () => {
      const bytes = randomBytes(50);
      const { key, sha256 } = original(bytes);
      await store.put(key, bytes);
      return { key, sha256 };
    }),
  );
  // In the first, on the way back, and in later rounds of both.
  for (const afterMoves of [12, 51, 100, 144, 210]) {
    const mover = spawn(process.execPath, ['--input-type=module-typescript', '-e', moving], {
      env: { ...process.env, ROOT: root, MODULE: new URL('./index.ts', import.meta.url).href },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const gone = new Promise((resolve) => mover.once('exit', resolve));
    let moves = 0;
    mover.stdout.on('data', (dots: Buffer) => {
      moves += dots.length;
      if (moves >= afterMoves) mover.kill('SIGKILL');
    });
    await gone;
    expect(moves).toBeGreaterThanOrEqual(afterMoves);
  }
  await store.sweepStaged({ olderThanMs: 3_600_000, isOrphan: async () => false });
  for (const { key, sha256 } of kept) {
    if ((await store.verify(key, sha256)).state === 'missing') await store.putBack(key, sha256);
    expect((await store.verify(key, sha256)).state).toBe('whole');
  }
  expect(await readdir(join(root, 'leaving'))).toEqual([]);
  expect((await stat(join(root, 'objects'))).isDirectory()).toBe(true);
});

/** Moves everything to the quarantine and back, again and again; a dot for each move. */
const moving = `
  const { createFileSystemStore } = await import(process.env.MODULE);
  const store = await createFileSystemStore(process.env.ROOT);
  for (;;) {
    for await (const { key } of store.list('')) {
      await store.quarantine(key, { olderThanMs: -1, isOrphan: async () => true });
      process.stdout.write('.');
    }
    for await (const { key } of store.listQuarantine()) {
      await store.putBack(key);
      process.stdout.write('.');
    }
  }`;

async function run(command: string, args: string[]): Promise<void> {
  const child = spawn(command, args, { stdio: 'inherit' });
  await new Promise((resolve) => child.once('exit', resolve));
}
