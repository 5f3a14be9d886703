/** Everything that waits and who reads, over all companies. */
export interface ReadingLoad {
  /** Pages read at once by the workers that can read now. */
  readers: number;
  /** Code of what keeps every worker from reading; null where one reads. */
  heldBy: string | null;
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
}

/**
 * Milliseconds until a page is read, as the readers share themselves out (see `takeReading`): while it waits, every other company
 * gets as much reading as its own, or as much as it has waiting; and its own company at most half of the readers.
 * @param ahead pages of the same company that are read before it
 */
export function estimateWaitMs(
  { readers, companies }: ReadingLoad,
  { companyId, ahead, usualMs }: { companyId: string; ahead: number; usualMs: number },
): number {
  const mine = companies.find((company) => company.companyId === companyId);
  const others = companies.filter((company) => company.companyId !== companyId);
  const meanMs = mine?.meanMs ?? usualMs;
  const ownMs = (ahead + 1) * meanMs;
  const othersMs = others.reduce(
    (sum, { waiting, meanMs: each }) => sum + Math.min(waiting * each, ownMs),
    0,
  );
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
