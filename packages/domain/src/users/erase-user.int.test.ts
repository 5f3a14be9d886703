import { createTestDatabase, type TestDatabase, type TestMember } from '@readout/database/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetFormerMembers } from '../audit/forget-former-members.ts';
import { assignCaptures } from '../captures/assign-captures.ts';
import { listCaptures } from '../captures/list-captures.ts';
import type { ReadingQueue } from '../readings/reading-queue.ts';
import { capture, createJobTable, plugins, scopeOf } from '../testing/arrange.ts';
import { eraseUser, previewErasure } from './erase-user.ts';

let database: TestDatabase;
let queue: ReadingQueue;
beforeAll(async () => {
  database = await createTestDatabase();
  queue = await createJobTable(database);
});
afterAll(() => database.close());

const deps = () => ({ db: database.app, queue, plugins });
const auth = () => ({ auth: database.auth });
const rows = <T = Record<string, unknown>>(query: string, values: unknown[] = []) =>
  database.asOwner(async (client) => (await client.query(query, values)).rows as T[]);

/** Everything that can be personal about somebody. */
async function furnish({ userId, email, name }: TestMember, companyId: string): Promise<void> {
  await database.asOwner(async (client) => {
    const run = (query: string, ...values: unknown[]) => client.query(query, values);
    await run(
      "insert into auth.session (user_id, token, expires_at, ip_address) values ($1, $2, now() + interval '1 day', '203.0.113.9')",
      userId,
      `token-${userId}`,
    );
    await run(
      "insert into auth.account (account_id, provider_id, user_id, password) values ($2, 'credential', $1, 'hash')",
      userId,
      userId,
    );
    await run(
      "insert into auth.two_factor (user_id, secret, backup_codes) values ($1, 'secret', 'codes')",
      userId,
    );
    await run("insert into auth.devices (user_id, device_hash) values ($1, repeat('b', 64))", userId);
    await run(
      "insert into auth.passkey (user_id, public_key, credential_id, counter, device_type, backed_up) values ($1, 'key', $2, 0, 'singleDevice', false)",
      userId,
      `credential-${userId}`,
    );
    await run(
      "insert into auth.user_events (user_id, action, ip_address) values ($1, 'signed_in', '203.0.113.9')",
      userId,
    );
    await run(
      "insert into auth.mails (kind, to_email, user_id, subject, without_smtp) values ('security', $2, $1, 'Hello', true)",
      userId,
      email,
    );
    await run(
      "insert into auth.verification (identifier, value, expires_at) values ($2, $1, now() + interval '1 hour')",
      userId,
      `reset-password:${userId}`,
    );
    await run(
      "insert into app.notifications (company_id, user_id, kind, subject_type, subject_id) values ($2, $1, 'role.changed', 'member', $3)",
      userId,
      companyId,
      userId,
    );
    await run(
      `insert into app.audit_events (company_id, actor_id, actor_name, action, subject_type, subject_id, detail, ip_address)
       values ($2, $1, $3, 'record.corrected', 'record', 'r', jsonb_build_object('from', $3::text, 'recordName', 'x'), '203.0.113.9'),
         ($2, null, 'Readout', 'member.joined', 'member', $4, jsonb_build_object('name', $3::text, 'email', $5::text, 'role', 'operator'), null)`,
      userId,
      companyId,
      name,
      userId,
      email,
    );
  });
}

/** Whether a text occurs anywhere in the tables of accounts, companies and platform. */
async function findText(text: string): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema in ('auth', 'app', 'platform') and table_type = 'BASE TABLE'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await rows<{ n: number }>(
      `select count(*)::int as n from ${name} t where position($1 in t::text) > 0`,
      [text],
    );
    if (row!.n > 0) found.push(name);
  }
  return found;
}

