import type { Trx } from '../in-scope.ts';

/** One page to read. */
export interface ReadingJob {
  companyId: string;
  captureId: string;
}

/** Where pages wait to be read. */
export interface ReadingQueue {
  /** Adds jobs in the caller's transaction: they exist exactly if it commits. */
  enqueue(trx: Trx, jobs: readonly ReadingJob[]): Promise<void>;
}
