import { z } from 'zod';
import { parsePattern } from '../../deliveries/target-input.ts';
import { AppError } from '../../errors.ts';
import { hidesSomething, keptName } from '../../visible-name.ts';
import { exportLanguages, itemPlaces } from '../rules.ts';
import {
  type AboutColumn,
  aboutColumns,
  type DatevSettings,
  type HledgerSettings,
  maxColumns,
  maxColumnTitle,
  maxProfileFileLength,
  maxProfileName,
  type ProfileColumn,
  type ProfileSettings,
  profileFormats,
} from './rules.ts';

/** A profile as a form or a file has it. */
export interface ProfileInput extends Omit<ProfileSettings, 'columns' | 'datev' | 'hledger'> {
  name: string;
  columns: unknown;
  datev: unknown;
  hledger?: unknown;
}

/** What a file of a profile says it is, and in which version of its form. */
const fileKind = 'readout-export-profile';
const fileVersion = 1;

const columnsSchema = z
  .array(z.strictObject({ source: z.string().max(61), title: z.string() }))
  .max(maxColumns);
const fileSchema = z.strictObject({
  kind: z.literal(fileKind),
  version: z.literal(fileVersion),
  name: z.string(),
  type: z.string(),
  format: z.enum(profileFormats),
  language: z.enum(exportLanguages),
  items: z.enum(itemPlaces),
  columns: columnsSchema,
  originals: z.string().nullable(),
  datev: z.unknown(),
  hledger: z.unknown().optional(),
});

const account = z.string().regex(/^[1-9]\d{2,8}$/);
const datevSchema = z.strictObject({
  consultant: z.int().min(1001).max(9_999_999),
  client: z.int().min(1).max(99_999),
  fiscalYearStart: z.iso.date(),
  accountLength: z.int().min(4).max(8),
  contraAccount: account,
  rates: z
    .array(
      z.strictObject({
        rate: z.string().regex(/^\d{1,2}(\.\d{1,2})?$/),
        account,
        taxKey: z.string().regex(/^(\d{4})?$/),
      }),
    )
    .min(1)
    .max(20),
});

/** Parts between colons, each from its first letter or digit on without two spaces in a row, which would end the name. */
const journalAccount = z
  .string()
  .max(120)
  .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}_.,'&/+-]*(?:(?: |: ?)[\p{L}\p{M}\p{N}_.,'&/+-]+)*$/u);
const hledgerSchema = z.strictObject({
  expenseAccount: journalAccount,
  taxAccount: z.literal('').or(journalAccount),
  balanceAccount: journalAccount,
});

/**
 * A profile as it is kept.
 * @throws AppError `export_profile.bad_name`, `export_profile.bad_type`, `export_profile.bad_columns`,
 * `export_profile.bad_booking`, `export.one_table`, `delivery.bad_pattern`
 */
export function parseProfile(input: ProfileInput): { name: string; settings: ProfileSettings } {
  const name = keptName(input.name);
  if (name === '' || [...name].length > maxProfileName || hidesSomething(name))
    throw new AppError('export_profile.bad_name', { max: maxProfileName }, { field: 'name' });
  const { type, format, language, items } = input;
  if (!/^[a-z][a-z0-9-]{0,59}$/.test(type))
    throw new AppError('export_profile.bad_type', {}, { field: 'type' });
  if (format === 'csv' && items === 'sheet') throw new AppError('export.one_table', {}, { field: 'items' });
  const datev = format === 'datev' ? parseDatev(input.datev) : null;
  const hledger = format === 'hledger' ? parseHledger(input.hledger) : null;
  const columns = datev || hledger ? [] : parseColumns(input.columns);
  const originals =
    input.originals === null ? null : parsePattern(input.originals, 'pattern', { isFileName: true });
  return {
    name,
    settings: { type, format, language, items, columns, originals, datev, ...(hledger ? { hledger } : {}) },
  };
}

/** Names of fields, of the first that is wrong. @throws AppError `export_profile.bad_booking` */
function parseDatev(given: unknown): DatevSettings {
  const parsed = datevSchema.safeParse(given);
  const refused = (part: keyof DatevSettings) =>
    new AppError('export_profile.bad_booking', { part }, { field: part });
  if (!parsed.success)
    throw refused((parsed.error.issues[0]?.path[0] as keyof DatevSettings) ?? 'consultant');
  const { rates, accountLength, contraAccount } = parsed.data;
  // Accounts of persons have one digit more.
  const isFit = (number: string) => number.length <= accountLength + 1;
  if (!isFit(contraAccount)) throw refused('contraAccount');
  if (
    new Set(rates.map(({ rate }) => Number(rate))).size < rates.length ||
    !rates.every((each) => isFit(each.account))
  )
    throw refused('rates');
  return parsed.data;
}

/** @throws AppError `export_profile.bad_booking` */
function parseHledger(given: unknown): HledgerSettings {
  const parsed = hledgerSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const part = (parsed.error.issues[0]?.path[0] as keyof HledgerSettings) ?? 'expenseAccount';
  throw new AppError('export_profile.bad_booking', { part }, { field: part });
}

/** @throws AppError `export_profile.bad_columns` */
function parseColumns(given: unknown): ProfileColumn[] {
  const parsed = columnsSchema.safeParse(given);
  const refused = (reason: 'none' | 'title' | 'source' | 'twice', title?: string) =>
    new AppError(
      'export_profile.bad_columns',
      { reason, title: title ?? '', max: maxColumnTitle },
      { field: 'columns' },
    );
  if (!parsed.success || parsed.data.length === 0) throw refused('none');
  const seen = new Set<string>();
  return parsed.data.map(({ source, title: typed }) => {
    const title = keptName(typed);
    if (title === '' || [...title].length > maxColumnTitle || hidesSomething(title))
      throw refused('title', source);
    if (seen.has(title.toLowerCase())) throw refused('twice', title);
    seen.add(title.toLowerCase());
    const isKnown = source.startsWith('@')
      ? aboutColumns.includes(source.slice(1) as AboutColumn)
      : /^[A-Za-z][\w-]{0,59}$/.test(source);
    if (!isKnown) throw refused('source', title);
    return { source, title };
  });
}

/**
 * The profile that a file holds.
 * @throws AppError `export_profile.broken_file`, `export_profile.newer_file`
 */
export function parseProfileFile(text: string): ProfileInput {
  let json: unknown;
  try {
    if (text.length > maxProfileFileLength) throw new RangeError('No profile is as long as that.');
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new AppError('export_profile.broken_file', { reason: 'json' }, { field: 'file' });
  }
  const about = z.object({ kind: z.literal(fileKind), version: z.int() }).safeParse(json);
  if (!about.success) throw new AppError('export_profile.broken_file', { reason: 'kind' }, { field: 'file' });
  const { version } = about.data;
  if (version > fileVersion)
    throw new AppError('export_profile.newer_file', { version, known: fileVersion }, { field: 'file' });
  const file = fileSchema.safeParse(json);
  if (!file.success)
    throw new AppError(
      'export_profile.broken_file',
      { reason: 'part', part: file.error.issues[0]!.path.join('.').slice(0, 80) || '?' },
      { field: 'file' },
    );
  return file.data;
}

export const toProfileFile = (name: string, settings: ProfileSettings): string =>
  `${JSON.stringify({ kind: fileKind, version: fileVersion, name, ...settings }, null, 2)}\n`;
