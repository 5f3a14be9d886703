/**
 * What an original costs that goes to a bucket instead of a folder: taken in and stored, in turns, both on this machine.
 *
 * Usage: node scripts/bench.js bucket
 *
 * cspell:ignore rados radosgw
 * The S3 server is Debian's Ceph, which keeps everything in memory here: sudo apt-get install -y ceph-mon ceph-osd radosgw
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileSystemStore, originalKey } from '@readout/store';
import { connectBucket, openBucket } from '../../packages/store/src/bucket.ts';
import { bucketOwner } from '../../packages/store/src/bucket-owner.ts';
import { createBucketStore } from '../../packages/store/src/bucket-store.ts';
import { startRadosGateway } from '../../packages/store/src/testing/rados-gateway.ts';
import { writeResults } from '../results-file.ts';

type Store = Awaited<ReturnType<typeof createFileSystemStore>>;

/** Originals of so many bytes, so many turns. */
const sizes = [
  { megabytes: 0.3, turns: 60 },
  { megabytes: 5, turns: 30 },
  { megabytes: 25, turns: 12 },
];
const goal = 1.5;
/** As they come over a network. */
const chunkBytes = 65_536;
const companyId = '00000000-0000-4000-8000-000000000001';

const folder = await mkdtemp(join(tmpdir(), 'readout-bench-bucket-'));
const gateway = await startRadosGateway();
const client = connectBucket(gateway.settings);
try {
  const bucket = openBucket(client, gateway.settings);
  const installationId = randomUUID();
  await bucketOwner(bucket).writeId(installationId);
  const stores: Record<'folder' | 'bucket', Store> = {
    folder: await createFileSystemStore(join(folder, 'store')),
    bucket: await createBucketStore(bucket, { transitFolder: join(folder, 'transit'), installationId }),
  };
  const rows = [];
  for (const { megabytes, turns } of sizes) {
    const times: Record<keyof typeof stores, number[]> = { folder: [], bucket: [] };
    // The first turn warms up.
    for (let turn = -1; turn < turns; turn++)
      for (const kind of turn % 2 === 0 ? (['folder', 'bucket'] as const) : (['bucket', 'folder'] as const)) {
        const ms = await takeIn(stores[kind], randomBytes(megabytes * 1e6));
        if (turn >= 0) times[kind].push(ms);
      }
    const [inFolder, inBucket] = [median(times.folder), median(times.bucket)];
    rows.push({
      megabytes,
      turns,
      folderMs: inFolder,
      bucketMs: inBucket,
      ratio: round(inBucket / inFolder),
    });
  }
  await writeResults(
    'bucket',
    'An original into a bucket',
    { goal, rows },
    `| original | into a folder | into a bucket | ratio |
|---|---:|---:|---:|
${rows.map((row) => `| ${row.megabytes} MB | ${row.folderMs} ms | ${row.bucketMs} ms | ${row.ratio} |`).join('\n')}

Goal: ${goal}. Medians of ${sizes.map(({ turns }) => turns).join(', ')} turns; taken in as chunks of 64 KB, hashed, and stored so that it would survive a power cut as far as each store promises it. The S3 server is Ceph on the same two cores, with its objects in memory.`,
  );
} finally {
  client.destroy();
  await gateway.close();
  await rm(folder, { recursive: true });
}

async function takeIn(store: Store, bytes: Buffer): Promise<number> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const startedAt = performance.now();
  const object = await store.stage(inChunks(bytes), { maxBytes: bytes.length });
  if (object.sha256 !== sha256) throw new Error(`${bytes.length} bytes came as others`);
  await object.commit(originalKey(companyId, sha256));
  return performance.now() - startedAt;
}

async function* inChunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function median(values: number[]): number {
  return round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!);
}
