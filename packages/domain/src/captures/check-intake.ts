import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import { demandActive, inScope } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import type { Usage, UsageMeter } from './usage-meter.ts';

/**
 * Refuses an upload before its bytes travel, where it is clear already that they will not be accepted.
 * @throws AppError `company.suspended`, `company.closing`, `company.captures_used_up`, `company.storage_full`
 */
export async function checkIntake(
  { db, usage }: { db: Kysely<DB>; usage: UsageMeter },
  { scope, byteSize }: { scope: Scope; byteSize: number },
): Promise<void> {
  demandChange(scope, 'captures.add');
  return inScope(db, scope, async (trx) => {
    const { rows } = await sql<IntakeLimits>`
      select status, max_captures_per_month, max_bytes from app.company_settings where company_id = ${scope.companyId}::uuid`.execute(
      trx,
    );
    demandRoom(rows[0], await usage.read(trx, scope.companyId), byteSize);
  });
}

/** What of a company's settings decides on intake. */
export interface IntakeLimits {
  status: string;
  max_captures_per_month: number;
  max_bytes: number;
}

/** @throws AppError as {@link checkIntake} */
export function demandRoom(limits: IntakeLimits | undefined, used: Usage, byteSize: number): void {
  demandActive(limits);
  if (used.captures >= limits.max_captures_per_month)
    throw new AppError(
      'limit_reached',
      'company.captures_used_up',
      `The company's ${limits.max_captures_per_month.toLocaleString('en')} captures of this month are used up. An admin can ask for more.`,
      { max: limits.max_captures_per_month },
    );
  if (used.bytes + byteSize > Number(limits.max_bytes))
    throw new AppError(
      'limit_reached',
      'company.storage_full',
      "The company's storage is full. Empty the trash or ask an admin for more.",
      { maxBytes: Number(limits.max_bytes) },
    );
}
