/** The reader process of a test: dies or hangs on what it is told to, reads everything else as one line. */
import { serveJobs } from '@readout/image-reader/process/child';
import type { ReaderJob } from './reader-job.ts';

await serveJobs(async () => async (job) => {
  const { bytes } = job as ReaderJob;
  if (Buffer.from(bytes).includes('crash')) process.abort();
  throw new Error('This probe reads nothing.');
});
