import type { ProfileInput } from '@readout/domain/exports/profiles/profile-input';
import { profileFormats } from '@readout/domain/exports/profiles/rules';
import { exportLanguages, itemPlaces } from '@readout/domain/exports/rules';
import { flag, json, number, oneOf, text, texts } from '../../../forms/form.server.ts';

/** What a profile is asked for. */
export const profileForm = {
  name: text,
  type: text,
  format: oneOf(profileFormats),
  language: oneOf(exportLanguages),
  items: oneOf(itemPlaces),
  columns: json,
  withOriginals: flag,
  pattern: text,
  consultant: number,
  client: number,
  fiscalYearStart: text,
  accountLength: number,
  contraAccount: text,
  rate: texts,
  account: texts,
  taxKey: texts,
  expenseAccount: text,
  taxAccount: text,
  balanceAccount: text,
};

interface Typed extends Omit<ProfileInput, 'originals' | 'datev' | 'hledger'> {
  withOriginals: boolean;
  pattern: string;
  consultant: number | undefined;
  client: number | undefined;
  fiscalYearStart: string;
  accountLength: number | undefined;
  contraAccount: string;
  rate: string[];
  account: string[];
  taxKey: string[];
  expenseAccount: string;
  taxAccount: string;
  balanceAccount: string;
}

export function profileOf(typed: Typed): ProfileInput {
  const { name, type, format, language, items, columns, withOriginals, pattern } = typed;
  const { consultant, client, fiscalYearStart, accountLength, contraAccount, rate, account, taxKey } = typed;
  const rates = rate
    .map((each, index) => ({
      rate: each.trim().replace(',', '.'),
      account: (account[index] ?? '').trim(),
      taxKey: (taxKey[index] ?? '').trim(),
    }))
    .filter((row) => Object.values(row).some((value) => value !== ''));
  return {
    ...{ name, type, format, language, items, columns },
    originals: withOriginals ? pattern : null,
    datev:
      format === 'datev'
        ? { consultant, client, fiscalYearStart, accountLength, contraAccount, rates }
        : null,
    hledger:
      format === 'hledger'
        ? {
            expenseAccount: typed.expenseAccount.trim(),
            taxAccount: typed.taxAccount.trim(),
            balanceAccount: typed.balanceAccount.trim(),
          }
        : null,
  };
}
