/**
 * Entry of the reader process: decodes, reads and runs plugins. It holds no secret and no connection; what it
 * may do is in `@readout/image-reader/process/host`.
 */
import type { PageReading } from '@readout/domain/captures/rules';
import { dataFilesIn, dataOfXml, limits, Refusal, visibleFile } from '@readout/e-invoice';
import { ImageError } from '@readout/image-reader';
import {
  attachedNotShown,
  budgetOf,
  createImageReader,
  makeThumbnail,
  makeViewable,
  type PageSource,
  readAttachments,
  readLocation,
} from '@readout/image-reader/node';
import { serveJobs } from '@readout/image-reader/process/child';
import type { FoundFiles } from '@readout/plugin-kit';
import { createSandbox, type PluginRun } from '@readout/plugin-sandbox/node';
import { createKeptPlugins } from './kept-plugins.ts';
import { outcomesOf } from './outcomes-of.ts';
import type { MadeRecords, MissingPlugins, PageAnswer, ReaderInit, ReaderJob } from './reader-job.ts';

const thumbnailSide = 320;

await serveJobs(async (init) => {
  const { threads, models } = init as ReaderInit;
  const kept = createKeptPlugins();
  const [reader, sandbox] = await Promise.all([createImageReader({ threads, models }), createSandbox()]);
  const makeRecords = (
    { plugins: wanted, locale, today, company }: ReaderJob,
    pages: PageReading[],
  ): MadeRecords => {
    const [shadows = [], plugins = []] = [true, false].map((ofShadows) =>
      wanted
        .filter(({ isShadow = false }) => isShadow === ofShadows)
        .map(({ key, settings }) => ({ ...kept.find(key)!, settings })),
    );
    const input = { pages, settings: {}, locale, today, company };
    const { records, runs, shadowed } = sandbox.runReaders(plugins, input, shadows);
    return {
      records,
      runs: outcomesOf(runs),
      ...(shadows.length > 0
        ? { shadowed: { records: recordsOf(shadowed), runs: outcomesOf(shadowed) } }
        : {}),
    };
  };
  return async (given, limitTo) => {
    const job = given as ReaderJob;
    for (const { key, plugin } of job.brought) kept.keep(key, plugin);
    const missing = job.plugins.map(({ key }) => key).filter((key) => !kept.find(key));
    if (missing.length > 0) return { missing } satisfies MissingPlugins;
    if (job.kind === 'records') return makeRecords(job, job.pages);
    const { page, hasOthers, maxCpuMs, languages, keepLocation } = job;
    let pages: number | undefined;
    try {
      const found = visibleFile(job.bytes);
      const leftOut = job.leavesOutAttached && 'drawn' in found ? found.attached : [];
      const visible = leftOut.length > 0 && 'drawn' in found ? { ...found, attached: [] } : found;
      const header = await reader.look(visible, page);
      pages = header.pages;
      limitTo(budgetOf(header, maxCpuMs));
      const { reading: seen, image } = await reader.read(visible, { page, languages });
      const reading: PageReading = {
        ...seen,
        ...(page === 1 ? await filesIn(job.bytes, visible, leftOut) : {}),
      };
      const location = keepLocation ? await readLocation(job.bytes) : undefined;
      // Encoding has threads of its own and goes on while the plugins run.
      const pictures = Promise.all([makeThumbnail(image, thumbnailSide), makeViewable(image, location)]);
      pictures.catch(() => {});
      const isAlone = !hasOthers && reading.page.of === 1;
      const made = isAlone ? makeRecords(job, [reading]) : { records: [], runs: [] };
      const [thumbnail, view] = await pictures;
      return {
        ok: true,
        reading,
        ...made,
        ...(location ? { location } : {}),
        thumbnail,
        view,
      } satisfies PageAnswer;
    } catch (error) {
      if (error instanceof Refusal)
        return {
          ok: false,
          code: `xml.${error.code}`,
          message: error.message,
          values: {},
        } satisfies PageAnswer;
      if (!(error instanceof ImageError)) throw error;
      return {
        ok: false,
        code: error.code,
        message: error.message,
        values: error.values,
        ...(pages === undefined ? {} : { pages }),
      } satisfies PageAnswer;
    }
  };
});

const recordsOf = (runs: readonly PluginRun[]): MadeRecords['records'] =>
  runs.flatMap((run) =>
    run.ok
      ? run.records.map((record) => ({ plugin: run.plugin, pluginVersion: run.version, ...record }))
      : [],
  );

/** With the first page, whatever page they are about. */
const filesIn = async (
  bytes: Uint8Array,
  visible: PageSource,
  leftOut: readonly { name: string }[],
): Promise<FoundFiles> => {
  const reason = 'Opening the attached files took more than the page may.';
  const notShown = leftOut.map(({ name }) => ({ name, code: 'not_shown' as const, reason }));
  return (
    dataOfXml(bytes, [...(await attachedNotShown(visible)), ...notShown]) ??
    dataFilesIn(await readAttachments(bytes, limits.maxBytes))
  );
};
