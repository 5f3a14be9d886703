import { type BreachReason, installationChain, verifyAudit } from '@readout/database';
import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { scopeOf } from '../testing/arrange.ts';
import { eraseUser } from '../users/erase-user.ts';
import { chainBacklog } from './chain-backlog.ts';
import { forgetFormerMembers } from './forget-former-members.ts';
import { recordAuditEvent } from './record-audit-event.ts';
import { recordPlatformEvent } from './record-platform-event.ts';

let database: TestDatabase;
let company: TestCompany;
let scope: Scope;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  company = await database.createCompany({ members: ['owner', 'reviewer'] });
  scope = scopeOf(company);
});

const happens = (by: Scope, count = 1, detail: Record<string, unknown> = {}) =>
  inScope(database.app, by, (trx) =>
    recordAuditEvent(
      trx,
      by,
      Array.from({ length: count }, (_, n) => ({
        action: 'record.confirmed',
        subjectType: 'record' as const,
        subjectId: `${n}`,
        detail,
      })),
    ),
  );
const verify = (of = company.companyId, ...kept: Parameters<typeof verifyAudit>[2][]) =>
  database.asOwner((client) => verifyAudit(client, of, ...kept));
const owner = (text: string, ...values: unknown[]) =>
  database.asOwner(async (client) => (await client.query(text, values)).rows);
const rows = (companyId = company.companyId) =>
  owner('select * from app.audit_events where company_id = $1 order by id', companyId);

test('events of many transactions at once make one chain without a gap, and undone ones leave none', async () => {
  await Promise.all([
    ...Array.from({ length: 12 }, () => happens(scope)),
    happens(scope, 23),
    happens(scopeOf(company, company.members[0])),
    inScope(database.app, scope, async (trx) => {
      await recordAuditEvent(trx, scope, { action: 'x.undone', subjectType: 'record', subjectId: 'x' });
      throw new Error('undone');
    }).catch(() => {}),
  ]);
  expect(await verify()).toMatchObject({ links: 36, breach: null, waiting: 0, head: { seq: 36 } });
});

test('the installation’s own list is a chain as well', async () => {
  const before = await verify(installationChain);
  await recordPlatformEvent(
    database.platform,
    { userId: company.owner.userId, name: 'Ada' },
    {
      action: 'platform.announced',
      subjectType: 'platform',
      subjectId: 'platform',
      detail: { text: 'ü "x"' },
    },
  );
  const after = await verify(installationChain);
  expect([after.links - before.links, after.breach]).toEqual([1, null]);
});

test('no role of the server changes or removes an event or a link', async () => {
  await happens(scope);
  for (const table of ['app.audit_events', 'app.audit_chain', 'app.audit_heads', 'platform.events'])
    for (const role of ['app', 'auth', 'platform'] as const)
      for (const change of [
        `delete from ${table}`,
        `update ${table} set ${table.endsWith('heads') ? 'seq = 0' : `action = 'x'`}`,
      ])
        await expect(sql.raw(change).execute(database[role])).rejects.toMatchObject({ code: '42501' });
  for (const call of [
    `select app.erase_from_list('${company.companyId}', '${company.owner.userId}', '{}')`,
    `select app.chain_events('${company.companyId}', 0, null, null)`,
  ])
    await expect(sql.raw(call).execute(database.app)).rejects.toMatchObject({ code: '42501' });
});

test.each<[string, string, { reason: BreachReason['reason'] } & Partial<Record<'half' | 'count', unknown>>]>([
  [
    'another name',
    `update app.audit_events set actor_name = 'Mallory' where id = $2`,
    { reason: 'half_changed', half: 'who' },
  ],
  [
    'another address',
    `update app.audit_events set ip_address = '192.0.2.9' where id = $2`,
    { reason: 'half_changed', half: 'who' },
  ],
  [
    'another text',
    `update app.audit_events set detail = '{"total": 2}' where id = $2`,
    { reason: 'half_changed', half: 'what' },
  ],
  [
    'another thing',
    `update app.audit_events set subject_id = 'y' where id = $2`,
    { reason: 'half_changed', half: 'what' },
  ],
  [
    'another time',
    `update app.audit_events set created_at = '2020-01-01' where id = $2`,
    { reason: 'changed' },
  ],
  ['another action', `update app.audit_chain set action = 'x.y' where event_id = $2`, { reason: 'changed' }],
  ['an event gone', 'delete from app.audit_events where id = $2', { reason: 'half_gone' }],
  ['a link gone', 'delete from app.audit_chain where event_id = $2', { reason: 'missing', count: 1 }],
  [
    'a salt gone',
    'update app.audit_events set who_salt = null where id = $2',
    { reason: 'half_gone', half: 'who' },
  ],
  [
    'said to be erased',
    'update app.audit_events set who_erased = 1, who_salt = null where id = $2',
    { reason: 'erased_untold' },
  ],
])('changed by who owns the database is found, and the event named: %s', async (_, change, why) => {
  await happens(scope, 5, { total: 1 });
  const third = (await rows())[2].id;
  await owner(change.includes('$1') ? change : `${change} and company_id = $1`, company.companyId, third);
  const { breach } = await verify();
  expect(breach?.why).toMatchObject(why);
  expect([3, 4]).toContain(breach?.seq);
});

