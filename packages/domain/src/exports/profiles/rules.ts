import type { ExportLanguage, FileFormat, ItemPlace } from '../rules.ts';

/** Of one company. */
export const maxProfiles = 50;
export const maxProfileName = 80;
export const maxColumns = 100;
export const maxColumnTitle = 80;
/** Characters of a file of a profile; those that are written here have a few thousand. */
export const maxProfileFileLength = 256 * 2 ** 10;

export const profileFormats = ['csv', 'xlsx', 'datev', 'hledger'] as const satisfies readonly FileFormat[];
type ProfileFormat = (typeof profileFormats)[number];

/** What every record has besides its fields, as columns are called that hold it. */
export const aboutColumns = [
  'captured',
  'file',
  'page',
  'source',
  'reader',
  'type',
  'state',
  'confirmed',
  'confidence',
  'checks',
  'tags',
  'notes',
  'record',
  'capture',
] as const;
export type AboutColumn = (typeof aboutColumns)[number];

/** A column of a file: a field of the record, or `@` and what every record has. Taxes by rate become several. */
export interface ProfileColumn {
  source: string;
  title: string;
}

/** How a company exports one type of record. */
export interface ProfileSettings {
  /** Type of the records. */
  type: string;
  format: ProfileFormat;
  language: ExportLanguage;
  items: ItemPlace;
  /** In their order. */
  columns: ProfileColumn[];
  /** How the originals are called that go with the file, as a pattern of fields; null: none do. */
  originals: string | null;
  /** Of a booking batch, which has columns of its own; null in every other format. */
  datev: DatevSettings | null;
  /** Of a journal, likewise; absent in profiles from before there were any. */
  hledger?: HledgerSettings | null;
}

/** Accounts by their whole names, for instance `expenses:travel`. */
export interface HledgerSettings {
  expenseAccount: string;
  /** Empty: the tax stays in the expense. */
  taxAccount: string;
  /** What is paid from or owed. */
  balanceAccount: string;
}

export interface DatevSettings {
  /** 1001 to 9999999. */
  consultant: number;
  /** 1 to 99999. */
  client: number;
  /** ISO 8601; what is dated outside its year is held back. */
  fiscalYearStart: string;
  /** Digits of general ledger accounts, 4 to 8; those of persons have one more. */
  accountLength: number;
  /** What the amounts are booked against, for instance an account of creditors or of cash. */
  contraAccount: string;
  /** By rate of tax in percent. */
  rates: readonly DatevRate[];
}

interface DatevRate {
  rate: string;
  account: string;
  /** Four digits; empty where the account says the tax by itself. */
  taxKey: string;
}

export interface ExportProfile extends ProfileSettings {
  id: string;
  name: string;
  /** Of the profile itself: a change is made on the newest. */
  revision: number;
  updatedAt: string;
}

/** A type of record of the plugins that are installed, with what a column can hold. */
export interface ProfileType {
  type: string;
  label: string;
  hasItems: boolean;
  /** In the order of its plugin; {@link aboutColumns} follow. Line items have no column: `items` says where they go. */
  fields: { name: string; label: string }[];
}
