import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope, SupportScope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inScope } from '../in-scope.ts';
import { notify } from '../notifications/notify.ts';
import { demandChange, demandThemself } from '../policy.ts';
import { lockSettings } from './company-settings.ts';
import { findOwners } from './locked-members.ts';

export const supportScopes: readonly SupportScope[] = ['correct', 'manage'];
/** How long support access lasts at most before it ends by itself. */
export const maxSupportHours = 72;

/**
 * Lets anyone who acts as a member do more than read, for some hours. Null ends it at once, and with it every session in
 * which somebody acts as a member. Owners decide.
 * @throws AppError `company.bad_support_access`, `support.refused` where acting is refused as a whole
 */
export async function setSupportAccess(
  { db }: { db: Kysely<DB> },
  {
    scope,
    access,
  }: { scope: Scope; access: { scope: SupportScope /** 1 to 72, whole. */; hours: number } | null },
): Promise<void> {
  demandChange(scope, 'support.access');
  demandThemself(scope);
  if (access) demandUsable(access);
  const { companyId, actor } = scope;
  await inScope(db, scope, async (trx) => {
    const locked = await lockSettings(trx, companyId);
    if (access && locked.actingRefused) throw new AppError('support.refused', { reason: 'switched_off' });
    if (!access && locked.supportScope === null) return;
    await sql`
      update app.company_settings set support_scope = ${access?.scope ?? null},
        support_until = now() + make_interval(hours => ${access?.hours ?? null}::int), revision = revision + 1
      where company_id = ${companyId}::uuid`.execute(trx);
    await recordAuditEvent(trx, scope, {
      action: access ? 'company.support_access_on' : 'company.support_access_off',
      subjectType: 'company',
      subjectId: companyId,
      ...(access ? { detail: { ...access } } : {}),
    });
    if (!access) await sql`select app.end_acting()`.execute(trx);
    await notify(trx, {
      companyId,
      userIds: await findOwners(trx),
      kind: 'support.access_changed',
      subjectType: 'company',
      subjectId: companyId,
      detail: { actorName: actor.name, on: access !== null },
    });
  });
}

function demandUsable({ scope, hours }: { scope: SupportScope; hours: number }): void {
  if (supportScopes.includes(scope) && Number.isInteger(hours) && hours >= 1 && hours <= maxSupportHours)
    return;
  throw new AppError('company.bad_support_access', { max: maxSupportHours });
}
