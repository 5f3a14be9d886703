import { sql } from 'kysely';
import { AppError } from '../errors.ts';
import type { Trx } from '../in-scope.ts';

/** @throws AppError `company.not_found` */
export async function readCompanyName(trx: Trx): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from app.current_company_profile`.execute(trx);
  if (!rows[0]) throw companyNotFound();
  return rows[0].name;
}

export const companyNotFound = () => new AppError('company.not_found');
