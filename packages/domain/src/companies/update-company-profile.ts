import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { parseCompanyName } from './company-name.ts';
import { demandRevision, lockSettings, nextRevision } from './company-settings.ts';
import { readCompanyName } from './read-company.ts';

/**
 * Gives the company another name.
 * @throws AppError `company.bad_settings` with detail `{fields: {name}}`, `company.changed_meanwhile` with
 *   `{current: {name}, revision}`
 */
export async function updateCompanyProfile(
  { db }: { db: Kysely<DB> },
  { scope, name, revision }: { scope: Scope; name: string; revision: number },
): Promise<{ name: string; revision: number }> {
  demandChange(scope, 'company.profile');
  const { companyId } = scope;
  const next = parseCompanyName(name);
  return inChange(db, scope, async (trx) => {
    const locked = await lockSettings(trx, companyId);
    const before = await readCompanyName(trx);
    if (before === next) return { name: next, revision: locked.revision };
    demandRevision(locked, revision, { name: before });
    await sql`select app.rename_company(${next})`.execute(trx);
    await recordAuditEvent(trx, scope, {
      action: 'company.renamed',
      subjectType: 'company',
      subjectId: companyId,
      detail: { name: { from: before, to: next } },
    });
    return { name: next, revision: await nextRevision(trx, companyId) };
  });
}
