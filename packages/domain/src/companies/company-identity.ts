import type { CompanyIdentity } from '@readout/plugin-kit';
import { ibanHolds } from '@readout/plugin-kit/iban';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import type { Trx } from '../in-scope.ts';
import { hidesSentence, hidesSomething, keptName } from '../visible-name.ts';
import { companyNotFound, readCompanyName } from './read-company.ts';

/** How papers name a company, besides what it is called here. */
export interface IdentityOnPapers {
  otherNames: string[];
  /** Lines as an envelope has them, the street first; empty: not said. */
  address: string;
  /** Without spaces, in capitals. */
  taxIds: string[];
  /** Without spaces, in capitals; their check digits hold. */
  ibans: string[];
}

export const identityColumns = [
  'other_names as otherNames',
  'address',
  'tax_ids as taxIds',
  'ibans',
] as const;

const mostOfEach = 20;

const name = z
  .string()
  .transform(keptName)
  .pipe(
    z
      .string()
      .max(200, fieldText('too_long', { max: 200 }))
      .refine((text) => !hidesSomething(text), hidesSentence),
  );
const code = z.string().transform((text) => text.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase());
const taxId = checked(/^[A-Z0-9][A-Z0-9./-]{3,29}$/, (given) => fieldText('tax_id', { given }));
const iban = checked(/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/, (given) => fieldText('iban', { given }), ibanHolds);

/** A code of a form; what is said of another names it, since it is one of several. */
function checked(form: RegExp, sentence: (given: string) => string, holds = (_: string) => true) {
  return code.pipe(
    z.string().superRefine((text, context) => {
      if (!form.test(text) || !holds(text))
        context.addIssue({ code: 'custom', message: sentence(text.slice(0, 60)) });
    }),
  );
}

/** Empty ones are left out, and what is given twice is kept once. */
const listOf = (one: z.ZodType<string>) =>
  z.preprocess(
    (given) =>
      Array.isArray(given) ? given.filter((each) => typeof each !== 'string' || each.trim() !== '') : given,
    z
      .array(one)
      .transform((all) => [...new Set(all)])
      .pipe(z.array(z.string()).max(mostOfEach, fieldText('too_many_lines', { max: mostOfEach }))),
  );

const address = z
  .string()
  .transform((text) =>
    text
      .split('\n')
      .flatMap((line) => keptName(line) || [])
      .join('\n'),
  )
  .pipe(
    z
      .string()
      .max(500, fieldText('too_long', { max: 500 }))
      .refine((text) => !text.split('\n').some(hidesSomething), hidesSentence),
  );

const schema = z.object({ otherNames: listOf(name), address, taxIds: listOf(taxId), ibans: listOf(iban) });

/** @throws AppError `company.bad_settings` with detail `{fields: {otherNames?, address?, taxIds?, ibans?}}`, sentences */
export function parseIdentity(given: IdentityOnPapers): IdentityOnPapers {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const fields = Object.fromEntries(
    parsed.error.issues.toReversed().map((issue) => [String(issue.path[0]), issue.message]),
  );
  throw new AppError('company.bad_settings', { fields });
}

/** The company as readers are told of it. @throws AppError `company.not_found` */
export async function readCompanyIdentity(trx: Trx, companyId: string): Promise<CompanyIdentity> {
  const row = await trx
    .selectFrom('app.company_settings')
    .select(identityColumns)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  if (!row) throw companyNotFound();
  return {
    // Where its street stands the company is named; town and country it shares with its suppliers.
    names: [
      ...new Set([await readCompanyName(trx), ...row.otherNames, ...row.address.split('\n').slice(0, 1)]),
    ].filter((each) => each !== ''),
    taxIds: row.taxIds,
    ibans: row.ibans,
  };
}
