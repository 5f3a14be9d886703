/** What it costs to know that a stored original is whole: read for the first time, and asked again. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createFileSystemStore, originalKey } from '@readout/store';
import { writeResults } from '../results-file.ts';

/** The first one warms up and is left out. */
const megabytes = [1, 0.3, 5, 25, 100];
/** What was written in the last two seconds is not taken for settled. */
const settledAfterMs = 2500;

const folder = await mkdtemp(join(tmpdir(), 'readout-bench-store-'));
try {
  const store = await createFileSystemStore(folder);
  const files = [];
  for (const size of megabytes) {
    const bytes = randomBytes(size * 1e6);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const key = originalKey('00000000-0000-4000-8000-000000000001', sha256);
    await store.put(key, bytes);
    files.push({ size, key, sha256 });
  }
  await delay(settledAfterMs);
  const rows = [];
  for (const { size, key, sha256 } of files) {
    const timed = async () => {
      const startedAt = performance.now();
      const { state } = await store.verify(key, sha256);
      if (state !== 'whole') throw new Error(`${size} MB: ${state}`);
      return Math.round((performance.now() - startedAt) * 100) / 100;
    };
    const { worst, result: firstMs } = await withLoopWatched(timed);
    await timed();
    rows.push({ megabytes: size, firstMs, againMs: await timed(), loopBlockedMs: worst });
  }
  rows.shift();
  await writeResults(
    'store',
    'Is a stored original whole?',
    { rows },
    `| original | first time | again | event loop held for at most |
|---|---|---|---|
${rows.map((row) => `| ${row.megabytes} MB | ${row.firstMs} ms | ${row.againMs} ms | ${row.loopBlockedMs} ms |`).join('\n')}`,
  );
} finally {
  await rm(folder, { recursive: true });
}

async function withLoopWatched<T>(work: () => Promise<T>): Promise<{ result: T; worst: number }> {
  let [worst, last] = [0, performance.now()];
  const timer = setInterval(() => {
    worst = Math.max(worst, performance.now() - last - 1);
    last = performance.now();
  }, 1);
  const result = await work();
  clearInterval(timer);
  return { result, worst: Math.round(worst * 10) / 10 };
}
