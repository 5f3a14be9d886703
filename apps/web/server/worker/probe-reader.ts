/** The reader process of a test: dies or hangs on what it is told to, reads everything else as one line. */
import { readFile } from 'node:fs/promises';
import { serveJobs } from '@readout/image-reader/process/child';
import type { ReaderJob } from './reader-job.ts';

await serveJobs(async () => async (job) => {
  const { path } = job as ReaderJob;
  if ((await readFile(path)).includes('crash')) process.abort();
  throw new Error('This probe reads nothing.');
});
