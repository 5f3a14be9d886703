/** Entry of a process that reads for a trial; what it may do is in `@readout/image-reader/process/host`. */
import { budgetOf, createImageReader } from '@readout/image-reader/node';
import { serveJobs } from '@readout/image-reader/process/child';
import { createSandbox } from '@readout/plugin-sandbox/node';
import type { TrialAnswer, TrialInit, TrialJob } from './trial-job.ts';

await serveJobs(async (init) => {
  const { models } = init as TrialInit;
  const [reader, sandbox] = await Promise.all([createImageReader({ models }), createSandbox()]);
  return async (job, limitTo) => {
    const { bytes, page, maxCpuMs, languages, locale, today, company, readers } = job as TrialJob;
    limitTo(budgetOf(await reader.look(bytes, page), maxCpuMs));
    const started = performance.now();
    const { reading } = await reader.read(bytes, { page, languages });
    const { records } = sandbox.runReaders(readers, { reading, settings: {}, locale, today, company });
    return {
      lines: reading.lines.map(({ text, box }) => ({ text, box })),
      records: records.map(({ plugin, type, fields }) => ({ plugin, type, fields })),
      ms: performance.now() - started,
    } satisfies TrialAnswer;
  };
});
