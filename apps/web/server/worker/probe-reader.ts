/** The reader process of a test: dies or hangs on what it is told to, reads everything else as one line. */
import { reading } from '@readout/domain/testing/arrange';
import { serveJobs } from '@readout/image-reader/process/child';
import type { MadeRecords, PageAnswer, ReaderJob } from './reader-job.ts';

await serveJobs(async () => async (given) => {
  const job = given as ReaderJob;
  if (job.kind === 'records') return { records: [], runs: [] } satisfies MadeRecords;
  const text = Buffer.from(job.bytes).toString();
  if (text.includes('crash')) process.abort();
  if (text.includes('attached') && !job.leavesOutAttached) for (;;);
  if (text.includes('hang')) return new Promise(() => {});
  return {
    ok: true,
    reading: reading([text]),
    records: [],
    runs: [],
    thumbnail: Buffer.from(text),
    view: Buffer.from(text),
  } satisfies PageAnswer;
});
