import { bytesOfGigabytes, parseWholeNumber } from '../forms.ts';

export const LIMIT_FIELDS = [
  'maxMembers',
  'maxCapturesPerMonth',
  'maxGigabytes',
  'maxReadingSecondsPerDay',
  'maxReadingSecondsPerPage',
  'maxRereadsPerDay',
] as const;
export type LimitField = (typeof LIMIT_FIELDS)[number];

/**
 * Limits as they were typed: undefined where nothing was entered, NaN where no number was.
 * @param locale in which the numbers are written
 */
export function limitsOf(typed: Record<LimitField, string>, locale: string) {
  return {
    maxMembers: parseWholeNumber(typed.maxMembers),
    maxCapturesPerMonth: parseWholeNumber(typed.maxCapturesPerMonth),
    maxBytes: bytesOfGigabytes(typed.maxGigabytes, locale),
    maxReadingSecondsPerDay: parseWholeNumber(typed.maxReadingSecondsPerDay),
    maxReadingSecondsPerPage: parseWholeNumber(typed.maxReadingSecondsPerPage),
    maxRereadsPerDay: parseWholeNumber(typed.maxRereadsPerDay),
  };
}
