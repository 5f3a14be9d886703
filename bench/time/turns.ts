/** What one page took. */
export interface Took {
  ms: number;
  /** Of the processor, all threads of this process together: other work on the machine disturbs it less. */
  cpuMs: number;
}

/** Pages of one side before it is the other's turn: both then see the same of a machine whose speed drifts. */
const pagesOfATurn = 5;

/** Does the pages with each side, taking turns; the sides begin a turn in opposite orders. */
export async function inTurns<Page, Side extends string>(
  pages: readonly Page[],
  sides: Record<Side, (page: Page) => Promise<unknown>>,
): Promise<Record<Side, Took[]>> {
  const names = Object.keys(sides) as Side[];
  const took = Object.fromEntries(names.map((name) => [name, [] as Took[]])) as Record<Side, Took[]>;
  for (let at = 0; at < pages.length; at += pagesOfATurn) {
    const order = (at / pagesOfATurn) % 2 === 0 ? names : names.toReversed();
    for (const name of order)
      for (const page of pages.slice(at, at + pagesOfATurn))
        took[name].push(await timed(() => sides[name](page)));
  }
  return took;
}

export async function timed(work: () => Promise<unknown>): Promise<Took> {
  const before = process.cpuUsage();
  const started = performance.now();
  await work();
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  return { ms, cpuMs: (user + system) / 1000 };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Ratios of one side's times to the other's. */
export interface Ratios {
  /** Of the medians, the means and the 95th percentiles. */
  median: number;
  mean: number;
  p95: number;
  /** Of the processor's time, all pages together. */
  cpu: number;
}

export function ratios(own: readonly Took[], other: readonly Took[]): Ratios {
  const of = (pick: (ms: number[]) => number): number =>
    rounded(pick(own.map(({ ms }) => ms)) / pick(other.map(({ ms }) => ms)));
  return {
    median: of((ms) => quantile(ms, 0.5)),
    mean: of(sum),
    p95: of((ms) => quantile(ms, 0.95)),
    cpu: rounded(sum(own.map(({ cpuMs }) => cpuMs)) / sum(other.map(({ cpuMs }) => cpuMs))),
  };
}

export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));
