import type { CompanyCheck, RecordField } from './rules.ts';
import { strangeRates } from './tax-rates.ts';

/** What an operator is told, who sees nothing of records of others. */
export const withoutOthers = ({
  other: _,
  before: __,
  usual: ___,
  missing: ____,
  ...check
}: CompanyCheck): CompanyCheck => check;

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
  /** Its number, letters and digits alone. */
  number: string | null;
  /** Of the last ones and of those that wait, as {@link Compared.number} and as they are written. */
  numbers: readonly { letters: string; written: string }[];
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
  const missing = missingBefore(compared);
  if (missing) checks.push({ check: 'missing_number', field: 'number', missing });
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

/** A supplier numbers what it sends to everybody: only where these came one after the other is a gap one. */
const fewestInSeries = 4;
/** More are another year's or another till's numbers. */
const mostMissing = 9;

/** What is missing between a number and the highest before it of the same series: letters, and as many digits at the end. */
function missingBefore({ number, numbers }: Compared): CompanyCheck['missing'] {
  const own = inSeries(number ?? '');
  if (!own) return undefined;
  const series = new Map(
    numbers.flatMap(({ letters, written }) => {
      const other = inSeries(letters);
      return other?.of === own.of ? [[other.at, written] as const] : [];
    }),
  );
  if (series.has(own.at)) return undefined;
  const isSeries = [...series.keys()].some((at) =>
    Array.from({ length: fewestInSeries }, (_, further) => at + further).every((each) => series.has(each)),
  );
  const last = Math.max(...[...series.keys()].filter((at) => at < own.at));
  if (!isSeries || !series.has(last)) return undefined;
  const count = own.at - last - 1;
  return count > 0 && count <= mostMissing ? { count, after: series.get(last)! } : undefined;
}

function inSeries(letters: string): { of: string; at: number } | undefined {
  const [, before, digits] = /^(.*?)(\d{1,15})$/s.exec(letters) ?? [];
  return digits === undefined ? undefined : { of: `${before} ${digits.length}`, at: Number(digits) };
}
