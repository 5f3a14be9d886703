import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { type IdentityOnPapers, identityColumns, parseIdentity } from './company-identity.ts';
import { demandRevision, lockSettings, nextRevision } from './company-settings.ts';

/**
 * Says how papers name the company; what was read before stays as it was read. `revision`: as `getCompanySettings` gave it.
 * @throws AppError `company.bad_settings` with detail `{fields: {otherNames?, address?, taxIds?, ibans?}}`,
 *   sentences;
 *   `company.changed_meanwhile` with detail `{current: IdentityOnPapers, revision}`
 */
export async function updateCompanyIdentity(
  { db }: { db: Kysely<DB> },
  { scope, identity, revision }: { scope: Scope; identity: IdentityOnPapers; revision: number },
): Promise<IdentityOnPapers & { revision: number }> {
  demandChange(scope, 'company.profile');
  const next = parseIdentity(identity);
  const { companyId } = scope;
  return inChange(db, scope, async (trx) => {
    const locked = await lockSettings(trx, companyId);
    const before = await trx
      .selectFrom('app.company_settings')
      .select(identityColumns)
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow();
    const names = Object.keys(next) as (keyof IdentityOnPapers)[];
    const changed = names.filter((each) => JSON.stringify(before[each]) !== JSON.stringify(next[each]));
    if (changed.length === 0) return { ...before, revision: locked.revision };
    demandRevision(locked, revision, { ...before });
    await trx
      .updateTable('app.company_settings')
      .set({
        other_names: next.otherNames,
        address: next.address,
        tax_ids: next.taxIds,
        ibans: next.ibans,
      })
      .where('company_id', '=', companyId)
      .execute();
    await recordAuditEvent(trx, scope, {
      action: 'company.identity_changed',
      subjectType: 'company',
      subjectId: companyId,
      detail: Object.fromEntries(
        changed.map((each) => [each, { from: inOneLine(before[each]), to: inOneLine(next[each]) }]),
      ),
    });
    return { ...next, revision: await nextRevision(trx, companyId) };
  });
}

const inOneLine = (said: string | readonly string[]): string =>
  (typeof said === 'string' ? said.split('\n') : said).join(', ');
