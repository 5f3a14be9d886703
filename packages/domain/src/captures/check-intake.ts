import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import { inScope, type Trx } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import type { UsageMeter } from './usage-meter.ts';

/**
 * Refuses an upload before its bytes travel, where it is clear already that they will not be accepted.
 * @throws AppError `company.suspended`, `company.captures_used_up`, `company.storage_full`
 */
export async function checkIntake(
  { db, usage }: { db: Kysely<DB>; usage: UsageMeter },
  { scope, byteSize }: { scope: Scope; byteSize: number },
): Promise<void> {
  demandChange(scope, 'captures.add');
  return inScope(db, scope, (trx) => demandRoom(trx, usage, scope.companyId, byteSize));
}

/** @throws AppError as {@link checkIntake} */
export async function demandRoom(
  trx: Trx,
  usage: UsageMeter,
  companyId: string,
  byteSize: number,
): Promise<void> {
  const { rows } = await sql<{ status: string; max_captures_per_month: number; max_bytes: number }>`
    select status, max_captures_per_month, max_bytes from app.company_settings where company_id = ${companyId}::uuid`.execute(
    trx,
  );
  const settings = rows[0];
  if (settings?.status !== 'active')
    throw new AppError(
      'forbidden',
      'company.suspended',
      'This company takes nothing new in at the moment. What it has can be read and exported.',
      {
        status: settings?.status ?? 'gone',
      },
    );
  const used = await usage.read(trx, companyId);
  if (used.captures >= settings.max_captures_per_month)
    throw new AppError(
      'limit_reached',
      'company.captures_used_up',
      `The company's ${settings.max_captures_per_month.toLocaleString('en')} captures of this month are used up. An admin can ask for more.`,
      {
        max: settings.max_captures_per_month,
      },
    );
  if (used.bytes + byteSize > Number(settings.max_bytes))
    throw new AppError(
      'limit_reached',
      'company.storage_full',
      "The company's storage is full. Empty the trash or ask an admin for more.",
      {
        maxBytes: Number(settings.max_bytes),
      },
    );
}
