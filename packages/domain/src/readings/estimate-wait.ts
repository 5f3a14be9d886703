/** Everything that waits and who reads, over all companies. */
export interface ReadingLoad {
  /** Pages read at once by the workers that can read now. */
  readers: number;
  /** Code of what keeps every worker from reading; null where one reads. */
  heldBy: string | null;
  /** Virtual time at which a company comes in that had nothing to read. */
  clock: number;
  /** What a reading takes on the clock where a company has had none yet: the mean of the others. */
  usualMs: number;
  companies: readonly CompanyLoad[];
}

export interface CompanyLoad {
  companyId: string;
  /** Pages that wait. */
  waiting: number;
  /** Pages that are being read. */
  running: number;
  /** Milliseconds one of its readings takes, by the latest ones. */
  meanMs: number;
  /** Processor milliseconds of one, which are what shares are counted in. */
  meanCpuMs: number;
  /** Virtual time up to which it has had its share: its next page starts there. */
  startsAt: number;
}

/**
 * Milliseconds until a page is read, as the readers share themselves out (see `takeReading`): of every other company the pages that start
 * before it in virtual time come first, which for the single page of a company that had nothing to read are none; and while others wait,
 * its own company has at most half of the readers.
 * @param ahead pages of the same company that are read before it
 */
export function estimateWaitMs(
  { readers, clock, usualMs, companies }: ReadingLoad,
  { companyId, ahead }: { companyId: string; ahead: number },
): number {
  const mine = companies.find((company) => company.companyId === companyId);
  const others = companies.filter((company) => company.companyId !== companyId);
  const meanMs = mine?.meanMs ?? usualMs;
  const ownMs = (ahead + 1) * meanMs;
  const startsAt = Math.max(mine?.startsAt ?? 0, clock) + ahead * (mine?.meanCpuMs ?? usualMs);
  const othersMs = others.reduce((sum, other) => {
    const before = Math.ceil((startsAt - Math.max(other.startsAt, clock)) / Math.max(1, other.meanCpuMs));
    return sum + Math.min(other.waiting, Math.max(0, before)) * other.meanMs;
  }, 0);
  // What is being read is half done on average.
  const runningMs = companies.reduce((sum, { running, meanMs: each }) => sum + (running * each) / 2, 0);
  const isAlone = others.every(({ waiting }) => waiting === 0);
  const ownReaders = isAlone ? readers : Math.max(1, Math.ceil(readers / 2));
  return Math.max(
    (ownMs + othersMs + runningMs) / Math.max(1, readers),
    ownMs / Math.max(1, ownReaders),
    meanMs,
  );
}
