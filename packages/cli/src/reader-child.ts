import { dataFilesIn, limits } from '@readout/e-invoice';
import { makeCrops } from '@readout/image-reader/crop/node';
import { createImageReader, readAttachments } from '@readout/image-reader/node';
import { serveJobs } from '@readout/image-reader/process/child';
import { createSandbox } from '@readout/plugin-sandbox/node';
import type { MadeRecords, Opened, PageReading, ReaderInit, ReaderJob } from './jobs.ts';

/** The process that decodes and reads: files come from anywhere, so a decoder's bug must cost one file only. */
await serveJobs(async (data) => {
  const init = data as ReaderInit;
  const [reader, sandbox] = await Promise.all([createImageReader({ models: init.models }), createSandbox()]);
  let bytes: Uint8Array | undefined;

  return async (data) => {
    const job = data as ReaderJob;
    if (job.kind === 'open') {
      bytes = job.bytes;
      const { pages } = await reader.open(bytes);
      return { pages } satisfies Opened;
    }
    if (job.kind === 'crop') return makeCrops(job.bytes, job);
    const { languages, only, locale, today } = init;
    if (job.kind === 'records') {
      const started = performance.now();
      const { pages } = job;
      const { records, runs } = sandbox.runReaders(init.plugins, { pages, settings: {}, locale, today });
      return { records, runs, pluginsMs: performance.now() - started } satisfies MadeRecords;
    }
    if (bytes === undefined) throw new Error('A page was asked for before its file.');
    const { reading } = await reader.read(bytes, { page: job.number, languages, only });
    if (job.number > 1) return reading;
    const found = dataFilesIn(await readAttachments(bytes, limits.maxBytes));
    return { ...reading, ...found } satisfies PageReading;
  };
});
