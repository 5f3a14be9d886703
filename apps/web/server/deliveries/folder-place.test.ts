import { mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appendRow, OutsideError, openPlace, writeWhole } from './folder-place.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'readout-folder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const header = '\uFEFFevent,total\r\n';
const add = (id: string, { columns = header, total = '1' } = {}) =>
  appendRow(folder, 'records', { id, header: columns, row: `${id},${total}\r\n` });
const text = (name = 'records.csv') => readFile(path.join(folder, name), 'utf8');

test('a symbolic link leads nowhere out of the folder, and none is made through it', async () => {
  const [root, outside] = [path.join(folder, 'root'), path.join(folder, 'outside')];
  await Promise.all([mkdir(root), mkdir(outside)]);
  await symlink(outside, path.join(root, 'link'));
  await expect(openPlace(root, 'link/new')).rejects.toBeInstanceOf(OutsideError);
  expect(await readdir(outside)).toEqual([]);
  await mkdir(path.join(root, 'a'));
  await symlink(path.join(root, 'a'), path.join(root, 'inside'));
  expect(await openPlace(root, 'inside/b')).toBe(path.join(root, 'a', 'b'));
  await expect(openPlace(path.join(folder, 'gone'), 'a')).rejects.toMatchObject({ code: 'ENOENT' });
  // A file is written in place of a link, not through it.
  await symlink(path.join(outside, 'x.json'), path.join(root, 'x.json'));
  await writeWhole(root, 'x.json', [Buffer.from('{}')]);
  expect(await readdir(outside)).toEqual([]);
  await symlink(path.join(outside, 'records.csv'), path.join(root, 'records.csv'));
  await expect(appendRow(root, 'records', { id: 'a', header, row: 'a,1\r\n' })).rejects.toMatchObject({
    code: 'ELOOP',
  });
});

test('a file is there whole or not at all, and what a crash left is no obstacle', async () => {
  async function* breaking() {
    yield Buffer.from('half');
    throw new Error('broken off');
  }
  await expect(writeWhole(folder, 'a.json', breaking())).rejects.toThrow('broken off');
  expect(await readdir(folder)).toEqual([]);
  await writeFile(path.join(folder, '.a.json.part'), 'half of a longer one that crashed');
  await writeWhole(folder, 'a.json', [Buffer.from('whole')]);
  await writeWhole(folder, 'a.json', [Buffer.from('whole')]);
  expect(await readdir(folder)).toEqual(['a.json']);
  expect(await text('a.json')).toBe('whole');
});

test('a row is in the file once, however often it is tried', async () => {
  for (const id of ['one', 'two', 'one', 'two']) expect(await add(id)).toBe('records.csv');
  expect(await text()).toBe(`${header}one,1\r\ntwo,1\r\n`);
});

test('a row is found again in a large file, wherever it lies', async () => {
  const ids = Array.from({ length: 20_000 }, (_, index) => `event-${index}-${'x'.repeat(20)}`);
  const whole = header + ids.map((id) => `${id},1\r\n`).join('');
  await writeFile(path.join(folder, 'records.csv'), whole);
  for (const id of [...ids.slice(7000, 7400), ids.at(-1)!]) await add(id);
  expect(await text()).toBe(whole);
});

test('what a crash tore off is taken away, whether of a row or of the head', async () => {
  await add('one');
  await add('two');
  await truncate(path.join(folder, 'records.csv'), Buffer.byteLength(`${header}one,1\r\ntwo,`));
  await add('two');
  expect(await text()).toBe(`${header}one,1\r\ntwo,1\r\n`);
  await truncate(path.join(folder, 'records.csv'), 4);
  await add('one');
  expect(await text()).toBe(`${header}one,1\r\n`);
});

test('other columns go into a file of their own, and rows of before stay where they are', async () => {
  await add('one');
  const columns = '\uFEFFevent,total,date\r\n';
  expect(await add('two', { columns, total: '1,2026' })).toBe('records-2.csv');
  expect(await add('one', { columns, total: '1,2026' })).toBe('records.csv');
  expect(await text('records-2.csv')).toBe(`${columns}two,1,2026\r\n`);
});
