/**
 * Entry of the process that decodes a stored file and makes the picture of it that leaves the company: of pixels alone,
 * without metadata. Like the reader process it holds no secret and no connection.
 */
import { visibleFile } from '@readout/e-invoice';
import { ImageError } from '@readout/image-reader';
import { makeReduced } from '@readout/image-reader/derive/node';
import { serveJobs } from '@readout/image-reader/process/child';
import type { PictureAnswer, PictureJob } from './leaving-pictures.ts';

/** As fine as a reviewer needs it to see what is read, and small enough for a package of many. */
const maxSide = 2000;

await serveJobs(async () => async (job): Promise<PictureAnswer> => {
  const { bytes, page } = job as PictureJob;
  try {
    return { ok: true, picture: await makeReduced(visibleFile(bytes), { page, maxSide }) };
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    return { ok: false, message: error.message };
  }
});
