import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDiskRoom } from './disk-room.ts';
import { diskRefusal } from './http/disk-refusal.ts';

const of = (freeBytes: number, totalBytes: number) => async () => ({ freeBytes, totalBytes });

test('the floor is the smaller of a size and a share, and nothing goes below it', async () => {
  const small = createDiskRoom({ folders: ['x'], floor: { bytes: 2e9, share: 0.05 }, stat: of(600, 10_000) });
  expect(await small.look()).toEqual([
    { folder: 'x', freeBytes: 600, totalBytes: 10_000, floorBytes: 500, isFull: false },
  ]);
  await small.hold(100);
  await expect(small.hold(101)).rejects.toMatchObject({ kind: 'unavailable', code: 'store.full' });
  const large = createDiskRoom({ folders: ['x'], floor: { bytes: 2e9, share: 0.05 }, stat: of(1e9, 1e12) });
  expect(await large.look()).toMatchObject([{ floorBytes: 2e9, isFull: true }]);
  await expect(large.hold(0)).rejects.toMatchObject({ code: 'store.full' });
});

test('what is promised to one is not there for another until it is released', async () => {
  const room = createDiskRoom({ folders: ['x'], floor: { bytes: 0 }, stat: of(100, 1000) });
  const first = await room.hold(60);
  await expect(room.hold(60)).rejects.toMatchObject({ code: 'store.full' });
  first.release();
  first.release();
  await room.hold(100);
  await expect(room.hold(1)).rejects.toMatchObject({ code: 'store.full' });
});

test('the fullest of several file systems decides, one that does not tell is left out, a folder need not be there yet', async () => {
  const rooms: Record<string, { freeBytes: number; totalBytes: number }> = {
    uploads: { freeBytes: 10, totalBytes: 1000 },
    store: { freeBytes: 900, totalBytes: 1000 },
  };
  const room = createDiskRoom({
    folders: ['uploads', 'store', 'odd'],
    floor: { share: 0.05 },
    stat: async (folder) => rooms[folder],
  });
  expect((await room.look()).map(({ isFull }) => isFull)).toEqual([true, false]);
  await expect(room.hold(0)).rejects.toMatchObject({ code: 'store.full' });
  const real = createDiskRoom({ folders: [join(tmpdir(), 'not', 'there', 'yet')], floor: { bytes: 0 } });
  expect((await real.look())[0]!.totalBytes).toBeGreaterThan(0);
});

test('pages keep nothing with the disk at its floor, and what makes room goes on', async () => {
  const full = createDiskRoom({ folders: ['x'], floor: { bytes: 10 }, stat: of(5, 100) });
  const refused = (method: string, path: string) => diskRefusal({ method, path, length: 10 }, full);
  for (const path of [
    '/api/v1/drafts/1/publish',
    '/api/v1/drafts/1/fixtures',
    '/api/v1/templates',
    '/api/v1/region-profiles',
    '/settings/plugins/submit/1.data',
  ])
    expect(await refused('POST', path)).toMatchObject({ code: 'store.full' });
  for (const path of ['/api/v1/drafts/1/trash', '/auth/sign-in', '/api/v1/records/1/field', '/admin/system'])
    expect(await refused('POST', path)).toBeUndefined();
  expect(await refused('PATCH', '/api/v1/drafts/1')).toMatchObject({ code: 'store.full' });
  expect(await refused('GET', '/api/v1/drafts/1')).toBeUndefined();
});
