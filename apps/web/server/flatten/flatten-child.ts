/**
 * Entry of the flattening process: decodes a stored file and makes the flattened picture of the document on it.
 * Like the reader process it holds no secret and no connection; it loads no models, so that it is there at once.
 */
import { visibleFile } from '@readout/e-invoice';
import { ImageError } from '@readout/image-reader';
import { makeFlattened } from '@readout/image-reader/document/node';
import { serveJobs } from '@readout/image-reader/process/child';
import type { FlattenAnswer, FlattenJob } from './flatten-job.ts';

await serveJobs(async () => async (job): Promise<FlattenAnswer> => {
  const { bytes, page, quad } = job as FlattenJob;
  try {
    return { ok: true, picture: await makeFlattened(visibleFile(bytes), { page, quad }) };
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    return { ok: false, code: error.code, message: error.message };
  }
});
