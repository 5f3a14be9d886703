import { expect, test } from 'vitest';
import type { FolderStore, LedgerRow } from './folder-store.ts';
import { type LastLook, lookIntoFolder } from './look-into-folder.ts';

/** A folder of the file system API in memory: what the browser's own does, as far as it is used. */
function folderOf(files: Map<string, File>, done = new Map<string, File>()) {
  const handleOf = (into: Map<string, File>, name: string) => ({
    kind: 'file' as const,
    name,
    getFile: async () => into.get(name)!,
    createWritable: async () => {
      const parts: BlobPart[] = [];
      return {
        write: async (part: BlobPart) => void parts.push(part),
        close: async () => void into.set(name, new File(parts, name)),
      };
    },
  });
  const directoryOf = (into: Map<string, File>) => ({
    async *values() {
      for (const name of [...into.keys()]) yield handleOf(into, name);
      yield { kind: 'directory' as const, name: 'Older scans' };
    },
    getFileHandle: async (name: string, options?: { create: boolean }) => {
      if (!into.has(name) && !options?.create) throw new DOMException('', 'NotFoundError');
      return handleOf(into, name);
    },
    getDirectoryHandle: async () => directoryOf(done),
    removeEntry: async (name: string) => void into.delete(name),
  });
  // The parts of the interface that are used.
  return directoryOf(files) as unknown as FileSystemDirectoryHandle;
}

function inMemory(): FolderStore & { rows: LedgerRow[] } {
  const rows: LedgerRow[] = [];
  return {
    rows,
    folder: async () => undefined,
    keepFolder: async () => undefined,
    forget: async () => void rows.splice(0),
    knows: async (file) => rows.some((row) => row.file === file),
    hasBytes: async (sha256) => rows.some((row) => row.sha256 === sha256),
    note: async (row) => void rows.push({ ...row, owner: 'x' }),
    newest: async (count) => rows.slice(-count).reverse(),
  };
}

const scan = (name: string, content: string, lastModified = 1) => new File([content], name, { lastModified });

function watching({ doneFolder = undefined as string | undefined, take = async (_file: File) => {} } = {}) {
  const files = new Map<string, File>();
  const done = new Map<string, File>();
  const store = inMemory();
  const lastLook: LastLook = new Map();
  const taken: string[] = [];
  const directory = folderOf(files, done);
  const look = () =>
    lookIntoFolder({
      directory,
      store,
      lastLook,
      doneFolder,
      take: async (file) => {
        await take(file);
        taken.push(`${file.name}: ${await file.text()}`);
      },
      now: () => Date.UTC(2026, 10, 21, 9, 30),
    });
  return { files, done, store, taken, look };
}

test('a file is taken in once it stopped growing, and never again', async () => {
  const { files, taken, look } = watching();
  files.set('scan.png', scan('scan.png', 'ab', 1));
  expect(await look()).toEqual({ settled: 0, growing: 1 });
  files.set('scan.png', scan('scan.png', 'abc', 2));
  expect(await look()).toEqual({ settled: 0, growing: 1 });
  expect(await look()).toEqual({ settled: 1, growing: 0 });
  expect(await look()).toEqual({ settled: 0, growing: 0 });
  expect(taken).toEqual(['scan.png: abc']);
});

test('the same bytes under another name are noted, not taken; a file that was written again is taken', async () => {
  const { files, taken, store, look } = watching();
  files.set('a.png', scan('a.png', 'same'));
  await look();
  await look();
  files.set('b.png', scan('b.png', 'same'));
  files.set('a.png', scan('a.png', 'other', 5));
  await look();
  await look();
  expect(taken).toEqual(['a.png: same', 'a.png: other']);
  expect(store.rows.map(({ name, state }) => `${name} ${state}`)).toEqual([
    'a.png taken',
    'a.png taken',
    'b.png same',
  ]);
});

test('what Readout does not read, empty and hidden files are left alone', async () => {
  const { files, taken, look } = watching();
  for (const name of ['notes.txt', '.hidden.png', 'no ending']) files.set(name, scan(name, 'x'));
  files.set('empty.png', scan('empty.png', ''));
  await look();
  await look();
  expect(taken).toEqual([]);
});

test('a taken file is moved, over none that is there already', async () => {
  const { files, done, look } = watching({ doneFolder: 'Readout done' });
  done.set('scan.png', scan('scan.png', 'older'));
  files.set('scan.png', scan('scan.png', 'newer'));
  await look();
  await look();
  expect([...files.keys()]).toEqual([]);
  expect([...done.keys()]).toEqual(['scan.png', 'scan 2026-11-21T09.30.00.png']);
  expect(await done.get('scan.png')!.text()).toBe('older');
});

test('a file that was refused stays where it is, says why, and holds up no other', async () => {
  const { files, store, taken, look } = watching({
    doneFolder: 'Readout done',
    take: async (file) => {
      if (file.name === 'first.png') throw new Error('No room on this device');
    },
  });
  files.set('first.png', scan('first.png', '1'));
  files.set('second.png', scan('second.png', '2'));
  await look();
  await look();
  expect(taken).toEqual(['second.png: 2']);
  expect([...files.keys()]).toEqual(['first.png']);
  expect(store.rows[0]).toMatchObject({ state: 'refused', reason: 'No room on this device' });
});
