import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase, type TestMember } from '@readout/database/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Mailer } from '../mails/queue-mail.ts';
import type { PlatformActor } from '../platform-actor.ts';
import type { PlatformRole } from '../platform-policy.ts';
import { actAs, endExpiredSupport } from './act-as.ts';
import { previewBulkUsers, runBulkUsers, undoBulkUsers } from './bulk-users.ts';
import { changeUser } from './change-user.ts';
import { deleteUser } from './delete-user.ts';
import { exportUsers } from './export-users.ts';
import { listUsers } from './list-users.ts';
import type { UserChange } from './rules.ts';
import { setPlatformRole } from './set-platform-role.ts';

let database: TestDatabase;
let ada: PlatformActor;
const mailer: Mailer = {
  isConfigured: true,
  origin: 'https://readout.example',
  render: ({ paragraphs }) => ({ text: paragraphs.join('\n'), html: '' }),
};
const deps = () => ({ platform: database.platform, mailer });
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error) => error.code,
  );
const query = <T extends object>(text: string, ...values: unknown[]) =>
  database.asOwner(async (client) => (await client.query<T>(text, values)).rows);

async function person(name = 'Robin', role: PlatformRole = 'user'): Promise<TestMember> {
  const { owner } = await database.createCompany();
  await query('update auth."user" set name = $2, role = $3 where id = $1', owner.userId, name, role);
  return { ...owner, name };
}
const asAdmin = ({ userId, name }: TestMember): PlatformActor => ({ userId, name, platformRole: 'admin' });
const signIn = async (userId: string, impersonatedBy: string | null = null, expires = '1 hour') => {
  const rows = await query<{ id: string }>(
    'insert into auth.session (user_id, token, expires_at, impersonated_by) values ($1, $2, now() + $4::interval, $3) returning id',
    userId,
    randomUUID(),
    impersonatedBy,
    expires,
  );
  return rows[0]!.id;
};
const change = (actor: PlatformActor, user: TestMember, what: UserChange) =>
  changeUser(deps(), { actor, userId: user.userId, change: what, reason: 'because' });
const give = (actor: PlatformActor, user: TestMember, role: string, confirmation = user.email) =>
  setPlatformRole(deps(), { actor, userId: user.userId, role, confirmation });

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await query(`update auth."user" set role = 'user'`);
  ada = asAdmin(await person('Ada', 'admin'));
});
afterAll(() => database.close());

test('users are found and filtered by role, state, verified address and second factor, and exported alike', async () => {
  const name = `=cmd|'/C calc'!A0 ${randomUUID()} 👩‍🔬 שלום`;
  const user = await person(name);
  await query(
    'update auth."user" set email_verified = true, two_factor_enabled = true where id = $1',
    user.userId,
  );
  const found = async (filter: Omit<Parameters<typeof listUsers>[1], 'actor'>) =>
    (await listUsers(deps(), { actor: ada, search: name, ...filter })).total;
  expect(await found({ role: 'user', state: 'active', isVerified: true, hasTwoFactor: true })).toBe(1);
  expect(await found({ role: 'admin' })).toBe(0);
  expect(await found({ isVerified: false })).toBe(0);
  expect(await found({ hasTwoFactor: false })).toBe(0);
  await change(ada, user, 'suspend');
  expect(await found({ state: 'suspended' })).toBe(1);
  expect(await found({ state: 'deleted' })).toBe(0);
  const exports = () => query("select 1 from platform.events where action = 'platform.users_exported'");
  const before = (await exports()).length;
  let csv = '';
  for await (const piece of await exportUsers(deps(), { actor: ada, search: name }))
    csv += new TextDecoder().decode(piece);
  expect(csv.split('\r\n')[1]).toContain(`,'${name},${user.email},yes,yes,user,suspended,because,1,`);
  expect(await exports()).toHaveLength(before + 1);
});

