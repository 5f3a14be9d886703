import type { ExpectedWait } from '@readout/domain/readings/expected-waits';
import type { SayText, TextValues } from '@readout/texts';

/** What keeps pages from being read, as somebody is told who waits for one. */
const reasons: Record<string, TextValues['common.wait.held']['reason']> = {
  'store.away': 'store_away',
  'store.full': 'store_full',
  'reader.not_started': 'not_started',
};

/** Why a page is not read yet, or about when it will be: `about 40 s`. Rounded as coarsely as it is known. */
export function waitWords(
  { seconds, heldBy }: Pick<ExpectedWait, 'seconds' | 'heldBy'>,
  text: SayText,
): string {
  if (heldBy !== null) return text('common.wait.held', { reason: reasons[heldBy] });
  return aboutWords(seconds, text);
}

/** The same in the few letters that a row of the list has: `about 2 min`. */
export function shortWaitWords(
  { seconds, heldBy }: Pick<ExpectedWait, 'seconds' | 'heldBy'>,
  text: SayText,
): string {
  return heldBy === null ? aboutWords(seconds, text) : text('common.wait.held_up');
}

function aboutWords(seconds: number | null, text: SayText): string {
  if (seconds === null) return '';
  if (seconds <= 5) return text('common.wait.moment');
  if (seconds <= 60) return text('common.wait.seconds', { count: Math.ceil(seconds / 5) * 5 });
  if (seconds <= 90 * 60) return text('common.wait.minutes', { count: Math.ceil(seconds / 60) });
  return text('common.wait.hours', { count: Math.ceil(seconds / 3600) });
}
