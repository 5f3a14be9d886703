import type { CompanyCheck, RecordField } from './rules.ts';
import { strangeRates } from './tax-rates.ts';

/** What an operator is told, who sees nothing of records of others. */
export const withoutOthers = ({ other: _, before: __, usual: ___, ...check }: CompanyCheck): CompanyCheck =>
  check;

type Other = NonNullable<CompanyCheck['other']>;

/** A record beside the confirmed ones of the same supplier or merchant in its company. */
export interface Compared {
  fields: Readonly<Record<string, RecordField>>;
  total: number | null;
  iban: string | null;
  /** BCP 47 tag of the company. */
  locale: string;
  /** The earliest of the same number, and of the same day and total. */
  sameNumber: Other | null;
  sameAmount: Other | null;
  /** Accounts of the last ones, and the newest that has one. */
  ibans: readonly string[];
  newestIban: (Other & { iban: string }) | null;
  /** Of the last ones in the same currency: how many say a total, the smallest and the largest, whatever their sign. */
  totals: { count: number; from: number | null; to: number | null };
}

/** What is usual takes so many records to know. */
const fewestTotals = 5;
/** Twice the largest is a big order; from here on it is more likely a misread point or a fraud. */
const farOutside = 3;

/** What a record fails. One that came twice is told once, by its number where it has one. */
export function companyChecksOf(compared: Compared): CompanyCheck[] {
  const { fields, total, iban, locale, sameNumber, sameAmount, ibans, newestIban, totals } = compared;
  const checks: CompanyCheck[] = [];
  if (sameNumber) checks.push({ check: 'same_number', field: 'number', other: sameNumber });
  if (sameAmount && sameAmount.recordId !== sameNumber?.recordId)
    checks.push({ check: 'same_amount', field: 'total', other: sameAmount });
  if (iban && newestIban && !ibans.includes(iban)) {
    const { iban: before, ...other } = newestIban;
    checks.push({ check: 'other_iban', field: 'iban', other, before });
  }
  const size = Math.abs(total ?? 0);
  const { count, from, to } = totals;
  if (size > 0 && count >= fewestTotals && from !== null && to !== null)
    if (size > to * farOutside || size * farOutside < from)
      checks.push({ check: 'unusual_total', field: 'total', usual: { from, to, count } });
  const taxes = strangeRates(fields, locale);
  if (taxes) checks.push({ check: 'unknown_tax_rate', field: taxes.field, taxes: taxes.found });
  return checks;
}
