import { sql } from 'kysely';
import type { CompanyRole, Scope } from '../actor.ts';
import { lowerRole } from '../api-keys/rules.ts';
import { AppError } from '../errors.ts';
import type { Trx } from '../in-scope.ts';
import { isUuid } from '../uuid.ts';

export interface LockedMember {
  userId: string;
  role: CompanyRole;
  name: string;
  email: string;
}

/**
 * Who acts, as they are now and will stay until the transaction ends: of two who change each other at once, the
 * second is decided on what the first left. Never more than what they came with: a key may be less than its maker.
 * @throws AppError `company.not_a_member` where they were removed meanwhile
 */
export async function lockSelf(trx: Trx, { actor }: Scope): Promise<LockedMember> {
  const [self] = await lock(trx, [actor.userId]);
  if (!self) throw notAMember();
  return { ...self, role: lowerRole(self.role, actor.role) };
}

/**
 * The same, and another member.
 * @throws AppError `company.not_a_member`, `member.not_found` (nobody of this company, no matter who else they are)
 */
export async function lockSelfAnd(
  trx: Trx,
  { actor }: Scope,
  userId: string,
): Promise<{ self: LockedMember; member: LockedMember }> {
  const found = await lock(trx, [actor.userId, ...(isUuid(userId) ? [userId] : [])]);
  const self = found.find((each) => each.userId === actor.userId);
  const member = found.find((each) => each.userId === userId);
  if (!self) throw notAMember();
  if (!member) throw memberNotFound();
  return { self: { ...self, role: lowerRole(self.role, actor.role) }, member };
}

export const memberNotFound = () => new AppError('member.not_found');

const notAMember = () => new AppError('company.not_a_member', { reason: 'removed' });

async function lock(trx: Trx, ids: string[]): Promise<LockedMember[]> {
  const { rows } = await sql<{ user_id: string; role: CompanyRole; name: string; email: string }>`
    select user_id, role, name, email from app.lock_members(${ids}::uuid[])`.execute(trx);
  return rows.map(({ user_id, ...rest }) => ({ userId: user_id, ...rest }));
}

/**
 * What the database answered to a change of a membership.
 * @throws AppError `company.last_owner`, `member.not_found`
 */
export function judge(outcome: string | undefined): void {
  if (outcome === 'last_owner') throw new AppError('company.last_owner');
  if (outcome === 'not_a_member') throw memberNotFound();
}

/** Those who decide in the company: the people to tell when its membership changes. */
export async function findOwners(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{
    user_id: string;
  }>`select user_id from app.members where role = 'owner'`.execute(trx);
  return rows.map((row) => row.user_id);
}

/** What a member had to review is anyone's again. */
export async function freeAssignments(trx: Trx, companyId: string, userId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update app.captures set assigned_to = null, revision = revision + 1
    where company_id = ${companyId}::uuid and assigned_to = ${userId}::uuid`.execute(trx);
  await sql`
    update app.records set assigned_to = null where company_id = ${companyId}::uuid and assigned_to = ${userId}::uuid`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0);
}

/**
 * Withdraws open invitations a member made: those to the given roles. Somebody who may not invite any more must not
 * have kept a link that still lets somebody in.
 */
export async function withdrawInvitations(
  trx: Trx,
  companyId: string,
  userId: string,
  roles: readonly CompanyRole[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    update app.invitations set revoked_at = now()
    where company_id = ${companyId}::uuid and invited_by = ${userId}::uuid and role = any(${roles}::text[])
      and accepted_at is null and revoked_at is null`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
