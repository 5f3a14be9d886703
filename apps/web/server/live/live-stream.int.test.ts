import { randomUUID } from 'node:crypto';
import { createPool } from '@readout/database';
import {
  createTestDatabase,
  type TestCompany,
  type TestDatabase,
  type TestMember,
} from '@readout/database/testing';
import { markRead } from '@readout/domain/notifications/mark-read';
import { notify } from '@readout/domain/notifications/notify';
import { readingQueue } from '@readout/domain/readings/reading-queue';
import { capture, scopeOf } from '@readout/domain/testing/arrange';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readEventStream } from '../testing/read-event-stream.ts';
import { createLiveChanges, type LiveChanges } from './live-changes.ts';
import { createLivePeople } from './live-people.ts';
import { liveStream } from './live-stream.ts';

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
let live: LiveChanges;
let company: TestCompany;
let stopping: AbortController;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.address, 'readout_app', database.secret, { maxConnections: 1 });
  live = createLiveChanges({ pool, onError: () => {} });
  await live.ready();
});
afterAll(async () => {
  await live.close();
  await pool.end();
  await database.close();
});
beforeEach(async () => {
  stopping = new AbortController();
  company = await database.createCompany({ members: ['reviewer', 'operator'] });
});
afterEach(() => stopping.abort());

const owner = (text: string, values: unknown[] = []) =>
  database.asOwner(async (client) => (await client.query(text, values)).rows);

interface Told {
  event: string;
  data: unknown;
}

/** A stream of a session of the member's own: the next thing it tells, and whether the server has ended it. */
async function open(
  member: TestMember,
  companyId: string | null = company.companyId,
  more: { seesWatches?: boolean; onlyCreatedBy?: string } = {},
) {
  const sessionId = randomUUID();
  await owner(
    `insert into auth.session (id, user_id, token, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
    [sessionId, member.userId, `token-${sessionId}`],
  );
  const response = liveStream(
    { live, people: createLivePeople(database) },
    { companyId, userId: member.userId, sessionId, ...more },
    stopping.signal,
  );
  const read = readEventStream(response);
  const next = async (): Promise<Told | 'ended'> => {
    const fields = await read();
    return fields ? { event: String(fields.event), data: JSON.parse(String(fields.data)) } : 'ended';
  };
  expect(await next()).toEqual({ event: 'hello', data: {} });
  return { sessionId, next };
}

const tell = (member: TestMember) =>
  database.auth.transaction().execute((trx) =>
    notify(trx, {
      companyId: company.companyId,
      userIds: [member.userId],
      kind: 'company.resumed',
      subjectType: 'company',
      subjectId: company.companyId,
    }),
  );

test('the bell of whom it concerns counts at once, also for who works in another company or in none', async () => {
  const [reviewer, operator] = company.members as [TestMember, TestMember];
  const [first, second] = [await open(reviewer), await open(reviewer, null)];
  const other = await open(operator);
  await tell(reviewer);
  expect(await first.next()).toEqual({ event: 'notification', data: { unread: 1 } });
  expect(await second.next()).toEqual({ event: 'notification', data: { unread: 1 } });
  await markRead({ db: database.app }, { userId: reviewer.userId, upTo: 2 ** 40 });
  expect(await first.next()).toEqual({ event: 'notification', data: { unread: 0 } });
  await tell(operator);
  // The first thing it hears is its own.
  expect(await other.next()).toEqual({ event: 'notification', data: { unread: 1 } });
});

test('a session that ends ends its stream at once, and no other', async () => {
  const member = company.members[0]!;
  const [mine, mineElsewhere] = [await open(member), await open(member)];
  await owner('delete from auth.session where id = $1', [mine.sessionId]);
  expect(await mine.next()).toEqual({ event: 'session', data: { reason: 'ended' } });
  expect(await mine.next()).toBe('ended');
  await tell(member);
  expect(await mineElsewhere.next()).toMatchObject({ event: 'notification' });
});

test('a suspended person’s streams end at once and say why', async () => {
  const member = company.members[0]!;
  const streams = [await open(member), await open(member, null)];
  await owner('update auth."user" set banned = true where id = $1', [member.userId]);
  for (const stream of streams) {
    expect(await stream.next()).toEqual({ event: 'session', data: { reason: 'suspended' } });
    expect(await stream.next()).toBe('ended');
  }
});

test('another role, or none any more, starts the stream over: it may hear other things now', async () => {
  const [reviewer, operator] = company.members as [TestMember, TestMember];
  const [changed, removed] = [await open(reviewer), await open(operator)];
  await owner(`update auth.membership set role = 'operator' where user_id = $1`, [reviewer.userId]);
  await owner('delete from auth.membership where user_id = $1', [operator.userId]);
  for (const stream of [changed, removed]) {
    expect(await stream.next()).toEqual({ event: 'session', data: { reason: 'changed' } });
    expect(await stream.next()).toBe('ended');
  }
});

test('a company that is suspended tells its own members, the installation tells everyone', async () => {
  const other = await database.createCompany();
  const [mine, theirs] = [await open(company.owner), await open(other.owner, other.companyId)];
  await owner(`update app.company_settings set status = 'suspended' where company_id = $1`, [
    company.companyId,
  ]);
  expect(await mine.next()).toEqual({ event: 'company', data: {} });
  live.tellPlatform();
  expect(await mine.next()).toEqual({ event: 'platform', data: {} });
  expect(await theirs.next()).toEqual({ event: 'platform', data: {} });
});

test('a capture is told to its own company, and to who sees only their own where it is theirs', async () => {
  const other = await database.createCompany();
  const [reviewer, operator] = company.members as [TestMember, TestMember];
  const sees = await open(reviewer);
  const theirs = await open(other.owner, other.companyId);
  const own = await open(operator, company.companyId, { onlyCreatedBy: operator.userId });
  const add = async (by: TestMember) =>
    (await capture({ database, queue: readingQueue }, scopeOf(company, by), { unread: true })).captureId;
  const first = await add(company.owner);
  expect(await sees.next()).toEqual({ event: 'change', data: { captureId: first, documentId: first } });
  const second = await add(operator);
  // The first thing each hears is what it may.
  expect(await own.next()).toEqual({ event: 'change', data: { captureId: second, documentId: second } });
  live.tellPlatform();
  expect(await theirs.next()).toEqual({ event: 'platform', data: {} });
});

test('a watch tells once a batch, its own company, and those who may look at watches', async () => {
  const other = await database.createCompany();
  const [operator] = company.members.toReversed() as [TestMember];
  const mine = await open(company.owner, company.companyId, { seesWatches: true });
  const theirs = await open(other.owner, other.companyId, { seesWatches: true });
  const withoutRight = await open(operator);
  const [row] = await owner(
    `insert into app.watches (company_id, name, source_kind, place, reads, created_by)
     values ($1, 'Boiler', 'screen', '{}', '{}', $2) returning id`,
    [company.companyId, company.owner.userId],
  );
  expect(await mine.next()).toEqual({ event: 'watch', data: { watchId: row.id } });
  live.tellPlatform();
  for (const stream of [theirs, withoutRight])
    expect(await stream.next()).toMatchObject({ event: 'platform' });
});

test('after the database was away every stream starts over', async () => {
  const stream = await open(company.owner);
  await owner(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%' and usename like 'readout%app'`,
  );
  expect(await stream.next()).toEqual({ event: 'resync', data: {} });
  expect(await stream.next()).toBe('ended');
});
