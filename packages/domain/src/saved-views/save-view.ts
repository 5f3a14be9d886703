import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { hidesSomething, keptName } from '../visible-name.ts';

const maxViewsPerUser = 100;

/** Keeps the list's filter under a name. @throws AppError `view.bad_name`, `view.bad_query`, `view.too_many` */
export async function saveView(
  { db }: { db: Kysely<DB> },
  {
    scope,
    name,
    query,
    isCompanyWide = false,
  }: { scope: Scope; name: string; query: string; isCompanyWide?: boolean },
): Promise<{ id: string }> {
  demandChange(scope, isCompanyWide ? 'views.company_wide' : 'views.own');
  const { companyId, actor } = scope;
  const title = keptName(name);
  if (title === '' || title.length > 80) throw new AppError('view.bad_name');
  if (hidesSomething(title)) throw new AppError('view.bad_name', { reason: 'hides' });
  const text = query.replace(/^\?/, '');
  if (text.length > 2000 || text.includes('\0')) throw new AppError('view.bad_query');
  return inChange(db, scope, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      insert into app.saved_views (company_id, created_by, name, query, is_company_wide)
      select ${companyId}::uuid, ${actor.userId}::uuid, ${title}, ${text}, ${isCompanyWide}
      where (select count(*) from app.saved_views where company_id = ${companyId}::uuid and created_by = ${actor.userId}::uuid) < ${maxViewsPerUser}
      returning id`.execute(trx);
    const id = rows[0]?.id;
    if (!id) throw new AppError('view.too_many', { max: maxViewsPerUser });
    await recordAuditEvent(trx, scope, {
      action: 'saved_view.made',
      subjectType: 'saved_view',
      subjectId: id,
      detail: { name: title, isCompanyWide },
    });
    return { id };
  });
}
