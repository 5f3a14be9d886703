import { formatText, hasText, type TextKey } from '@readout/texts';
import type { CaptureRow } from './capture-rows.ts';

type Failure = Pick<CaptureRow, 'failure_code' | 'failure_detail' | 'failure_values'>;

/**
 * What was found wrong with a page, beyond what the title of its code says, in the reader’s language.
 * @param locale - BCP 47 tag. What was kept in English alone is told in English alone.
 */
export function sayFailure(
  { failure_code: code, failure_detail: detail, failure_values: values }: Failure,
  locale: string,
): string | null {
  const key = `error.${code}.found`;
  if (code && values && hasText(locale, key)) return formatText(locale, key as TextKey, values as never);
  return locale.split('-')[0] === 'en' ? detail : null;
}