test('suspending ends every session at once and is refused for oneself; ending it lets them in again', async () => {
  const user = await person();
  await signIn(user.userId);
  await signIn(user.userId);
  await change(ada, user, 'suspend');
  expect(await query('select 1 from auth.session where user_id = $1', user.userId)).toEqual([]);
  const events = await query<{ action: string; detail: object }>(
    'select action, detail from platform.events where subject_id = $1 order by id',
    user.userId,
  );
  expect(events).toEqual([{ action: 'user.suspended', detail: { reason: 'because', sessionsEnded: 2 } }]);
  expect(await query('select action from auth.user_events where user_id = $1', user.userId)).toEqual([
    { action: 'account.suspended' },
  ]);
  expect((await change(ada, user, 'resume')).isChanged).toBe(true);
  expect((await change(ada, user, 'resume')).isChanged).toBe(false);
  const self = { userId: ada.userId, email: '' } as TestMember;
  for (const what of ['suspend', 'sign_out'] as const)
    expect(await codeOf(change(ada, self, what))).toBe('user.is_yourself');
});

test('roles are given and taken with the address typed, never one’s own, and written down for both', async () => {
  const user = await person();
  expect(await codeOf(give(ada, user, 'admin', 'somebody@example.com'))).toBe('platform.bad_input');
  expect(await codeOf(give(ada, user, 'owner'))).toBe('platform.bad_input');
  expect(await give(ada, user, 'admin')).toEqual({ isChanged: true, role: 'admin' });
  expect((await give(ada, user, 'admin')).isChanged).toBe(false);
  expect(await codeOf(give(asAdmin(user), user, 'user'))).toBe('user.is_yourself');
  for (const role of ['auditor', 'support', 'user']) await give(ada, user, role);
  const changes = [
    { from: 'user', to: 'admin' },
    { from: 'admin', to: 'auditor' },
    { from: 'auditor', to: 'support' },
    { from: 'support', to: 'user' },
  ];
  expect(
    await query(
      `select e.actor_name, e.detail, c.seq is not null as chained
       from platform.events e left join app.audit_chain c
         on c.company_id = '00000000-0000-0000-0000-000000000000' and c.event_id = e.id
       where e.action = 'user.role_changed' and e.subject_id = $1 order by e.id`,
      user.userId,
    ),
  ).toEqual(changes.map((detail) => ({ actor_name: 'Ada', detail, chained: true })));
  expect(
    await query(
      `select detail - 'byPlatform' as detail from auth.user_events
       where user_id = $1 and action = 'platform_role.changed' order by id`,
      user.userId,
    ),
  ).toEqual(changes.map((detail) => ({ detail })));
  // Who is none any more can do nothing, whatever the page still believes.
  expect(await codeOf(change(asAdmin(user), await person(), 'suspend'))).toBe('platform.admin_only');
  expect(await codeOf(give(asAdmin(user), await person(), 'admin'))).toBe('platform.admin_only');
  await change(ada, user, 'suspend');
  expect(await codeOf(give(ada, user, 'auditor'))).toBe('user.suspended');
});

test('of two administrators who take the role from each other at once exactly one keeps it', async () => {
  for (let round = 0; round < 5; round++) {
    await query(`update auth."user" set role = 'user'`);
    const [one, two] = [await person('One', 'admin'), await person('Two', 'admin')];
    const outcomes = await Promise.all([
      codeOf(give(asAdmin(one), two, round % 2 ? 'auditor' : 'user')),
      codeOf(round % 2 ? change(asAdmin(two), one, 'suspend') : give(asAdmin(two), one, 'support')),
    ]);
    expect(outcomes.toSorted()).toEqual(['done', 'platform.admin_only']);
    expect(await query(`select 1 from auth."user" where role = 'admin' and not banned`)).toHaveLength(1);
  }
});

test('a reset second factor is gone, and its owner gets a mail', async () => {
  const user = await person();
  await query(
    `insert into auth.two_factor (user_id, secret, backup_codes) values ($1, 's', 'b')`,
    user.userId,
  );
  await query('update auth."user" set two_factor_enabled = true where id = $1', user.userId);
  await change(ada, user, 'reset_two_factor');
  expect(await query('select 1 from auth.two_factor where user_id = $1', user.userId)).toEqual([]);
  expect(await query('select kind, to_email from auth.mails where user_id = $1', user.userId)).toEqual([
    { kind: 'security', to_email: user.email },
  ]);
});