test('events put beside the chain, cut off at its end, or rewritten as a whole are found', async () => {
  await happens(scope, 5);
  const { head } = await verify();
  expect(await verify(company.companyId, [head])).toMatchObject({ breach: null, headsFound: 1 });
  await database.asOwner(async (client) => {
    await client.query('alter table app.audit_events disable trigger chain_event');
    await client.query(
      "insert into app.audit_events (company_id, actor_name, action, subject_type, subject_id) values ($1, 'x', 'x.y', 'record', 'x')",
      [company.companyId],
    );
    await client.query('alter table app.audit_events enable trigger chain_event');
  });
  expect((await verify()).breach?.why).toEqual({ reason: 'outside', count: 1 });
  await owner("delete from app.audit_events where company_id = $1 and action = 'x.y'", company.companyId);
  await owner('delete from app.audit_chain where company_id = $1 and seq > 3', company.companyId);
  await owner(
    'delete from app.audit_events where company_id = $1 and id not in (select event_id from app.audit_chain where company_id = $1)',
    company.companyId,
  );
  expect((await verify()).breach?.why).toEqual({ reason: 'cut', seq: 3, written: 5 });
  // Anyone who rewrites the head as well is told from what was kept elsewhere.
  await owner(
    'update app.audit_heads h set seq = 3, hash = (select hash from app.audit_chain where company_id = $1 and seq = 3) where company_id = $1',
    company.companyId,
  );
  expect((await verify()).breach).toBeNull();
  expect((await verify(company.companyId, [head])).breach?.why).toEqual({ reason: 'gone_since_kept' });
  await happens(scope, 2);
  expect((await verify(company.companyId, [head])).breach).toMatchObject({
    seq: 5,
    why: { reason: 'other_than_kept' },
  });
});

