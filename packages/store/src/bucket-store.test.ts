// cspell:ignore rados
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectBucket, openBucket } from './bucket.ts';
import { bucketOwner } from './bucket-owner.ts';
import { createBucketStore } from './bucket-store.ts';
import { storeContract } from './contract.test-suite.ts';
import type { StoreError } from './object-store.ts';
import { claimStore } from './store-id.ts';
import type { BucketSettings } from './store-location.ts';
import { bucketUnderTest } from './testing/bucket-under-test.ts';
import { startRadosGateway } from './testing/rados-gateway.ts';
import { type S3Peer, startS3Peer } from './testing/s3-peer.ts';

storeContract('object store in a bucket', async () => {
  const peer = await startS3Peer();
  const under = await bucketUnderTest(peer.settings);
  return {
    ...under,
    async close() {
      await under.close();
      await peer.close();
    },
  };
});

// `npm run test:long`, with Debian's Ceph
if (process.env.READOUT_LONG_TESTS)
  storeContract('object store in a bucket of Ceph', async () => {
    const gateway = await startRadosGateway();
    const under = await bucketUnderTest(gateway.settings);
    return {
      ...under,
      async close() {
        await under.close();
        await gateway.close();
      },
    };
  });

const installationId = randomUUID();
const nothing = { any: async () => false, sample: async () => [] };
let peer: S3Peer;
let transitFolder: string;
/** What was told of the bucket going away and coming back. */
let told: (string | undefined)[];

beforeEach(async () => {
  peer = await startS3Peer();
  transitFolder = await mkdtemp(join(tmpdir(), 'readout-transit-'));
  told = [];
  return async () => {
    await peer.close();
    await rm(transitFolder, { recursive: true });
  };
});
afterEach(() => expect(JSON.stringify(told)).not.toContain('secret of the key'));

function open(settings: Partial<BucketSettings> = {}, silentMs?: number) {
  const all = { ...peer.settings, ...settings };
  const bucket = openBucket(connectBucket(all), all, {
    onAway: (why) => told.push(why?.reason),
    ...(silentMs === undefined ? {} : { silentMs }),
  });
  return {
    bucket,
    owner: bucketOwner(bucket),
    store: () => createBucketStore(bucket, { transitFolder, installationId }),
  };
}
async function openClaimed(silentMs?: number) {
  const { owner, store } = open({}, silentMs);
  await claimStore(owner, installationId, nothing);
  return store();
}
const original = (bytes: Uint8Array) => {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sha256, key: `00000000-0000-4000-8000-000000000001/originals/${sha256.slice(0, 2)}/${sha256}` };
};
const away = (reason: StoreError['reason']) => ({ name: 'StoreError', code: 'away', reason });

test('a bucket that cannot be used says why: the key, the bucket, the way to it', async () => {
  const credentials = { accessKeyId: 'another', secretAccessKey: 'secret of the key' };
  const cases: [Partial<BucketSettings>, StoreError['reason']][] = [
    [{ credentials }, 'refused'],
    [{ bucket: 'photographs' }, 'no_bucket'],
    [{ endpoint: 'http://127.0.0.1:1' }, 'unreachable'],
  ];
  for (const [settings, reason] of cases)
    await expect(claimStore(open(settings).owner, installationId, nothing)).rejects.toMatchObject(
      away(reason),
    );
  peer.answer = () => ({ status: 503, code: 'SlowDown' });
  await expect(claimStore(open().owner, installationId, nothing)).rejects.toMatchObject(away('unreachable'));
  expect(peer.objects.size).toBe(0);
});

test('an answer of 503 now and then is asked again, one that lasts is away, and both are told once', async () => {
  const store = await openClaimed();
  const { key, sha256 } = original(Buffer.from('x'));
  let left = 2;
  peer.answer = () => (left-- > 0 ? { status: 503, code: 'SlowDown' } : undefined);
  await store.put(key, Buffer.from('x'));
  expect(told).toEqual([]);
  peer.answer = () => ({ status: 503, code: 'SlowDown' });
  await expect(store.put(key, Buffer.from('x'))).rejects.toMatchObject(away('unreachable'));
  await expect(store.verify(key, sha256)).rejects.toMatchObject(away('unreachable'));
  peer.answer = () => undefined;
  expect((await store.verify(key, sha256)).state).toBe('whole');
  expect(told).toEqual(['unreachable', undefined]);
});