test('an erased person is nowhere by name, address or key any more, and their work stays', async () => {
  const ours = await database.createCompany({ members: ['reviewer', 'operator'] });
  const [leaving, staying] = [ours.members[0]!, ours.members[1]!];
  await furnish(leaving, ours.companyId);
  const { captureId } = await capture({ database, queue }, scopeOf(ours, leaving));
  const other = await capture({ database, queue }, scopeOf(ours, staying));
  await assignCaptures(deps(), { scope: scopeOf(ours), ids: [other.captureId], userId: leaving.userId });
  // What the company and a colleague were told of them.
  await rows(
    `insert into app.invitations (company_id, email, role, token_hash, invited_by, invited_by_name, expires_at, accepted_at, accepted_by)
     values ($1, $2, 'reviewer', repeat('c', 64), $3, 'x', now() + interval '7 days', now(), $4)`,
    [ours.companyId, leaving.email, ours.owner.userId, leaving.userId],
  );
  await rows(
    `insert into app.notifications (company_id, user_id, kind, subject_type, subject_id, detail)
     values ($1, $2, 'capture.assigned', 'capture', $3, jsonb_build_object('actorName', $4::text, 'count', 1))`,
    [ours.companyId, staying.userId, captureId, leaving.name],
  );

  expect(await previewErasure(auth(), { userId: leaving.userId })).toEqual({ obstacle: null, closing: [] });
  await eraseUser(auth(), { userId: leaving.userId, isOwnWish: true });

  expect(await findText(leaving.email)).toEqual([]);
  const [former] = await rows<{ pseudonym: string }>(
    'select pseudonym from app.former_members where company_id = $1 and user_id = $2',
    [ours.companyId, leaving.userId],
  );
  const { pseudonym } = former!;
  expect(pseudonym).toMatch(/^former member [0-9a-f]{4}$/);
  // The value that a record held is the company's; the person's name beside it is gone.
  expect(await findText(leaving.name)).toEqual(['app.audit_events']);
  expect(
    await rows(
      'select actor_name, ip_address, detail from app.audit_events where company_id = $1 order by id',
      [ours.companyId],
    ),
  ).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        actor_name: pseudonym,
        ip_address: null,
        detail: expect.objectContaining({ from: leaving.name }),
      }),
      expect.objectContaining({
        actor_name: 'Readout',
        detail: { name: pseudonym, email: pseudonym, role: 'operator' },
      }),
      expect.objectContaining({ actor_name: pseudonym, detail: { reason: 'account deleted' } }),
    ]),
  );
  for (const table of [
    'auth.session',
    'auth.account',
    'auth.two_factor',
    'auth.passkey',
    'auth.user_events',
    'auth.mails',
    'auth.sent_links',
    'auth.devices',
    'auth.membership',
    'app.notifications',
  ])
    expect(
      `${table} ${(await rows(`select from ${table} where user_id = $1`, [leaving.userId])).length}`,
    ).toBe(`${table} 0`);
  expect(await rows('select from auth.verification where value = $1', [leaving.userId])).toEqual([]);
  const [person] = await rows<{ name: string; email: string; deleted_at: Date }>(
    'select name, email, deleted_at from auth."user" where id = $1',
    [leaving.userId],
  );
  expect(person).toMatchObject({ name: 'deleted user', deleted_at: expect.any(Date) });
  expect(person!.email).toMatch(/^deleted-[0-9a-f]{32}@deleted\.invalid$/);

  const { items } = await listCaptures(deps(), { scope: scopeOf(ours), filter: { place: 'all' } });
  expect(items.map((item) => item.id).sort()).toEqual([captureId, other.captureId].sort());
  expect(await rows('select assigned_to from app.captures where id = $1', [other.captureId])).toEqual([
    { assigned_to: null },
  ]);
  await expect(eraseUser(auth(), { userId: leaving.userId, isOwnWish: true })).rejects.toMatchObject({
    code: 'account.gone',
  });
});

