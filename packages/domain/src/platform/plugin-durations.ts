import { bucketStep } from './refresh-plugin-days.ts';

/** Runs by how long they took: from `bucketStep^bucket` to `bucketStep^(bucket + 1)` milliseconds. */
export interface DurationBucket {
  bucket: number;
  runs: number;
}

/**
 * The duration, milliseconds, that `share` of the runs stayed below; null without a run. Within a bucket runs count as
 * evenly spread, so it is off by less than the bucket is wide (a tenth).
 */
export function durationAt(buckets: readonly DurationBucket[], share: number): number | null {
  const sorted = buckets.filter(({ runs }) => runs > 0).toSorted((a, b) => a.bucket - b.bucket);
  const all = sorted.reduce((sum, { runs }) => sum + runs, 0);
  if (all === 0) return null;
  let before = 0;
  for (const { bucket, runs } of sorted) {
    if (before + runs >= share * all) {
      const inside = Math.max(0, (share * all - before) / runs);
      const from = bucketStep ** bucket;
      return from + inside * from * (bucketStep - 1);
    }
    before += runs;
  }
  return bucketStep ** (sorted.at(-1)!.bucket + 1);
}
