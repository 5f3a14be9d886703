import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inScope } from '../in-scope.ts';
import { notify } from '../notifications/notify.ts';
import { demandChange, demandThemself } from '../policy.ts';
import { lockSettings } from './company-settings.ts';
import { findOwners } from './locked-members.ts';

/**
 * Whether nobody who runs the installation may act as a member, not even to read. Refusing ends support access and
 * every session in which somebody does. Owners decide.
 */
export async function setActingRefused(
  { db }: { db: Kysely<DB> },
  { scope, refused }: { scope: Scope; refused: boolean },
): Promise<void> {
  demandChange(scope, 'support.access');
  demandThemself(scope);
  const { companyId, actor } = scope;
  await inScope(db, scope, async (trx) => {
    const locked = await lockSettings(trx, companyId);
    if (locked.actingRefused === refused) return;
    await sql`
      update app.company_settings set acting_refused = ${refused}, support_scope = null, support_until = null,
        revision = revision + 1
      where company_id = ${companyId}::uuid`.execute(trx);
    await recordAuditEvent(trx, scope, {
      action: refused ? 'company.acting_refused' : 'company.acting_allowed',
      subjectType: 'company',
      subjectId: companyId,
    });
    if (refused) await sql`select app.end_acting()`.execute(trx);
    await notify(trx, {
      companyId,
      userIds: await findOwners(trx),
      kind: 'support.acting_changed',
      subjectType: 'company',
      subjectId: companyId,
      detail: { actorName: actor.name, refused },
    });
  });
}
