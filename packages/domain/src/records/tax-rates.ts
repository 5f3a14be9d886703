// cspell:ignore Jahressteuergesetz Gesetzesnummer Decreto
import type { JsonValue } from '@readout/plugin-kit';
import type { RecordField } from './rules.ts';

/** Rates of value added tax in percent, between two days, both included. Nothing is said of days before the first. */
interface Period {
  from: string;
  to?: string;
  rates: readonly number[];
}

// https://www.estv.admin.ch/estv/de/home/mehrwertsteuer/mwst-steuersaetze/mwst-steuersaetze-entwicklung.html
const swiss: readonly Period[] = [
  { from: '2011-01-01', to: '2017-12-31', rates: [8, 3.8, 2.5, 0] },
  { from: '2018-01-01', to: '2023-12-31', rates: [7.7, 3.7, 2.5, 0] },
  { from: '2024-01-01', rates: [8.1, 3.8, 2.6, 0] },
];

/**
 * By ISO 3166 code of the country. Where a law knows more rates than most people meet (farmers, islands, enclaves), they are
 * among them: a rate that is missing here holds up a record.
 */
const ratesOf: Readonly<Record<string, readonly Period[]>> = {
  // UStG § 12, § 28 (1) to (3) for the second half of 2020: https://www.gesetze-im-internet.de/ustg_1980/__12.html. § 24 for farmers,
  // whose rate changes: https://www.buzer.de/24_UStG.htm with its earlier versions; 8.4 % and 7.8 % by Articles 24 and 25 of the
  // Jahressteuergesetz 2024, BGBl. 2024 I Nr. 387.
  DE: [
    { from: '2007-01-01', to: '2020-06-30', rates: [19, 7, 0, 10.7, 5.5] },
    { from: '2020-07-01', to: '2020-12-31', rates: [16, 5, 0, 10.7, 5.5] },
    { from: '2021-01-01', to: '2021-12-31', rates: [19, 7, 0, 10.7, 5.5] },
    { from: '2022-01-01', to: '2022-12-31', rates: [19, 7, 0, 9.5, 5.5] },
    { from: '2023-01-01', to: '2023-12-31', rates: [19, 7, 0, 9, 5.5] },
    { from: '2024-01-01', to: '2024-12-05', rates: [19, 7, 0, 9, 5.5] },
    // Written that month of what was delivered before.
    { from: '2024-12-06', to: '2024-12-31', rates: [19, 7, 0, 9, 8.4, 5.5] },
    { from: '2025-01-01', rates: [19, 7, 0, 7.8, 5.5] },
  ],
  // UStG 1994 § 10 with 19 % in Jungholz and Mittelberg, § 28 (52) for 5 %: https://www.ris.bka.gv.at, Gesetzesnummer 10004873.
  // 4.9 % on basic food from July 2026, as the government decided in January 2026.
  AT: [
    { from: '2016-01-01', to: '2020-06-30', rates: [20, 13, 10, 0, 19] },
    { from: '2020-07-01', to: '2021-12-31', rates: [20, 13, 10, 5, 0, 19] },
    { from: '2022-01-01', to: '2026-06-30', rates: [20, 13, 10, 0, 19] },
    { from: '2026-07-01', rates: [20, 13, 10, 4.9, 0, 19] },
  ],
  // MWSTG Art. 25; Liechtenstein has the same rates by treaty.
  CH: swiss,
  LI: swiss,
  // CGI art. 278 to 281 nonies: https://bofip.impots.gouv.fr, BOI-TVA-LIQ; art. 297 for Corsica: BOI-TVA-GEO-10-10; art. 296 and
  // 296 bis for overseas: https://bofip.impots.gouv.fr/bofip/343-PGP.html.
  FR: [{ from: '2014-01-01', rates: [20, 10, 5.5, 2.1, 0, 13, 0.9, 8.5, 1.75, 1.05] }],
  // Ley 37/1992 art. 90 and 91: https://www.boe.es/buscar/act.php?id=BOE-A-1992-28740, with the passing rates on energy and food, the
  // last of them by Real Decreto-ley 4/2024; Ley 4/2012 for the Canary Islands: https://www.boe.es/buscar/act.php?id=BOE-A-2012-9281.
  ES: [
    { from: '2012-09-01', to: '2021-06-25', rates: [21, 10, 4, 0, 3, 7, 9.5, 13.5, 15, 20] },
    { from: '2021-06-26', to: '2024-12-31', rates: [21, 10, 7.5, 5, 4, 2, 0, 3, 7, 9.5, 15, 20] },
    { from: '2025-01-01', rates: [21, 10, 4, 0, 3, 5, 7, 9.5, 15, 20] },
  ],
};

