import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inScope } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { lockSettings } from './company-settings.ts';

/**
 * Whether members need a second factor to work in this company. Anyone who demands it has one themself, or they would
 * lock themself out with the same click.
 * @throws AppError `company.two_factor_first`
 */
export async function setRequireTwoFactor(
  { db }: { db: Kysely<DB> },
  { scope, required }: { scope: Scope; required: boolean },
): Promise<void> {
  demandChange(scope, 'security.manage');
  const { companyId, actor } = scope;
  await inScope(db, scope, async (trx) => {
    const locked = await lockSettings(trx, companyId);
    if (locked.requireTwoFactor === required) return;
    if (required) {
      const { rows } = await sql<{ hasOne: boolean }>`
        select two_factor_enabled as "hasOne" from app.member_details where user_id = ${actor.userId}::uuid`.execute(
        trx,
      );
      if (!rows[0]?.hasOne) throw new AppError('company.two_factor_first');
    }
    await sql`
      update app.company_settings set require_two_factor = ${required}, revision = revision + 1
      where company_id = ${companyId}::uuid`.execute(trx);
    await recordAuditEvent(trx, scope, {
      action: required ? 'company.two_factor_demanded' : 'company.two_factor_optional',
      subjectType: 'company',
      subjectId: companyId,
    });
  });
}
