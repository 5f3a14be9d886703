import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inScope } from '../in-scope.ts';
import { notify } from '../notifications/notify.ts';
import { demandChange, demandThemself } from '../policy.ts';
import { lockSettings } from './company-settings.ts';
import { findOwners } from './locked-members.ts';

/** Whether a platform admin who acts as a member may also change things here, or reads only. Owners decide. */
export async function setSupportAccess(
  { db }: { db: Kysely<DB> },
  { scope, allowed }: { scope: Scope; allowed: boolean },
): Promise<void> {
  demandChange(scope, 'support.access');
  demandThemself(scope);
  const { companyId, actor } = scope;
  await inScope(db, scope, async (trx) => {
    const locked = await lockSettings(trx, companyId);
    if (locked.supportAccess === allowed) return;
    await sql`
      update app.company_settings set support_access = ${allowed}, revision = revision + 1
      where company_id = ${companyId}::uuid`.execute(trx);
    await recordAuditEvent(trx, scope, {
      action: allowed ? 'company.support_access_on' : 'company.support_access_off',
      subjectType: 'company',
      subjectId: companyId,
    });
    await notify(trx, {
      companyId,
      userIds: await findOwners(trx),
      kind: 'support.access_changed',
      subjectType: 'company',
      subjectId: companyId,
      detail: { actorName: actor.name, on: allowed },
    });
  });
}