test('acting as a user is written down for everybody it concerns, from beginning to end, whatever ends it', async () => {
  const user = await person('Robin');
  const begin = async (userId: string) => ({ sessionId: await signIn(userId, ada.userId) });
  const act = (reason = 'cannot see the list') =>
    actAs({ ...deps(), begin }, { actor: ada, userId: user.userId, reason });
  expect(await codeOf(act(''))).toBe('platform.bad_input');
  await act();
  expect(await query('select kind from app.notifications where user_id = $1', user.userId)).toEqual([
    { kind: 'support.started' },
  ]);
  await change(ada, user, 'sign_out');
  const seen = async () => ({
    company: await query(
      `select action, actor_name from app.audit_events where subject_id = $1 and action like 'support.%' order by id`,
      user.userId,
    ),
    own: await query(
      `select action from auth.user_events where user_id = $1 and action like 'support.%' order by id`,
      user.userId,
    ),
    platform: await query(
      `select action, actor_name from platform.events where subject_id = $1 and action like 'support.%' order by id`,
      user.userId,
    ),
  });
  const both = ['support.started', 'support.stopped'];
  expect(await seen()).toEqual({
    company: both.map((action) => ({ action, actor_name: 'Ada' })),
    own: both.map((action) => ({ action })),
    platform: both.map((action) => ({ action, actor_name: 'Ada' })),
  });
  // An hour that is over, and a session that could not be made.
  await actAs(
    { ...deps(), begin: async (userId) => ({ sessionId: await signIn(userId, ada.userId, '-1 second') }) },
    { actor: ada, userId: user.userId, reason: 'again' },
  );
  expect(await endExpiredSupport(deps())).toBe(1);
  await expect(
    actAs(
      { ...deps(), begin: () => Promise.reject(new Error('no session')) },
      { actor: ada, userId: user.userId, reason: 'third' },
    ),
  ).rejects.toThrow('no session');
  expect((await seen()).company).toHaveLength(6);
  expect(await query('select 1 from platform.support_sessions where ended_at is null')).toEqual([]);
});

test('nobody acts as who has a role here, a suspended user or themselves, not even who just became one', async () => {
  const begin = async (userId: string) => ({ sessionId: await signIn(userId, ada.userId) });
  const act = (userId: string, how = begin) =>
    codeOf(actAs({ ...deps(), begin: how }, { actor: ada, userId, reason: 'why' }));
  const [admin, suspended] = [await person('Other', 'admin'), await person('Gone')];
  await change(ada, suspended, 'suspend');
  for (const role of ['admin', 'support', 'auditor'] as const)
    expect(await act((await person(role, role)).userId)).toBe('support.not_as_admin');
  expect(await act(suspended.userId)).toBe('user.suspended');
  expect(await act(ada.userId)).toBe('user.is_yourself');
  expect(await act(randomUUID())).toBe('user.not_found');
  const rising = await person('Rising');
  expect(
    await act(rising.userId, async (userId) => {
      const made = await begin(userId);
      await query(`update auth."user" set role = 'admin' where id = $1`, userId);
      return made;
    }),
  ).toBe('support.not_possible');
  const risen = await person('Risen');
  await act(risen.userId);
  await give(ada, risen, 'auditor');
  expect(await query('select 1 from auth.session where impersonated_by is not null')).toEqual([]);
  // And who is no administrator any more acts as nobody.
  const last = await person('Last');
  await act(last.userId);
  const [me] = await query<{ email: string }>('select email from auth."user" where id = $1', ada.userId);
  await give(asAdmin(admin), { userId: ada.userId, email: me!.email } as TestMember, 'user');
  expect(await query('select 1 from auth.session where impersonated_by is not null')).toEqual([]);
});

