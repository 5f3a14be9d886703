/**
 * Entry of the reader process: decodes, reads and runs plugins. It holds no secret and no connection; what it
 * may do is in `@readout/image-reader/process/host`.
 */
import { ImageError } from '@readout/image-reader';
import {
  budgetOf,
  createImageReader,
  makeThumbnail,
  makeViewable,
  readLocation,
} from '@readout/image-reader/node';
import { serveJobs } from '@readout/image-reader/process/child';
import { createSandbox } from '@readout/plugin-sandbox/node';
import { createKeptPlugins } from './kept-plugins.ts';
import type { MissingPlugins, ReaderAnswer, ReaderInit, ReaderJob } from './reader-job.ts';

const thumbnailSide = 320;

await serveJobs(async (init) => {
  const { threads, models } = init as ReaderInit;
  const kept = createKeptPlugins();
  const [reader, sandbox] = await Promise.all([createImageReader({ threads, models }), createSandbox()]);
  return async (job, limitTo) => {
    const {
      bytes,
      page,
      maxCpuMs,
      languages,
      locale,
      today,
      company,
      keepLocation,
      plugins: wanted,
      brought,
    } = job as ReaderJob;
    for (const { key, plugin } of brought) kept.keep(key, plugin);
    const missing = wanted.map(({ key }) => key).filter((key) => !kept.find(key));
    if (missing.length > 0) return { missing } satisfies MissingPlugins;
    const plugins = wanted.map(({ key, settings }) => ({ ...kept.find(key)!, settings }));
    let pages: number | undefined;
    try {
      const header = await reader.look(bytes, page);
      pages = header.pages;
      limitTo(budgetOf(header, maxCpuMs));
      const { reading, image } = await reader.read(bytes, { page, languages });
      const location = keepLocation ? await readLocation(bytes) : undefined;
      // Encoding has threads of its own and goes on while the plugins run.
      const pictures = Promise.all([makeThumbnail(image, thumbnailSide), makeViewable(image, location)]);
      pictures.catch(() => {});
      const { records, runs } = sandbox.runReaders(plugins, {
        reading,
        settings: {},
        locale,
        today,
        company,
      });
      const [thumbnail, view] = await pictures;
      return {
        ok: true,
        reading,
        records,
        ...(location ? { location } : {}),
        runs: runs.map((run) => ({
          plugin: run.plugin,
          version: run.version,
          recordCount: run.ok ? run.records.length : 0,
          durationMs: run.ms,
          ...(run.ok ? {} : { failure: { code: run.code, message: run.message } }),
        })),
        thumbnail,
        view,
      } satisfies ReaderAnswer;
    } catch (error) {
      if (!(error instanceof ImageError)) throw error;
      return {
        ok: false,
        code: error.code,
        message: error.message,
        values: error.values,
        ...(pages === undefined ? {} : { pages }),
      } satisfies ReaderAnswer;
    }
  };
});
