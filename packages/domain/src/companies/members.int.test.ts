import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Scope } from '../actor.ts';
import { listAuditEvents } from '../audit/list-audit-events.ts';
import { assignCaptures } from '../captures/assign-captures.ts';
import { getCapture } from '../captures/get-capture.ts';
import { createInvitation } from '../invitations/create-invitation.ts';
import { listInvitations } from '../invitations/list-invitations.ts';
import type { ReadingQueue } from '../readings/reading-queue.ts';
import { addMember, capture, createJobTable, mailer, plugins, scopeOf } from '../testing/arrange.ts';
import { changeMemberRole } from './change-member-role.ts';
import { findMembers } from './find-members.ts';
import { leaveCompany } from './leave-company.ts';
import { makeOwner } from './make-owner.ts';
import { removeMember } from './remove-member.ts';
import { setRequireTwoFactor } from './set-require-two-factor.ts';

let database: TestDatabase;
let queue: ReadingQueue;
beforeAll(async () => {
  database = await createTestDatabase();
  queue = await createJobTable(database);
});
afterAll(() => database.close());

const deps = () => ({ db: database.app, mailer, plugins });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => error.code,
  );
const rolesOf = (company: TestCompany) =>
  database.asOwner(async (client) => {
    const { rows } = await client.query('select user_id, role from auth.membership where company_id = $1', [
      company.companyId,
    ]);
    return Object.fromEntries(rows.map((row) => [row.user_id, row.role]));
  });
const eventsOf = async (company: TestCompany, action: string) =>
  (await listAuditEvents(deps(), { scope: scopeOf(company) })).events.filter(
    (event) => event.action === action,
  );

describe('the last owner', () => {
  test('neither leaves, nor is demoted, nor loses to another who goes at the same time', async () => {
    const company = await database.createCompany({ members: ['owner', 'admin'] });
    const [other, admin] = company.members;
    const first = scopeOf(company);
    const second = scopeOf(company, other);
    // Each takes the other's ownership; and both leave: the second finds themself the last.
    const demoted = await Promise.all([
      codeOf(changeMemberRole(deps(), { scope: first, userId: other!.userId, role: 'admin' })),
      codeOf(changeMemberRole(deps(), { scope: second, userId: company.owner.userId, role: 'admin' })),
    ]);
    expect(demoted.toSorted()).toEqual(['done', 'role.not_allowed']);
    const roles = await rolesOf(company);
    const owners = Object.entries(roles).filter(([, role]) => role === 'owner');
    expect(owners).toHaveLength(1);
    const last = owners[0]![0] === other!.userId ? other! : company.owner;
    const scope = scopeOf(company, last);
    expect(await codeOf(leaveCompany(deps(), { scope }))).toBe('company.last_owner');
    expect(await codeOf(changeMemberRole(deps(), { scope, userId: last.userId, role: 'admin' }))).toBe(
      'company.last_owner',
    );
    expect(await codeOf(removeMember(deps(), { scope: scopeOf(company, admin), userId: last.userId }))).toBe(
      'role.not_allowed',
    );
  });

  test('is one of two who leave at once', async () => {
    const company = await database.createCompany({ members: ['owner'] });
    const left = await Promise.all(
      [company.owner, company.members[0]!].map((member) =>
        codeOf(leaveCompany(deps(), { scope: scopeOf(company, member) })),
      ),
    );
    expect(left.toSorted()).toEqual(['company.last_owner', 'done']);
    expect(Object.values(await rolesOf(company))).toEqual(['owner']);
  });

  test('can go after making another, or by handing over', async () => {
    const company = await database.createCompany({ name: 'Acme  Ltd', members: ['reviewer'] });
    const scope = scopeOf(company);
    const heir = company.members[0]!;
    expect(await codeOf(makeOwner(deps(), { scope, userId: heir.userId, confirmation: 'acme ltd' }))).toBe(
      'company.not_confirmed',
    );
    await makeOwner(deps(), { scope, userId: heir.userId, confirmation: ' Acme Ltd ', handOver: true });
    expect(await rolesOf(company)).toEqual({ [company.owner.userId]: 'admin', [heir.userId]: 'owner' });
    // What a request that began as owner still wants is decided on what they are now.
    expect(
      await codeOf(makeOwner(deps(), { scope, userId: company.owner.userId, confirmation: 'Acme Ltd' })),
    ).toBe('role.not_allowed');
    await leaveCompany(deps(), { scope: scopeOf(company, { ...company.owner, role: 'admin' }) });
    expect(Object.values(await rolesOf(company))).toEqual(['owner']);
  });
});

