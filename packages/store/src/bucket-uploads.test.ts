import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeEach, expect, test } from 'vitest';
import { connectBucket, openBucket } from './bucket.ts';
import { createBucketUploads } from './bucket-uploads.ts';
import { type S3Peer, startS3Peer } from './testing/s3-peer.ts';

let peer: S3Peer;
let folder: string;

beforeEach(async () => {
  peer = await startS3Peer();
  folder = await mkdtemp(join(tmpdir(), 'readout-uploads-'));
  return async () => {
    await peer.close();
    await rm(folder, { recursive: true });
  };
});

const open = (transit = 'one') =>
  createBucketUploads(openBucket(connectBucket(peer.settings), peer.settings), join(folder, transit));
const bytes = randomBytes(1000);
async function* part(start: number, end: number) {
  yield bytes.subarray(start, end);
}
const none = Number.NaN;

test('parts that overlap, as two requests that both think the upload theirs write them, give the file', async () => {
  const [one, other] = [open('one'), open('other')];
  await one.begin('id', 'about');
  await one.append('id', 0, part(0, 300), none);
  await other.append('id', 300, part(300, 600), none);
  await one.append('id', 300, part(300, 450), none);
  await one.append('id', 450, part(450, 700), none);
  // After a gap: nothing to go on from yet.
  await one.append('id', 800, part(800, 1000), none);
  expect(await other.look('id')).toEqual({ about: 'about', byteSize: 700 });
  await other.append('id', 700, part(700, 850), none);
  expect((await one.look('id'))?.byteSize).toBe(1000);
  expect(await buffer(one.read('id'))).toEqual(bytes);
});

test('what came before it broke off stays', async () => {
  const uploads = open();
  await uploads.begin('id', '');
  async function* broken() {
    yield bytes.subarray(0, 400);
    throw new Error('connection reset');
  }
  await expect(uploads.append('id', 0, broken(), 1000)).rejects.toThrow('connection reset');
  expect((await uploads.look('id'))?.byteSize).toBe(400);
});

test('the end waits on this disk until something is made of it, or goes with the rest', async () => {
  const [one, other] = [open('one'), open('other')];
  await one.begin('id', '');
  await one.append('id', 0, part(0, 400), 1000);
  expect(await one.append('id', 400, part(400, 1000), 600)).toBe(600);
  expect(await buffer(one.read('id'))).toEqual(bytes);
  expect((await other.look('id'))?.byteSize).toBe(400);
  await one.keepLast('id');
  expect(await buffer(other.read('id'))).toEqual(bytes);
  expect(await readdir(join(folder, 'one'))).toEqual([]);
  await one.append('id', 400, part(400, 1000), 600);
  await one.remove('id');
  expect([peer.objects.size, await readdir(join(folder, 'one')), await other.look('id')]).toEqual([
    0,
    [],
    undefined,
  ]);
});

test('uploads nobody goes on with are told apart from those that go on, by the clock of the bucket', async () => {
  const uploads = open();
  await uploads.begin('left', '');
  await uploads.begin('going-on', '');
  for (const kept of peer.objects.values()) kept.modifiedAt = new Date(Date.now() - 7_200_000);
  await uploads.append('going-on', 0, part(0, 10), none);
  expect(await Array.fromAsync(uploads.listIdle(3_600_000))).toEqual(['left']);
  await expect(uploads.begin('../installation', '')).rejects.toThrow(TypeError);
});
