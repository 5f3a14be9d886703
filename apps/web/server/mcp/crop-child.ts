import { ImageError } from '@readout/image-reader';
import { makeCrops } from '@readout/image-reader/crop/node';
import { serveJobs } from '@readout/image-reader/process/child';
import type { CropAnswer, CropJob } from './crop-job.ts';

/** Entry of the process that cuts evidence out of pictures: like the flattening process it holds no secret and no connection. */
await serveJobs(async () => async (job): Promise<CropAnswer> => {
  const { bytes, pageWidth, boxes } = job as CropJob;
  try {
    return { ok: true, crops: await makeCrops(bytes, { page: 1, pageWidth, boxes }) };
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    return { ok: false, message: error.message };
  }
});
