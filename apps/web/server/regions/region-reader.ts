import type { DB } from '@readout/database';
import { AppError } from '@readout/domain/errors';
import { noteReadingCost } from '@readout/domain/readings/end-reading';
import type { RegionReader } from '@readout/domain/records/read-region';
import { ImageError } from '@readout/image-reader';
import type { Kysely } from 'kysely';
import { createChildOnDemand } from '../child-on-demand.ts';
import type { Originals } from '../originals.ts';
import type { ReaderInit } from '../worker/reader-job.ts';
import type { ModelSource } from '../worker/reader-pool.ts';
import type { RegionAnswer, RegionJob } from './region-job.ts';

/** Further wishes are refused rather than kept waiting for minutes. */
const maxWaiting = 10;
/** Whatever its page may take: somebody waits. */
const maxCpuMs = 20_000;
/** Large pages are decoded beside the text models. */
const maxRssMb = 700;

/** Reads regions in a process of its own, one after the other and one of each person; what they cost counts as reading of the day. */
export function createRegionReader({
  originals,
  models,
  platform,
}: {
  originals: Pick<Originals, 'read'>;
  models: ModelSource;
  platform: Kysely<DB>;
}): RegionReader & { close(): Promise<void> } {
  const waiting = new Set<string>();
  const child = createChildOnDemand(new URL('./region-child.ts', import.meta.url), {
    maxRssMb,
    // One thread: it shares the machine with the pages that are served, and with those that are read.
    init: async (): Promise<ReaderInit> => ({
      threads: 1,
      models: (await models.load(await models.chosen())).models,
    }),
  });
  return {
    async read({ companyId, userId, sha256, page, languages, region, maxCpuMs: allowedMs }) {
      if (waiting.has(userId) || waiting.size >= maxWaiting)
        throw new AppError('reader.busy', { reason: 'again' });
      waiting.add(userId);
      let cpuMs = 0;
      try {
        const bytes = await originals.read({ companyId, sha256 });
        const job: RegionJob = { bytes, page, languages, region };
        const limits = {
          cpuMs: Math.min(allowedMs, maxCpuMs),
          onCost: (spentMs: number) => {
            cpuMs = spentMs;
          },
        };
        const answer = (await child.run(job, limits)) as RegionAnswer;
        if (!answer.ok) throw new ImageError('image.damaged', answer.message);
        const { lines, enlarged, engine } = answer;
        return { lines, enlarged, engine };
      } catch (cause) {
        if (!(cause instanceof ImageError)) throw cause;
        throw new AppError('reader.crashed', { message: cause.message }, { cause });
      } finally {
        waiting.delete(userId);
        if (waiting.size === 0) child.rest();
        if (cpuMs > 0) await noteReadingCost(platform, { companyId, cpuMs });
      }
    },
    close: () => child.close(),
  };
}