test('what a deleted account leaves in two companies has no id in common, and keeps its name in each', async () => {
  const [one, two] = [
    await database.createCompany({ members: ['reviewer'] }),
    await database.createCompany(),
  ];
  const leaving = one.members[0]!;
  await rows("insert into auth.membership (company_id, user_id, role) values ($1, $2, 'admin')", [
    two.companyId,
    leaving.userId,
  ]);
  const there = { companyId: two.companyId, owner: leaving, members: [] };
  const made = [
    await capture({ database, queue }, scopeOf(one, leaving)),
    await capture({ database, queue }, scopeOf(there)),
  ];
  for (const [index, { companyId }] of [one, two].entries()) {
    const values = [companyId, leaving.userId, made[index]!.captureId];
    await rows(
      "insert into app.saved_views (company_id, created_by, name, query, is_company_wide) values ($1, $2, 'Theirs', 'createdBy=' || $2::uuid, true)",
      values.slice(0, 2),
    );
    await rows(
      `insert into app.bulk_actions (company_id, created_by, action, items)
       values ($1, $2, 'assign', jsonb_build_array(jsonb_build_object('id', $3::text, 'before', $2::uuid)))`,
      values,
    );
    await rows(
      "insert into app.notifications (company_id, user_id, kind, subject_type, subject_id) values ($1, $3, 'member.joined', 'member', $2::uuid::text)",
      [companyId, leaving.userId, (index === 0 ? one : two).owner.userId],
    );
    await rows(
      `insert into app.delivery_targets (company_id, kind, name, address, secret_sealed, events, rule, created_by)
       values ($1, 'webhook', 'x', 'https://x', '', '{watch.alarm}',
         jsonb_build_object('confirmedBy', jsonb_build_object('people', jsonb_build_array($2::uuid))), $2)`,
      values.slice(0, 2),
    );
    await rows("update app.records set state = 'confirmed', confirmed_by = $2 where company_id = $1", [
      companyId,
      leaving.userId,
    ]);
  }
  await eraseUser(auth(), { userId: leaving.userId, isOwnWish: true });

  expect((await findText(leaving.userId)).filter((table) => table.startsWith('app.'))).toEqual([
    'app.former_members',
  ]);
  const left = await Promise.all(
    [one, two].map(async (company) => {
      const scope = scopeOf(company);
      const { items } = await listCaptures(deps(), { scope, filter: { place: 'all' } });
      const by = items[0]!.createdBy;
      const [view] = await rows<{ query: string }>(
        'select query from app.saved_views where company_id = $1',
        [company.companyId],
      );
      expect(view?.query).toBe(`createdBy=${by.id}`);
      expect(by.name).toMatch(/^former member [0-9a-f]{4}$/);
      expect(
        (await listCaptures(deps(), { scope, filter: { place: 'all', createdBy: by.id } })).items,
      ).toHaveLength(1);
      return by.id;
    }),
  );
  expect(new Set([...left, leaving.userId]).size).toBe(3);

  await rows("update app.former_members set until = now() - interval '1 second'");
  await forgetFormerMembers({ platform: database.platform });
  const { items } = await listCaptures(deps(), { scope: scopeOf(one), filter: { place: 'all' } });
  expect(items[0]!.createdBy).toMatchObject({
    id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    name: 'deleted user',
  });
});

test('nothing of another company changes', async () => {
  const [ours, theirs] = [
    await database.createCompany({ members: ['admin'] }),
    await database.createCompany({ members: ['admin'] }),
  ];
  await furnish(theirs.members[0]!, theirs.companyId);
  await capture({ database, queue }, scopeOf(theirs, theirs.members[0]!));
  const snapshot = async () => {
    const state: Record<string, unknown> = {};
    for (const table of [
      'app.audit_events',
      'app.captures',
      'app.company_settings',
      'app.notifications',
      'auth.membership',
    ])
      state[table] = await rows(`select * from ${table} where company_id = $1 order by 1, 2`, [
        theirs.companyId,
      ]);
    for (const table of ['auth.session', 'auth.account', 'auth.mails', 'auth.user_events'])
      state[table] = await rows(`select * from ${table} where user_id = $1 order by 1, 2`, [
        theirs.members[0]!.userId,
      ]);
    return state;
  };
  // The same name: only the ids tell the two apart.
  await rows('update auth."user" set name = $2 where id = $1', [
    ours.members[0]!.userId,
    theirs.members[0]!.name,
  ]);
  const before = await snapshot();
  await eraseUser(auth(), { userId: ours.members[0]!.userId, isOwnWish: true });
  expect(await snapshot()).toEqual(before);
});

test('the last owner of a company with other members has to stay, and is told which company', async () => {
  const ours = await database.createCompany({ name: 'Harbour & Sons', members: ['admin'] });
  expect((await previewErasure(auth(), { userId: ours.owner.userId })).obstacle).toMatchObject({
    code: 'account.last_owner',
  });
  await expect(eraseUser(auth(), { userId: ours.owner.userId, isOwnWish: true })).rejects.toMatchObject({
    code: 'account.last_owner',
    message: expect.stringContaining('Harbour & Sons'),
    detail: { companies: [{ id: ours.companyId, name: 'Harbour & Sons' }] },
  });
  expect(await rows('select from auth.membership where user_id = $1', [ours.owner.userId])).toHaveLength(1);
});

