import type { ExpectedWait } from '@readout/domain/readings/expected-waits';

/** What keeps pages from being read, as somebody is told who waits for one. */
const reasons: Record<string, string> = {
  'store.away': 'the stored files cannot be reached at the moment',
  'store.full': 'there is no room left where files are kept',
  'reader.not_started': 'nothing reads at the moment',
};

/** Why a page is not read yet, or about when it will be: `about 40 s`. Rounded as coarsely as it is known. */
export function waitWords({ seconds, heldBy }: Pick<ExpectedWait, 'seconds' | 'heldBy'>): string {
  if (heldBy !== null) return `${reasons[heldBy] ?? 'reading was disturbed'}; it is tried again by itself`;
  return aboutWords(seconds);
}

/** The same in the few letters that a row of the list has: `about 2 min`. */
export function shortWaitWords({ seconds, heldBy }: Pick<ExpectedWait, 'seconds' | 'heldBy'>): string {
  return heldBy === null ? aboutWords(seconds) : 'held up';
}

function aboutWords(seconds: number | null): string {
  if (seconds === null) return '';
  if (seconds <= 5) return 'in a moment';
  if (seconds <= 60) return `about ${Math.ceil(seconds / 5) * 5} s`;
  if (seconds <= 90 * 60) return `about ${Math.ceil(seconds / 60)} min`;
  return `about ${Math.ceil(seconds / 3600)} h`;
}
