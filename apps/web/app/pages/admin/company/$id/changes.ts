import type { CompanyChange } from '@readout/domain/platform/company-change';
import { bytesOfGigabytes, parseWholeNumber } from '../../forms.ts';
import type { LimitField } from '../answer.ts';

/** What a form of the page asks for; an intent nobody offers changes nothing. */
export function changeOf(
  typed: Record<'intent' | 'reason' | LimitField, string>,
  /** In which its numbers are written. */
  locale: string,
): CompanyChange {
  switch (typed.intent) {
    case 'suspend':
    case 'close':
      return { kind: typed.intent, reason: typed.reason };
    case 'resume':
    case 'reopen':
      return { kind: typed.intent };
    case 'limits':
      return {
        kind: 'limits',
        limits: {
          maxMembers: parseWholeNumber(typed.maxMembers) ?? Number.NaN,
          maxCapturesPerMonth: parseWholeNumber(typed.maxCapturesPerMonth) ?? Number.NaN,
          maxBytes: bytesOfGigabytes(typed.maxGigabytes, locale) ?? Number.NaN,
          maxReadingSecondsPerDay: parseWholeNumber(typed.maxReadingSecondsPerDay) ?? Number.NaN,
          maxReadingSecondsPerPage: parseWholeNumber(typed.maxReadingSecondsPerPage) ?? Number.NaN,
          maxRereadsPerDay: parseWholeNumber(typed.maxRereadsPerDay) ?? Number.NaN,
        },
      };
    default:
      return { kind: 'limits', limits: {} };
  }
}