test('a deleted account leaves a pseudonym of its own in each company, and a chain that says what was erased', async () => {
  const other = await database.createCompany();
  const leaving = company.members[0]!;
  await owner(
    `insert into auth.membership (company_id, user_id, role) values ($1, $2, 'admin')`,
    other.companyId,
    leaving.userId,
  );
  const here = {
    ...scopeOf(company, leaving),
    actor: { ...scopeOf(company, leaving).actor, ipAddress: '192.0.2.7' },
  };
  await happens(here, 3);
  await happens({ ...here, companyId: other.companyId }, 2);
  await happens(scope, 2, { memberName: leaving.name, email: leaving.email });
  await happens({
    ...scope,
    actor: { ...scope.actor, impersonatedBy: leaving.userId, impersonatedByName: leaving.name },
  });
  await eraseUser({ auth: database.auth }, { userId: leaving.userId, isOwnWish: true });

  const left = JSON.stringify([
    await rows(),
    await rows(other.companyId),
    await owner("select * from platform.events where created_at > now() - interval '1 minute'"),
    await owner('select * from app.audit_chain'),
  ]);
  for (const personal of [leaving.userId, leaving.email, JSON.stringify(leaving.name), '192.0.2.7'])
    expect(left).not.toContain(personal);
  const names = async (companyId: string) => [
    ...new Set((await rows(companyId)).map((row) => row.actor_name).filter((name) => /^former/.test(name))),
  ];
  const [mine, theirs] = [await names(company.companyId), await names(other.companyId)];
  expect([mine.length, theirs.length]).toEqual([1, 1]);
  expect(mine[0]).toMatch(/^former member [0-9a-f]{4}$/);
  const ids = (await rows())
    .concat(await rows(other.companyId))
    .filter((row) => /^former/.test(row.actor_name));
  expect(new Set(ids.map((row) => `${row.company_id} ${row.actor_id}`)).size).toBe(2);
  expect(new Set(ids.map((row) => row.actor_id)).size).toBe(2);
  expect((await rows()).filter((row) => row.detail.memberName).map((row) => row.detail)).toEqual([
    { memberName: mine[0], email: mine[0] },
    { memberName: mine[0], email: mine[0] },
  ]);

  for (const id of [company.companyId, other.companyId, installationChain]) {
    const { breach } = await verify(id);
    expect(breach).toBeNull();
  }
  const { erasedOn } = await verify();
  // Three done by them, three that name them.
  expect([...erasedOn.values()]).toEqual([6]);
  // What was erased is what the list says, no more.
  const untouched = (await rows()).find((row) => row.action === 'member.left').id;
  await owner(
    'update app.audit_events set who_erased = (select max(who_erased) from app.audit_events where company_id = $1) where id = $2',
    company.companyId,
    untouched,
  );
  expect((await verify()).breach?.why).toMatchObject({ reason: 'erased_otherwise' });
  await owner('update app.audit_events set who_erased = null where id = $1', untouched);

  await owner("update app.former_members set until = now() - interval '1 second'");
  expect(await forgetFormerMembers({ platform: database.platform })).toBeGreaterThanOrEqual(3);
  expect((await verify()).breach?.why ?? null).toBeNull();
  // Which acts were theirs nobody can tell any more; that somebody left keeps a name that leads nowhere.
  expect((await rows()).filter((row) => /former/.test(JSON.stringify(row))).map((row) => row.action)).toEqual(
    ['member.left'],
  );
  expect((await rows()).filter((row) => row.actor_name === 'deleted user')).toHaveLength(3);
});

test('a list from before there were chains is brought in piece by piece while new events come', async () => {
  await happens(scope, 25);
  await owner('delete from app.audit_chain where company_id = $1', company.companyId);
  await owner('delete from app.audit_heads where company_id = $1', company.companyId);
  await owner(
    'update app.audit_events set who_salt = null, what_salt = null where company_id = $1',
    company.companyId,
  );
  await owner(
    'insert into app.audit_backlog select company_id, min(id), max(id) from app.audit_events where company_id = $1 group by 1',
    company.companyId,
  );
  expect(await verify()).toMatchObject({ breach: null, waiting: 25, links: 0 });
  expect(await chainBacklog({ platform: database.platform }, { most: 10 })).toBe(true);
  await happens(scope, 3);
  expect(await verify()).toMatchObject({ breach: null, waiting: 15, links: 13 });
  while (await chainBacklog({ platform: database.platform }, { most: 10 }));
  expect(await verify()).toMatchObject({ breach: null, waiting: 0, links: 28 });
});

test('transactions that write to the same lists in another order never wait for each other', async () => {
  const ids = [
    company.companyId,
    ...(await Promise.all([1, 2].map(() => database.createCompany()))).map((c) => c.companyId),
  ];
  const [first, middle, last] = ids.toSorted() as [string, string, string];
  for (const companyId of ids) await happens({ ...scope, companyId });
  const write = (...lists: string[]) =>
    database.auth.transaction().execute(async (trx) => {
      for (const list of lists)
        await sql`insert into app.audit_events (company_id, actor_name, action, subject_type, subject_id)
          values (${list}::uuid, 'x', 'record.edited', 'record', 'x')`.execute(trx);
    });
  // The list in the middle is held, so that each has what it takes first before either goes on.
  let both: Promise<unknown> | undefined;
  await database.asOwner(async (client) => {
    await client.query('begin');
    await client.query('select from app.audit_heads where company_id = $1 for update', [middle]);
    both = Promise.all([write(first, middle, last), write(last, middle, first)]);
    both.catch(() => {});
    const waiting = async () => {
      await client.query('select pg_stat_clear_snapshot()');
      return (
        await client.query(
          "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      ).rows[0].n;
    };
    await expect.poll(waiting).toBe(2);
    await client.query('commit');
  });
  await both;
  for (const companyId of ids) expect((await verify(companyId)).breach).toBeNull();
});
