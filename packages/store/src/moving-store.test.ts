import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeEach, expect, test } from 'vitest';
import { storeContract } from './contract.test-suite.ts';
import { createFileSystemStore } from './file-system-store.ts';
import { createMovingStore } from './moving-store.ts';
import { findStore } from './open-store.ts';
import { claimMovingStores, claimStore } from './store-id.ts';
import { bucketUnderTest } from './testing/bucket-under-test.ts';
import { type S3Peer, startS3Peer } from './testing/s3-peer.ts';

storeContract('objects that move from a folder to a bucket', async () => {
  const peer = await startS3Peer();
  const root = await mkdtemp(join(tmpdir(), 'readout-moving-'));
  const under = await bucketUnderTest(peer.settings);
  return {
    ...under,
    store: createMovingStore(under.store, await createFileSystemStore(root)),
    async close() {
      await under.close();
      await peer.close();
      await rm(root, { recursive: true });
    },
  };
});

let peer: S3Peer;
let root: string;
beforeEach(async () => {
  peer = await startS3Peer();
  root = await mkdtemp(join(tmpdir(), 'readout-moving-'));
  return async () => {
    await peer.close();
    await rm(root, { recursive: true });
  };
});

const id = randomUUID();
const nothing = { any: async () => false, sample: async () => [] };
const bucket = () => ({ kind: 'bucket' as const, transitFolder: join(root, 'transit'), ...peer.settings });
const folder = () => ({ kind: 'folder' as const, folder: join(root, 'store') });
const there = () => findStore({ store: bucket(), also: folder() });
const original = (text: string) => {
  const sha256 = createHash('sha256').update(text).digest('hex');
  return {
    sha256,
    bytes: Buffer.from(text),
    key: `00000000-0000-4000-8000-000000000001/originals/${sha256.slice(0, 2)}/${sha256}`,
  };
};

test('what has not moved yet is read where it was, what is new goes to the new store, and what is erased leaves both', async () => {
  const { parts } = await there();
  const [to, from] = [await parts.store.open(), await parts.also!.open()];
  const store = await (await there()).open();
  const [old, young, both] = [original('old'), original('young'), original('both')];
  await from.put(old.key, old.bytes);
  await from.put(both.key, both.bytes);
  await store.put(young.key, young.bytes);
  await to.put(both.key, both.bytes);
  expect(await from.find(young.key)).toBeUndefined();
  for (const { key, sha256, bytes } of [old, young, both]) {
    expect((await store.verify(key, sha256)).state).toBe('whole');
    expect(await buffer((await store.get(key))!.body)).toEqual(bytes);
  }
  const listed = (await Array.fromAsync(store.list(''))).map(({ key }) => key);
  expect(listed.toSorted()).toEqual([old, young, both].map(({ key }) => key).toSorted());
  const check = { olderThanMs: -2000, isOrphan: async () => true };
  for (const { key } of [old, young, both]) expect(await store.erase(key, check)).toBe(true);
  expect([await Array.fromAsync(from.list('')), await Array.fromAsync(to.list(''))]).toEqual([[], []]);
});

test('neither of two stores is used alone while objects move, and the old one not afterwards', async () => {
  const { parts } = await there();
  const [old, young] = [parts.also!.owner, parts.store.owner];
  expect(await claimStore(old, id, nothing)).toBe('new');
  const { key, bytes } = original('x');
  await (await parts.also!.open()).put(key, bytes);
  const known = { any: async () => true, sample: async () => [key] };
  await expect(claimStore(young, id, known)).rejects.toMatchObject({ code: 'files_missing' });
  await claimMovingStores(young, old, id, known);
  for (const each of [young, old])
    await expect(claimStore(each, id, known)).rejects.toMatchObject({ code: 'half_moved' });
  await expect(claimMovingStores(young, old, randomUUID(), known)).rejects.toMatchObject({
    code: 'other_installation',
  });
  // As `readout store migrate` ends.
  await young.writeMove(undefined);
  await claimMovingStores(young, old, id, known);
  expect(await claimStore(young, id, known)).toBe('known');
  await expect(claimStore(old, id, known)).rejects.toMatchObject({ code: 'half_moved' });
  // And back again.
  await claimMovingStores(old, young, id, known);
  await expect(claimStore(young, id, known)).rejects.toMatchObject({ code: 'half_moved' });
});