test('what is sent is encrypted as the settings say, copies too', async () => {
  const encryption = { kind: 'aws:kms', key: 'ours' } as const;
  const asked: unknown[] = [];
  peer.answer = ({ method, headers }) => {
    const { 'x-amz-server-side-encryption': kind, 'x-amz-server-side-encryption-aws-kms-key-id': key } =
      headers;
    if (method === 'PUT') asked.push({ kind, key });
    return undefined;
  };
  const { owner, store } = open({ encryption });
  await owner.writeId(installationId);
  const opened = await store();
  const { key } = original(Buffer.from('x'));
  await opened.put(key, Buffer.from('x'));
  await opened.quarantine(key, { olderThanMs: -2000, isOrphan: async () => true });
  expect(asked).toEqual(Array.from({ length: 3 }, () => ({ kind: 'aws:kms', key: 'ours' })));
});

test('a full bucket is full, and what could not be sent is nowhere', async () => {
  const store = await openClaimed();
  const object = await store.stage(inChunks(Buffer.from('x')), { maxBytes: 10 });
  peer.answer = ({ method }) => (method === 'PUT' ? { status: 403, code: 'QuotaExceeded' } : undefined);
  const { key, sha256 } = original(Buffer.from('x'));
  await expect(object.commit(key)).rejects.toMatchObject({ code: 'full' });
  await object.discard();
  expect(await readdir(transitFolder)).toEqual([]);
  expect(await store.verify(key, sha256)).toEqual({ state: 'missing' });
});

test('a clock that is an hour off is made up for, and what was stored just now is young all the same', async () => {
  peer.aheadMs = 3_600_000;
  const store = await openClaimed();
  const { key } = original(Buffer.from('x'));
  await store.put(key, Buffer.from('x'));
  expect(await store.quarantine(key, { olderThanMs: 60_000, isOrphan: async () => true })).toBe(false);
  peer.aheadMs = -3_600_000;
  await store.put(key, Buffer.from('x'));
  expect(await store.quarantine(key, { olderThanMs: 60_000, isOrphan: async () => true })).toBe(false);
});

test('what is large is sent in parts, and where one of them cannot be sent nothing of it stays', async () => {
  const store = await openClaimed();
  const bytes = randomBytes(20_000_000);
  const { key, sha256 } = original(bytes);
  const send = async () => {
    const object = await store.stage(inChunks(bytes), { maxBytes: bytes.length });
    await object.commit(key).finally(() => object.discard());
  };
  await send();
  expect(peer.asked.filter((each) => each.startsWith(`PUT readout/objects/${key}`))).toHaveLength(3);
  expect(await store.verify(key, sha256, { isFresh: true })).toEqual({
    state: 'whole',
    byteSize: bytes.length,
  });
  await store.delete(key);
  peer.answer = ({ query }) =>
    query.get('partNumber') === '2' ? { status: 500, code: 'InternalError' } : undefined;
  await expect(send()).rejects.toMatchObject(away('unreachable'));
  expect([await store.find(key), peer.uploads.size, await readdir(transitFolder)]).toEqual([
    undefined,
    0,
    [],
  ]);
});

test('an answer that breaks off half-way, or goes silent there, alters nothing: it is away', async () => {
  const store = await openClaimed(100);
  const bytes = randomBytes(100_000);
  const { key, sha256 } = original(bytes);
  await store.put(key, bytes);
  for (const fault of ['cut', 'silent'] as const) {
    peer.answer = ({ method, key: asked }) => (method === 'GET' && asked !== '' ? fault : undefined);
    await expect(store.verify(key, sha256, { isFresh: true })).rejects.toMatchObject({ code: 'away' });
    await expect(store.localFile(key)).rejects.toMatchObject({ code: 'away' });
  }
  expect(await readdir(transitFolder)).toEqual([]);
});

test('a bucket that is another one all of a sudden is away: nothing is missing in it and nothing is put there', async () => {
  const store = await openClaimed();
  const { key, sha256 } = original(Buffer.from('x'));
  await store.put(key, Buffer.from('x'));
  const before = new Map(peer.objects);
  peer.objects.clear();
  await expect(store.verify(key, sha256)).rejects.toMatchObject({ code: 'away' });
  const again = await open().store();
  await expect(again.put(key, Buffer.from('x'))).rejects.toMatchObject({ code: 'away' });
  expect(peer.objects.size).toBe(0);
  for (const [at, kept] of before) peer.objects.set(at, kept);
  expect((await store.verify(key, sha256)).state).toBe('whole');
});