test('admins manage whom is below them, and nobody of another company is even confirmed to exist', async () => {
  const company = await database.createCompany({ members: ['admin', 'admin', 'reviewer'] });
  const theirs = await database.createCompany({ members: ['operator'] });
  const [admin, peer, reviewer] = company.members;
  const scope = scopeOf(company, admin);
  const change = (userId: string, role: 'admin' | 'reviewer' | 'operator') =>
    codeOf(changeMemberRole(deps(), { scope, userId, role }));
  expect(await change(peer!.userId, 'operator')).toBe('role.not_allowed');
  expect(await change(reviewer!.userId, 'admin')).toBe('role.not_allowed');
  expect(await change(reviewer!.userId, 'owner' as 'admin')).toBe('member.unknown_role');
  expect(await change(reviewer!.userId, 'operator')).toBe('done');
  for (const userId of [theirs.members[0]!.userId, theirs.owner.userId, crypto.randomUUID(), "x' or 1=1"]) {
    expect(await change(userId, 'operator')).toBe('member.not_found');
    expect(await codeOf(removeMember(deps(), { scope, userId }))).toBe('member.not_found');
  }
  expect(await codeOf(removeMember(deps(), { scope, userId: admin!.userId }))).toBe('member.is_yourself');
});

test('who is removed or demoted leaves nothing behind that still lets somebody in or waits for them', async () => {
  const company = await database.createCompany({ name: 'Harbour', members: ['admin', 'reviewer'] });
  const [admin, reviewer] = company.members;
  const owner = scopeOf(company);
  const { captureId } = await capture({ database, queue }, owner);
  const assign = (userId: string) => assignCaptures(deps(), { scope: owner, ids: [captureId], userId });
  const assignee = async () => (await getCapture(deps(), { scope: owner, captureId })).capture.assignedTo;
  await createInvitation(deps(), {
    scope: scopeOf(company, admin),
    by: 'link',
    domain: 'example.com',
    role: 'reviewer',
  });
  await assign(reviewer!.userId);
  expect(await assignee()).not.toBeNull();
  await changeMemberRole(deps(), { scope: owner, userId: reviewer!.userId, role: 'operator' });
  expect(await assignee()).toBeNull();
  await assign(admin!.userId);
  expect(await listInvitations(deps(), { scope: owner })).toHaveLength(1);
  await removeMember(deps(), { scope: owner, userId: admin!.userId });
  expect(await assignee()).toBeNull();
  expect(await listInvitations(deps(), { scope: owner })).toHaveLength(0);
  expect((await eventsOf(company, 'member.removed'))[0]?.detail).toMatchObject({
    name: admin!.name,
    role: 'admin',
    invitationsWithdrawn: 1,
    assignmentsFreed: 1,
  });
  const mails = await database.asOwner(
    async (client) =>
      (await client.query('select subject from auth.mails where to_email = $1', [admin!.email])).rows,
  );
  expect(mails).toEqual([{ subject: 'You are no longer a member of Harbour' }]);
});

test('an admin who is made reviewer leaves no link behind that still lets somebody in', async () => {
  const company = await database.createCompany({ members: ['admin'] });
  const admin = company.members[0]!;
  const owner = scopeOf(company);
  const invite = (by: Scope, domain: string) =>
    createInvitation(deps(), { scope: by, by: 'link', domain, role: 'operator' });
  await invite(owner, 'example.com');
  await invite(scopeOf(company, admin), 'example.org');
  await changeMemberRole(deps(), { scope: owner, userId: admin.userId, role: 'reviewer' });
  expect(await listInvitations(deps(), { scope: owner })).toMatchObject([{ domain: 'example.com' }]);
  expect((await eventsOf(company, 'member.role_changed'))[0]?.detail).toMatchObject({
    invitationsWithdrawn: 1,
  });
});

