import { errorEntry } from '@readout/domain/error-catalogue';
import { currentLocale } from '../../../../server/request/locale.ts';
import type { ShownAttempt } from './attempt-view.tsx';

/** With why it failed in the reader's language. */
export function shownAttempt({
  failureCode,
  failure,
  durationMs,
  request,
  answer,
}: Omit<ShownAttempt, 'failure'> & { failureCode: string | null; failure: string | null }): ShownAttempt {
  const entry = failureCode === null ? undefined : errorEntry(failureCode, currentLocale());
  return {
    durationMs,
    request,
    answer,
    failure: entry ? { title: entry.title, action: entry.action, detail: failure ?? '' } : null,
  };
}