test('bytes that are altered between looking at them and handing them out are not handed out', async () => {
  const store = await openClaimed();
  const bytes = randomBytes(1000);
  const { key, sha256 } = original(bytes);
  await store.put(key, bytes);
  expect((await store.verify(key, sha256)).state).toBe('whole');
  const [at] = [...peer.objects.keys()].filter((each) => each.includes(key));
  peer.objects.set(at!, { ...peer.objects.get(at!)!, bytes: Buffer.from('other'), etag: '"other"' });
  await expect(store.get(key)).rejects.toMatchObject({ code: 'away' });
  expect((await store.verify(key, sha256)).state).toBe('altered');
});

test('what one process replaces another one reads, and no object is ever written over', async () => {
  const [one, other] = [await openClaimed(), await open().store()];
  const key = '00000000-0000-4000-8000-000000000001/derived/ab/view.webp';
  const read = async () => (await buffer((await other.get(key))!.body)).toString();
  for (const text of ['first', 'second', 'third']) {
    await one.put(key, Buffer.from(text));
    expect(await read()).toBe(text);
  }
  const written = peer.asked.filter((each) => each.startsWith('PUT readout/objects/'));
  expect(new Set(written).size).toBe(3);
  expect([...peer.objects.keys()].filter((each) => each.includes('view.webp'))).toHaveLength(1);
});

test('what is written after a copy of a clock that ran ahead takes its place', async () => {
  const store = await openClaimed();
  const key = '00000000-0000-4000-8000-000000000001/derived/ab/view.webp';
  await store.put(key, Buffer.from('first'));
  const [at] = [...peer.objects.keys()].filter((each) => each.includes(key));
  const ahead = (Date.now() + 3_600_000).toString(16).padStart(12, '0');
  peer.objects.set(at!.replace(/~.{12}/, `~${ahead}`), peer.objects.get(at!)!);
  await store.put(key, Buffer.from('second'));
  expect((await buffer((await (await open().store()).get(key))!.body)).toString()).toBe('second');
  expect([...peer.objects.keys()].filter((each) => each.includes(key))).toHaveLength(1);
});

test('what somebody else put beside the copies of a key is none of them: it is not read, not waited for and not taken for a newer one', async () => {
  const store = await openClaimed();
  const { key, sha256 } = original(Buffer.from('x'));
  await store.put(key, Buffer.from('x'));
  const [at] = [...peer.objects.keys()].filter((each) => each.includes(key));
  const beside = [`${at}.bak`, `readout/objects/${key}~zzz`, `readout/objects/${key}~${'f'.repeat(28)}`];
  const strange = [...beside, 'readout/objects/Photo', 'readout/quarantine/Photo~x.1999-01-01'];
  for (const each of strange)
    peer.objects.set(each, { bytes: Buffer.from('other'), etag: '"other"', modifiedAt: new Date(0) });
  await store.sweepStaged({ olderThanMs: -2000, isOrphan: async () => true });
  expect((await buffer((await (await open().store()).get(key))!.body)).toString()).toBe('x');
  peer.asked.length = 0;
  await store.put(key, Buffer.from('x'));
  expect(peer.asked.filter((each) => each.startsWith('PUT '))).toHaveLength(1);
  expect(await store.verify(key, sha256, { isFresh: true })).toEqual({ state: 'whole', byteSize: 1 });
  expect(strange.filter((each) => !peer.objects.has(each))).toEqual([]);
  expect((await Array.fromAsync(store.list(''))).map((each) => [each.key, each.byteSize])).toEqual([
    [key, 1],
  ]);
  expect(await Array.fromAsync(store.listQuarantine())).toEqual([]);
});

test('a copy whose mark none can follow stops the writing of its key alone', async () => {
  const store = await openClaimed();
  const [one, other] = [original(Buffer.from('x')), original(Buffer.from('y'))];
  peer.objects.set(`readout/objects/${one.key}~0${'f'.repeat(27)}`, {
    bytes: Buffer.from('other'),
    etag: '"other"',
    modifiedAt: new Date(0),
  });
  await expect(store.put(one.key, Buffer.from('x'))).rejects.toMatchObject({ code: 'away' });
  await store.put(other.key, Buffer.from('y'));
  const fresh = await open().store();
  expect(await fresh.verify(other.key, other.sha256)).toEqual({ state: 'whole', byteSize: 1 });
});