test('what a company decides about a person changes nothing in their other companies', async () => {
  const company = await database.createCompany({ members: ['reviewer', 'reviewer'] });
  const elsewhere = await database.createCompany();
  const [removed, leaving] = company.members;
  await database.asOwner((client) =>
    client.query(
      "insert into auth.membership (company_id, user_id, role) select $1::uuid, unnest($2::uuid[]), 'admin'",
      [elsewhere.companyId, [removed!.userId, leaving!.userId]],
    ),
  );
  const before = await rolesOf(elsewhere);
  const scope = scopeOf(company);
  await changeMemberRole(deps(), { scope, userId: removed!.userId, role: 'operator' });
  expect(await rolesOf(elsewhere)).toEqual(before);
  await removeMember(deps(), { scope, userId: removed!.userId });
  await leaveCompany(deps(), { scope: scopeOf(company, leaving) });
  expect(await rolesOf(elsewhere)).toEqual(before);
  expect(await rolesOf(company)).toEqual({ [company.owner.userId]: 'owner' });
});

test('a role holds from the next request on, and open pages hear of it', async () => {
  const company = await database.createCompany({ members: ['operator'] });
  const member = company.members[0]!;
  const heard = database.asOwner(async (client) => {
    const message = new Promise<string>((resolve) =>
      client.once('notification', ({ payload }) => resolve(payload ?? '')),
    );
    await client.query('listen readout_person');
    await changeMemberRole(deps(), { scope: scopeOf(company), userId: member.userId, role: 'admin' });
    const payload = await message;
    await client.query('unlisten readout_person');
    return payload;
  });
  expect(JSON.parse(await heard)).toMatchObject({ userId: member.userId });
  expect((await rolesOf(company))[member.userId]).toBe('admin');
  expect((await eventsOf(company, 'member.role_changed'))[0]?.detail).toMatchObject({
    from: 'operator',
    to: 'admin',
  });
});

test('a second factor is demanded only by who has one', async () => {
  const company = await database.createCompany({ members: ['admin'] });
  const scope = scopeOf(company, company.members[0]);
  expect(await codeOf(setRequireTwoFactor(deps(), { scope, required: true }))).toBe(
    'company.two_factor_first',
  );
  await database.asOwner((client) =>
    client.query('update auth."user" set two_factor_enabled = true where id = $1', [scope.actor.userId]),
  );
  expect(await codeOf(setRequireTwoFactor(deps(), { scope, required: true }))).toBe('done');
});

describe('the list of members', () => {
  test('is searched, filtered and paged on the server, also with a thousand', async () => {
    const company = await database.createCompany({ members: ['admin'] });
    await database.asOwner((client) =>
      client.query(
        `with people as (
           insert into auth."user" (name, email)
           select 'Person ' || lpad(n::text, 4, '0'), 'person-' || n || '-' || left($1::uuid::text, 8) || '@example.com'
           from generate_series(1, 1000) n returning id)
         insert into auth.membership (company_id, user_id, role) select $1::uuid, id, 'operator' from people`,
        [company.companyId],
      ),
    );
    const scope = scopeOf(company, company.members[0]);
    const page = await findMembers(deps(), { scope, offset: 50, limit: 50, role: 'operator' });
    expect(page.total).toBe(1000);
    expect(page.counts).toEqual({ owner: 1, admin: 1, reviewer: 0, operator: 1000 });
    expect(page.items.map((member) => member.name).slice(0, 2)).toEqual(['Person 0051', 'Person 0052']);
    expect((await findMembers(deps(), { scope, search: 'person-77-' })).items).toMatchObject([
      { name: 'Person 0077', manageable: true, account: { twoFactor: false } },
    ]);
    expect((await findMembers(deps(), { scope, search: '100%' })).total).toBe(0);
  });

  test('tells addresses and second factors to those who manage members only', async () => {
    const company = await database.createCompany({ members: ['reviewer', 'operator'] });
    const [reviewer, operator] = company.members;
    const seen = await findMembers(deps(), { scope: scopeOf(company, reviewer) });
    expect(seen.items).toHaveLength(3);
    expect(JSON.stringify(seen)).not.toContain('@example.com');
    const byAddress = await findMembers(deps(), {
      scope: scopeOf(company, reviewer),
      search: operator!.email,
    });
    expect(byAddress.total).toBe(0);
    const own = await findMembers(deps(), { scope: scopeOf(company, operator) });
    expect(own.items.map((member) => member.userId)).toEqual([operator!.userId]);
    expect(own.counts.owner).toBe(0);
  });

  test('shows nobody of another company', async () => {
    const company = await database.createCompany();
    const theirs = await database.createCompany();
    await addMember(database, theirs.companyId, 'operator', { email: 'only.theirs@example.com' });
    const page = await findMembers(deps(), { scope: scopeOf(company), search: 'only.theirs' });
    expect(page).toMatchObject({ items: [], total: 0 });
  });
});
