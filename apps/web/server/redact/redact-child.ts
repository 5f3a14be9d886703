/**
 * Entry of the redacting process: decodes a stored file and makes the picture of it that leaves the company. Like the
 * reader process it holds no secret and no connection.
 */
import { visibleFile } from '@readout/e-invoice';
import { ImageError } from '@readout/image-reader';
import { serveJobs } from '@readout/image-reader/process/child';
import { makeRedacted } from '@readout/image-reader/redact/node';
import type { RedactAnswer, RedactJob } from './redact-job.ts';

await serveJobs(async () => async (job): Promise<RedactAnswer> => {
  const { bytes, ...options } = job as RedactJob;
  try {
    return { ok: true, picture: await makeRedacted(visibleFile(bytes), options) };
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    return { ok: false, message: error.message };
  }
});