test('a sweep leaves the copy of an original that is whole where the newer one is not', async () => {
  const store = await openClaimed();
  const { key, sha256 } = original(Buffer.from('x'));
  peer.answer = ({ method }) => (method === 'DELETE' ? { status: 403, code: 'AccessDenied' } : undefined);
  await store.put(key, Buffer.from('x'));
  await store.put(key, Buffer.from('x'));
  peer.answer = () => undefined;
  const newest = [...peer.objects.keys()].filter((each) => each.includes(key)).sort()[1]!;
  peer.objects.set(newest, { bytes: Buffer.from('z'), etag: '"other"', modifiedAt: new Date() });
  const sweep = { olderThanMs: -2000, isOrphan: async () => true };
  const fresh = await open().store();
  expect(await fresh.sweepStaged(sweep)).toBe(0);
  expect(await fresh.verify(key, sha256)).toEqual({ state: 'whole', byteSize: 1 });
  // Sent again, it is whole in one that is newer, and the rest goes.
  await fresh.put(key, Buffer.from('x'));
  expect([...peer.objects.keys()].filter((each) => each.includes(key))).toHaveLength(1);
});

test('bytes are read again after an hour, also where the clock is put back meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  try {
    const store = await openClaimed();
    const { key, sha256 } = original(Buffer.from('x'));
    await store.put(key, Buffer.from('x'));
    const reads = async () => {
      peer.asked.length = 0;
      expect((await store.verify(key, sha256)).state).toBe('whole');
      return peer.asked.filter((each) => each.startsWith(`GET readout/objects/${key}`)).length;
    };
    expect(await reads()).toBe(0);
    const before = Date.now();
    vi.advanceTimersByTime(3_600_001);
    vi.setSystemTime(before - 3_600_000);
    expect(await reads()).toBe(1);
    expect(await reads()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('a transfer in parts that ended is there where the answer was lost and it was asked for again', async () => {
  const store = await openClaimed();
  const bytes = randomBytes(9_000_000);
  const { key, sha256 } = original(bytes);
  let lost = 0;
  peer.answer = ({ method, query }) =>
    method === 'POST' && query.has('uploadId') && lost++ === 0 ? 'cut' : undefined;
  await store.put(key, bytes);
  expect(lost).toBe(2);
  expect(await store.verify(key, sha256, { isFresh: true })).toEqual({
    state: 'whole',
    byteSize: bytes.length,
  });
});

test('a sweep removes copies that were replaced and transfers that never ended, and leaves what is outside its prefix', async () => {
  const store = await openClaimed();
  const key = '00000000-0000-4000-8000-000000000001/derived/ab/view.webp';
  peer.answer = ({ method }) => (method === 'DELETE' ? { status: 403, code: 'AccessDenied' } : undefined);
  await store.put(key, Buffer.from('first'));
  await store.put(key, Buffer.from('second'));
  peer.answer = () => undefined;
  peer.uploads.set('left', { key: `readout/objects/${key}~x`, parts: new Map(), beganAt: new Date(0) });
  peer.objects.set('another/objects/a~1', { bytes: Buffer.from('x'), etag: '"x"', modifiedAt: new Date(0) });
  peer.objects.set('another/objects/a~2', { bytes: Buffer.from('x'), etag: '"x"', modifiedAt: new Date(0) });
  const isOrphan = async () => true;
  expect(await store.sweepStaged({ olderThanMs: 60_000, isOrphan })).toBe(1);
  expect(await store.sweepStaged({ olderThanMs: -2000, isOrphan })).toBe(1);
  expect((await buffer((await store.get(key))!.body)).toString()).toBe('second');
  expect([...peer.objects.keys()].filter((each) => each.startsWith('another/'))).toHaveLength(2);
  expect((await Array.fromAsync(store.list(''))).map((each) => each.key)).toEqual([key]);
});

test('a bucket meets only the database it belongs to, and more than one page of objects is listed', async () => {
  const { owner, store } = open();
  expect(await claimStore(owner, installationId, nothing)).toBe('new');
  expect(await claimStore(owner, installationId, nothing)).toBe('known');
  const other = randomUUID();
  await expect(claimStore(owner, other, nothing)).rejects.toMatchObject({ code: 'other_installation' });
  expect(await owner.writeId(other)).toBe(installationId);
  expect(await owner.writeId(other, { replace: true })).toBe(other);
  expect(await owner.readId()).toBe(other);
  await owner.writeId(installationId, { replace: true });
  const opened = await store();
  const keys = await Promise.all(
    Array.from({ length: 60 }, async (_, number) => {
      const { key } = original(Buffer.from(String(number)));
      await opened.put(key, Buffer.from(String(number)));
      return key;
    }),
  );
  expect((await Array.fromAsync(opened.list(''))).map(({ key }) => key)).toEqual(keys.toSorted());
});

async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}
