import type { CompanyCheck } from '@readout/domain/records/rules';
import { percentText } from '@readout/texts/numbers';
import { useLocale, useText } from '../ui/texts.tsx';
import { useReadable } from './use-readable.ts';

/** What a check beside the company's confirmed records says, in the language of the page. */
export function useCompanyCheckWords(): (check: CompanyCheck) => string {
  const [text, locale, readable] = [useText(), useLocale(), useReadable()];
  const amount = (value: number): string => readable(value.toFixed(2), 'amount');
  return ({ check, before, missing, usual, taxes }) =>
    text('common.company_check', {
      check,
      known: before || usual || missing ? 'yes' : 'no',
      before: before ?? missing?.after ?? '',
      from: usual ? amount(usual.from) : '',
      to: usual ? amount(usual.to) : '',
      count: usual?.count ?? missing?.count ?? 0,
      rates: taxes
        ? new Intl.ListFormat(locale).format(taxes.rates.map((rate) => percentText(rate / 100, locale)))
        : '',
      country: taxes
        ? (new Intl.DisplayNames(locale, { type: 'region' }).of(taxes.country) ?? taxes.country)
        : '',
      day: taxes ? readable(taxes.day, 'date') : '',
    });
}
