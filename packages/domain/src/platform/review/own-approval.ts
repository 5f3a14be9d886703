import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { PlatformActor } from '../../platform-actor.ts';

/**
 * Whether who decides handed the version in or belongs to its publisher. `refused`: somebody else of the platform's
 * administrators can decide. `marked`: nobody else can, so that it may be approved and says so.
 */
export type OwnApproval = 'none' | 'marked' | 'refused';

/**
 * Who handed it in leaves it to any other administrator; who only belongs to its publisher to one who does not. Suspended
 * administrators decide nothing, so that they stand in nobody's way.
 */
export async function findOwnApproval(
  trx: Kysely<DB>,
  { userId }: PlatformActor,
  { publisherCompanyId, submittedBy }: { publisherCompanyId: string | null; submittedBy: string | null },
): Promise<OwnApproval> {
  const { rows } = await sql<{ id: string; is_member: boolean }>`
    select u.id, exists (select from app.platform_members m
      where m.company_id = ${publisherCompanyId}::uuid and m.user_id = u.id) as is_member
    from app.platform_users u
    where u.id = ${userId}::uuid
      or u.role = 'admin' and u.deleted_at is null and not coalesce(u.banned, false)`.execute(trx);
  const others = rows.filter(({ id }) => id !== userId);
  if (submittedBy === userId) return others.length > 0 ? 'refused' : 'marked';
  if (!rows.some(({ id, is_member }) => id === userId && is_member)) return 'none';
  return others.some(({ is_member }) => !is_member) ? 'refused' : 'marked';
}
