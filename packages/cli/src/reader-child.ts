import { dataFilesIn, dataOfXml, limits, Refusal, visibleFile } from '@readout/e-invoice';
import { ImageError } from '@readout/image-reader';
import { makeCrops } from '@readout/image-reader/crop/node';
import {
  attachedNotShown,
  createImageReader,
  type PageSource,
  readAttachments,
} from '@readout/image-reader/node';
import { serveJobs } from '@readout/image-reader/process/child';
import type { MadeRecords, Opened, PageReading, ReaderInit, ReaderJob } from './jobs.ts';

/** The process that decodes and reads: files come from anywhere, so a decoder's bug must cost one file only. */
await serveJobs(async (data) => {
  const init = data as ReaderInit;
  const opening = createImageReader({ models: init.models });
  // While a thread opens the networks; its own is ready before the first page was read.
  const sandbox = import('@readout/plugin-sandbox/node').then(({ createSandbox }) => createSandbox());
  // The job that needs it is told.
  sandbox.catch(() => undefined);
  const reader = await opening;
  let original: Uint8Array | undefined;
  let visible: PageSource | undefined;

  return async (data) => {
    const job = data as ReaderJob;
    if (job.kind === 'open') {
      original = job.bytes;
      visible = visibleIn(original);
      const { pages } = await reader.open(visible);
      return { pages } satisfies Opened;
    }
    if (job.kind === 'crop') return makeCrops(job.bytes, job);
    const { languages, only, locale, today } = init;
    if (job.kind === 'records') {
      const started = performance.now();
      const { plugins, pages } = job;
      const { runReaders } = await sandbox;
      const { records, runs } = runReaders(plugins, { pages, settings: {}, locale, today });
      return { records, runs, pluginsMs: performance.now() - started } satisfies MadeRecords;
    }
    if (visible === undefined || original === undefined)
      throw new Error('A page was asked for before its file.');
    const { reading } = await reader.read(visible, { page: job.number, languages, only });
    if (job.number > 1) return reading;
    const found =
      dataOfXml(original, await attachedNotShown(visible)) ??
      dataFilesIn(await readAttachments(original, limits.maxBytes));
    return { ...reading, ...found } satisfies PageReading;
  };
});

/** @throws ImageError */
function visibleIn(bytes: Uint8Array): PageSource {
  try {
    return visibleFile(bytes);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new ImageError(`xml.${error.code}`, error.message);
  }
}