test('support acts as users and an auditor as nobody, and what an open page still believes of a role does not count', async () => {
  const support = await person('Sue', 'support');
  const actor = (platformRole: PlatformRole): PlatformActor => ({ ...support, platformRole });
  const begin = async (userId: string) => ({ sessionId: await signIn(userId, support.userId) });
  const act = async (by: PlatformActor) =>
    codeOf(actAs({ ...deps(), begin }, { actor: by, userId: (await person()).userId, reason: 'why' }));
  expect(await act(actor('support'))).toBe('done');
  expect(await codeOf(change(actor('support'), await person(), 'suspend'))).toBe('platform.role_not_allowed');
  expect(await codeOf(change(actor('admin'), await person(), 'suspend'))).toBe('platform.admin_only');
  await give(ada, support, 'auditor');
  expect(await query('select 1 from auth.session where impersonated_by = $1', support.userId)).toEqual([]);
  expect(await act(actor('auditor'))).toBe('platform.role_not_allowed');
  expect(await act(actor('support'))).toBe('platform.role_not_allowed');
});

test('a bulk action on users is previewed, confirmed where it cannot be undone, and undone where it can', async () => {
  const [one, two, admin, gone] = [
    await person('One'),
    await person('Two'),
    await person('Boss', 'admin'),
    await person('Gone'),
  ];
  await query('update auth."user" set banned = true where id = $1', gone.userId);
  await signIn(one.userId);
  const ids = [one, two, admin, gone].map(({ userId }) => userId).concat(ada.userId);
  const suspend = { actor: ada, ids, change: 'suspend' as const, reason: 'left' };
  const preview = await previewBulkUsers(deps(), suspend);
  expect(preview.changes.map(({ name }) => name)).toEqual(['One', 'Two']);
  expect(preview.unchanged.map(({ why }) => why)).toEqual(['admin', 'suspended_already', 'yourself']);
  const signOut = { actor: ada, ids, change: 'sign_out' as const };
  expect((await previewBulkUsers(deps(), signOut)).confirmation).toBe('1');
  expect(await codeOf(runBulkUsers(deps(), signOut))).toBe('platform.bad_input');
  expect(await runBulkUsers(deps(), { ...signOut, confirmation: '1' })).toMatchObject({
    changed: 1,
    bulkId: null,
  });
  const { bulkId, changed } = await runBulkUsers(deps(), suspend);
  expect(changed).toBe(2);
  await change(ada, two, 'resume');
  expect(await undoBulkUsers(deps(), { actor: ada, bulkId: bulkId! })).toEqual({ undone: 1, kept: 1 });
  expect(await codeOf(undoBulkUsers(deps(), { actor: ada, bulkId: bulkId! }))).toBe('bulk.not_undoable');
});

test('a user is deleted with the address typed, never oneself, and nothing personal stays in what administration sees', async () => {
  const user = await person('Deleted <i>Person</i>');
  const begin = async (userId: string) => ({ sessionId: await signIn(userId, ada.userId) });
  await actAs({ ...deps(), begin }, { actor: ada, userId: user.userId, reason: 'asked to' });
  const remove = (userId: string, confirmation: string) =>
    deleteUser({ platform: database.platform, auth: database.auth }, { actor: ada, userId, confirmation });
  expect(await codeOf(remove(user.userId, 'somebody@example.com'))).toBe('platform.bad_input');
  expect(await codeOf(remove(ada.userId, ''))).toBe('user.is_yourself');
  await remove(user.userId, user.email.toUpperCase());
  expect(await codeOf(remove(user.userId, user.email))).toBe('user.deleted');
  expect(await codeOf(change(ada, user, 'suspend'))).toBe('user.deleted');
  expect(await query('select 1 from auth.session where user_id = $1', user.userId)).toEqual([]);
  const kept = JSON.stringify([
    await query('select * from platform.events where subject_id = $1', user.userId),
    await query('select * from platform.support_sessions where user_id = $1', user.userId),
    await query('select * from app.audit_events where subject_id = $1', user.userId),
    (await listUsers(deps(), { actor: ada, search: user.userId })).items,
  ]);
  expect(kept).toContain('user.deleted');
  expect(kept).not.toContain('Deleted <i>');
  expect(kept).not.toContain(user.email);
});
