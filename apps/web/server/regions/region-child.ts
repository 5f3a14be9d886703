/**
 * Entry of the process that reads regions of stored pages while somebody waits. Like the reader process it holds no secret and
 * no connection; it runs no plugins.
 */
import { visibleFile } from '@readout/e-invoice';
import { ImageError } from '@readout/image-reader';
import { createImageReader } from '@readout/image-reader/node';
import { serveJobs } from '@readout/image-reader/process/child';
import type { ReaderInit } from '../worker/reader-job.ts';
import type { RegionAnswer, RegionJob } from './region-job.ts';

await serveJobs(async (init) => {
  const reader = await createImageReader(init as ReaderInit);
  return async (job): Promise<RegionAnswer> => {
    const { bytes, ...options } = job as RegionJob;
    try {
      return { ok: true, ...(await reader.readRegion(visibleFile(bytes), options)) };
    } catch (error) {
      if (!(error instanceof ImageError)) throw error;
      return { ok: false, message: error.message };
    }
  };
});