test('of two owners who leave at the same moment one has to stay', async () => {
  const ours = await database.createCompany({ members: ['owner', 'operator'] });
  const results = await Promise.allSettled(
    [ours.owner, ours.members[0]!].map(({ userId }) => eraseUser(auth(), { userId, isOwnWish: true })),
  );
  expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(results.find((result) => result.status === 'rejected')?.reason).toMatchObject({
    code: 'account.last_owner',
  });
});

test('a company with nobody else in it begins to close, with its open invitations withdrawn', async () => {
  const ours = await database.createCompany({ name: 'One-Man Works' });
  await rows(
    `insert into app.invitations (company_id, email, role, token_hash, invited_by, invited_by_name, expires_at)
     values ($1, 'new@example.com', 'operator', $2, $3, $4, now() + interval '7 days')`,
    [ours.companyId, 'a'.repeat(64), ours.owner.userId, ours.owner.name],
  );
  expect(await previewErasure(auth(), { userId: ours.owner.userId })).toEqual({
    obstacle: null,
    closing: [{ id: ours.companyId, name: 'One-Man Works' }],
  });
  await eraseUser(auth(), { userId: ours.owner.userId, isOwnWish: true });
  expect(
    await rows(
      'select status, status_before_closing, closing_at from app.company_settings where company_id = $1',
      [ours.companyId],
    ),
  ).toEqual([{ status: 'closing', status_before_closing: 'active', closing_at: expect.any(Date) }]);
  expect(
    await rows('select revoked_at, invited_by_name from app.invitations where company_id = $1', [
      ours.companyId,
    ]),
  ).toEqual([{ revoked_at: expect.any(Date), invited_by_name: 'deleted user' }]);
});

test('the last administrator of the platform has to stay; a suspended one does not count', async () => {
  const ours = await database.createCompany({ members: ['owner', 'owner'] });
  const [first, second] = [ours.owner, ours.members[0]!];
  await rows('update auth."user" set role = \'admin\' where id = any($1)', [[first.userId, second.userId]]);
  await rows('update auth."user" set banned = true where id = $1', [second.userId]);
  await expect(eraseUser(auth(), { userId: first.userId, isOwnWish: true })).rejects.toMatchObject({
    code: 'account.last_admin',
  });
  await rows('update auth."user" set banned = false where id = $1', [second.userId]);
  await eraseUser(auth(), { userId: first.userId, isOwnWish: true });
  await expect(eraseUser(auth(), { userId: second.userId, isOwnWish: true })).rejects.toMatchObject({
    code: 'account.last_admin',
  });
  expect(
    await rows(
      `select e.action, e.actor_name = f.pseudonym and e.subject_name = f.pseudonym as told
       from platform.events e join app.former_members f on f.ref = e.actor_id where f.user_id = $1`,
      [first.userId],
    ),
  ).toEqual([{ action: 'user.deleted', told: true }]);
});

test('only sign-in may erase anyone', async () => {
  const ours = await database.createCompany({ members: ['admin'] });
  for (const db of [database.app, database.platform])
    await expect(
      eraseUser({ auth: db }, { userId: ours.members[0]!.userId, isOwnWish: true }),
    ).rejects.toThrow(/permission denied/);
});

test('an administrator who is gone is not named in the lists of those they acted as or looked after', async () => {
  const ours = await database.createCompany({ members: ['owner', 'operator'] });
  const [leaving, other, user] = [ours.owner, ours.members[0]!, ours.members[1]!];
  await rows('update auth."user" set role = \'admin\' where id = any($1)', [[leaving.userId, other.userId]]);
  await rows('update auth."user" set name = $2 where id = $1', [leaving.userId, 'Grace Administrator']);
  await rows(
    `insert into auth.user_events (user_id, action, detail)
     values ($1, 'support.started', '{"adminName": "Grace Administrator", "reason": "asked for"}')`,
    [user.userId],
  );
  await rows(
    `insert into platform.support_sessions (id, admin_id, admin_name, user_id, user_name, reason, company_ids)
     values (gen_random_uuid(), $1, 'Grace Administrator', $2, 'operator', 'asked for', '{}')`,
    [leaving.userId, user.userId],
  );
  await eraseUser(auth(), { userId: leaving.userId, isOwnWish: true });
  expect(await findText('Grace Administrator')).toEqual([]);
  expect(await rows('select detail from auth.user_events where user_id = $1', [user.userId])).toEqual([
    { detail: { adminName: 'deleted user', reason: 'asked for' } },
  ]);
});
