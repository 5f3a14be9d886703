import { formatText, hasText, type TextKey, type TextValues } from '@readout/texts';
import type { AppError } from '../../errors.ts';
import type { Check, Checks, Finding, Remark } from './rules.ts';

type RemarkKey = Extract<TextKey, `check.${string}`>;

/** What a check found, to be kept: its sentence is said in the language of the person who reads it. */
export function remark<K extends RemarkKey>(
  key: K,
  ...[values]: Record<never, never> extends TextValues[K] ? [values?: TextValues[K]] : [values: TextValues[K]]
): Remark {
  return { key, values: { ...values } as Remark['values'] };
}

/** The sentence of a refusal, as a remark. */
export const remarkOf = (error: AppError): Remark => ({
  key: `error.${error.code}.sentence`,
  values: Object.fromEntries(
    Object.entries(error.detail).filter(
      (entry): entry is [string, string | number] =>
        typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  ),
});

/** @param locale - BCP 47 tag. A remark of another version, which has other sentences, is shown by its key. */
export function sayRemark({ key, values }: Remark, locale: string): string {
  return hasText(locale, key) ? formatText(locale, key as TextKey, values as never) : key;
}

export type SaidFinding = Omit<Finding, 'text'> & { text: string };
export type SaidCheck = Omit<Check, 'detail' | 'findings'> & { detail: string; findings?: SaidFinding[] };
export type SaidChecks = Omit<Checks, 'checks'> & { checks: SaidCheck[] };

/** What was found, in the reader’s language. */
export const sayChecks = (checks: Checks, locale: string): SaidChecks => ({
  ...checks,
  checks: checks.checks.map(({ detail, findings, ...check }) => ({
    ...check,
    detail: typeof detail === 'string' ? detail : detail.map((each) => sayRemark(each, locale)).join(' '),
    ...(findings
      ? {
          findings: findings.map(({ text, ...finding }) => ({
            ...finding,
            text: typeof text === 'string' ? text : sayRemark(text, locale),
          })),
        }
      : {}),
  })),
});