/**
 * The rates most people of a country meet, highest first; empty where they are not known here.
 * @param country - ISO 3166
 * @param day - ISO 8601
 */
export function usualRates(country: string, day: string): readonly number[] {
  const periods = Object.hasOwn(ratesOf, country) ? ratesOf[country]! : [];
  const rates = periods.find(({ from, to = '9999' }) => day >= from && day <= to)?.rates ?? [];
  // Those of farmers and islands stand behind nought.
  return rates.slice(0, rates.indexOf(0)).toSorted((a, b) => b - a);
}

type Fields = Readonly<Record<string, RecordField>>;

const valueIn = (fields: Fields, name: string): JsonValue =>
  Object.hasOwn(fields, name) ? (fields[name]?.value ?? null) : null;

/** Of the tax number, else of the account, else of the company itself. */
function countryOf(fields: Fields, locale: string): string | undefined {
  const taxId = valueIn(fields, 'supplierTaxId');
  const iban = valueIn(fields, 'iban');
  for (const code of [taxId, iban])
    if (typeof code === 'string') {
      const [country] =
        /^[A-Z]{2}(?=[A-Z]?\d)/.exec(
          code
            .replaceAll(/[\s.-]/g, '')
            .toUpperCase()
            .replace(/^CHE/, 'CH'),
        ) ?? [];
      if (country) return country;
    }
  return /^[A-Za-z]{2,3}(?:-[A-Za-z]{4})?-([A-Z]{2})$/.exec(locale)?.[1];
}

/** The column of a table that says rates. */
const columns = [
  ['taxes', 'rate'],
  ['items', 'taxRate'],
] as const;

function ratesIn(fields: Fields, field: string, column: string): number[] {
  const rows = valueIn(fields, field);
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row) => {
    const cell = row !== null && typeof row === 'object' && !Array.isArray(row) ? row[column] : undefined;
    const rate =
      typeof cell === 'number' ? cell : typeof cell === 'string' && cell.trim() ? Number(cell) : Number.NaN;
    return Number.isFinite(rate) ? [rate] : [];
  });
}

/**
 * Tax rates that the country of a record did not have on any of its days: that of the document, of the delivery, and those of
 * the period it is for. Undefined where there are none, and where country, day or its rates are not known.
 * @param locale - BCP 47 tag of the company
 */
export function strangeRates(
  fields: Fields,
  locale: string,
): { field: string; found: { rates: number[]; country: string; day: string } } | undefined {
  const country = countryOf(fields, locale);
  const periods = (country && Object.hasOwn(ratesOf, country) && ratesOf[country]) || [];
  const days = ['date', 'deliveryDate', 'periodStart', 'periodEnd']
    .map((name) => valueIn(fields, name))
    .filter((day): day is string => typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day));
  const [day] = days;
  if (!country || day === undefined) return undefined;
  const known = days.map((each) => periods.find(({ from, to = '9999' }) => each >= from && each <= to));
  if (known.some((period) => period === undefined)) return undefined;
  for (const [field, column] of columns) {
    const rates = [...new Set(ratesIn(fields, field, column))].filter(
      (rate) => !known.some((period) => period!.rates.includes(rate)),
    );
    if (rates.length > 0) return { field, found: { rates, country, day } };
  }
  return undefined;
}
