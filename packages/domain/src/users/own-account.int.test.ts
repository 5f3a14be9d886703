import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase, type TestMember } from '@readout/database/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Mailer } from '../mails/queue-mail.ts';
import type { ReadingQueue } from '../readings/reading-queue.ts';
import { capture, createJobTable, scopeOf } from '../testing/arrange.ts';
import { changeEmailAtOnce } from './change-email.ts';
import { exportMyData } from './export-my-data.ts';
import { getAccount, refreshSession } from './get-account.ts';
import { endOtherSessions, endSession, listSessions } from './list-sessions.ts';
import { listUserEvents } from './list-user-events.ts';
import type { AccountActor } from './own-account.ts';

let database: TestDatabase;
let queue: ReadingQueue;
beforeAll(async () => {
  database = await createTestDatabase();
  queue = await createJobTable(database);
});
afterAll(() => database.close());

const auth = () => ({ auth: database.auth });
const mailer: Mailer = {
  isConfigured: false,
  origin: 'https://readout.example.com',
  render: ({ paragraphs }) => ({ text: paragraphs.join('\n'), html: '' }),
};
const rows = <T = Record<string, unknown>>(query: string, values: unknown[] = []) =>
  database.asOwner(async (client) => (await client.query(query, values)).rows as T[]);

async function sessionOf({ userId }: TestMember, agent = 'Firefox/140'): Promise<AccountActor> {
  const [row] = await rows<{ id: string }>(
    "insert into auth.session (user_id, token, expires_at, ip_address, user_agent) values ($1, $2, now() + interval '1 day', '203.0.113.9', $3) returning id",
    [userId, randomUUID(), agent],
  );
  return { userId, sessionId: row!.id, ipAddress: '203.0.113.9', userAgent: agent };
}

const exported = async (actor: AccountActor) => {
  let text = '';
  for await (const chunk of await exportMyData({ auth: database.auth, db: database.app }, { actor }))
    text += new TextDecoder().decode(chunk);
  return { text, data: JSON.parse(text) };
};

test('the export holds what is kept about a person in each of their companies, and nothing of anyone else', async () => {
  const [ours, second, theirs] = [
    await database.createCompany({ name: 'Ours', members: ['operator', 'operator'] }),
    await database.createCompany({ name: 'Second' }),
    await database.createCompany({ name: 'Theirs' }),
  ];
  const [me, colleague] = [ours.members[0]!, ours.members[1]!];
  await rows('insert into auth.membership (company_id, user_id, role) values ($1, $2, $3)', [
    second.companyId,
    me.userId,
    'reviewer',
  ]);
  const mine = await capture({ database, queue }, scopeOf(ours, me), { fileName: 'mine.jpg' });
  await capture({ database, queue }, scopeOf(ours, colleague), { fileName: 'colleague.jpg' });
  await capture({ database, queue }, scopeOf(second), { fileName: 'second.jpg' });
  await capture({ database, queue }, scopeOf(theirs), { fileName: 'theirs.jpg' });
  await rows(
    "insert into auth.account (account_id, provider_id, user_id, password) values ('x', 'credential', $1, 'pass-hash')",
    [me.userId],
  );
  await rows(
    "insert into auth.two_factor (user_id, secret, backup_codes) values ($1, 'totp-secret', 'recovery')",
    [me.userId],
  );
  await rows(
    "insert into auth.mails (kind, to_email, user_id, subject, body_text, without_smtp) values ('reset_password', $2, $1, 'Reset', 'https://link', true)",
    [me.userId, me.email],
  );
  const actor = await sessionOf(me);
  const { text, data } = await exported(actor);
  expect(data.account).toMatchObject({ name: me.name, email: me.email, hasPassword: true });
  expect(data.sessions).toMatchObject([{ ipAddress: '203.0.113.9', userAgent: 'Firefox/140' }]);
  expect(data.mails).toMatchObject([{ subject: 'Reset', to: me.email }]);
  expect(data.companies.map((each: { company: object }) => each.company)).toMatchObject([
    { name: 'Ours', role: 'operator' },
    { name: 'Second', role: 'reviewer' },
  ]);
  expect(data.companies[0].captures).toMatchObject([{ id: mine.captureId, fileName: 'mine.jpg' }]);
  expect(data.companies[0].records).toMatchObject([
    { captureId: mine.captureId, type: 'receipt', capturedByMe: true },
  ]);
  expect(data.companies[1].captures).toEqual([]);
  for (const foreign of [
    'colleague.jpg',
    'second.jpg',
    'theirs.jpg',
    'Theirs',
    colleague.email,
    'pass-hash',
    'totp-secret',
    'recovery',
    'https://link',
    'ACME',
  ])
    expect(text).not.toContain(foreign);
});

test('a platform admin who acts as somebody gets to see nothing of the account and changes nothing', async () => {
  const { owner } = await database.createCompany();
  const own = await sessionOf(owner);
  const acting = { ...own, impersonatedBy: randomUUID() };
  for (const call of [
    () => exportMyData({ auth: database.auth, db: database.app }, { actor: acting }),
    () => listSessions(auth(), { actor: acting }),
    () => listUserEvents(auth(), { actor: acting }),
    () => endOtherSessions(auth(), { actor: acting }),
    () => endSession(auth(), { actor: acting, sessionId: own.sessionId }),
    () => changeEmailAtOnce({ ...auth(), mailer }, { actor: acting, email: 'other@example.com' }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'support.read_only' });
});

test("sessions are ended one by one or all but the present one, and never another person's", async () => {
  const { owner, members } = await database.createCompany({ members: ['admin'] });
  const here = await sessionOf(owner);
  const [phone, tablet] = [await sessionOf(owner, 'iPhone'), await sessionOf(owner, 'iPad')];
  const foreign = await sessionOf(members[0]!);
  expect((await listSessions(auth(), { actor: here })).map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
    [here.sessionId, true],
    ...[tablet, phone].map((each) => [each.sessionId, false]),
  ]);
  for (const sessionId of [foreign.sessionId, here.sessionId, randomUUID(), 'no id'])
    await expect(endSession(auth(), { actor: here, sessionId })).rejects.toMatchObject({
      code: 'session.not_found',
    });
  await endSession(auth(), { actor: here, sessionId: phone.sessionId });
  expect(await endOtherSessions(auth(), { actor: here })).toBe(1);
  expect((await listSessions(auth(), { actor: here })).map((each) => each.id)).toEqual([here.sessionId]);
  expect(await listSessions(auth(), { actor: foreign })).toHaveLength(1);
  const { items } = await listUserEvents(auth(), { actor: here });
  expect(items.map((event) => event.action)).toEqual(['sessions.ended', 'session.ended']);
});

test('events are listed page by page, newest first', async () => {
  const { owner } = await database.createCompany();
  const actor = await sessionOf(owner);
  for (let index = 0; index < 5; index++)
    await rows('insert into auth.user_events (user_id, action) values ($1, $2)', [
      owner.userId,
      `event.${index}`,
    ]);
  const first = await listUserEvents(auth(), { actor, limit: 3 });
  const second = await listUserEvents(auth(), { actor, limit: 3, before: first.items.at(-1)!.id });
  expect([...first.items, ...second.items].map((event) => event.action)).toEqual(
    [4, 3, 2, 1, 0].map((n) => `event.${n}`),
  );
  expect([first.hasMore, second.hasMore]).toEqual([true, false]);
});

test('a session stays fresh for ten minutes after its person proved who they are', async () => {
  const { owner } = await database.createCompany();
  const actor = await sessionOf(owner);
  const isFresh = async () => (await getAccount(auth(), { actor })).isFresh;
  expect(await isFresh()).toBe(true);
  await rows("update auth.session set created_at = now() - interval '11 minutes' where id = $1", [
    actor.sessionId,
  ]);
  expect(await isFresh()).toBe(false);
  await refreshSession(auth(), { actor });
  expect(await isFresh()).toBe(true);
});

test('a changed address tells the old one, ends links sent there and has to be confirmed again', async () => {
  const { owner, members } = await database.createCompany({ members: ['admin'] });
  const actor = await sessionOf(owner);
  await rows('update auth."user" set email_verified = true where id = $1', [owner.userId]);
  await rows(
    "insert into auth.verification (identifier, value, expires_at) values ('reset-password:abc', $1, now() + interval '1 hour')",
    [owner.userId],
  );
  await rows(
    "insert into auth.mails (kind, to_email, user_id, subject, body_text, without_smtp) values ('reset_password', $2, $1, 'Reset', 'https://link', true)",
    [owner.userId, owner.email],
  );
  const change = (email: string) => changeEmailAtOnce({ ...auth(), mailer }, { actor, email });
  await expect(change('not an address')).rejects.toMatchObject({ code: 'account.email_unusable' });
  await expect(change(owner.email)).rejects.toMatchObject({ code: 'account.email_unchanged' });
  await expect(change(members[0]!.email)).rejects.toMatchObject({ code: 'account.email_taken' });
  await change('  New.Address@Example.com ');
  expect(await getAccount(auth(), { actor })).toMatchObject({
    email: 'new.address@example.com',
    emailVerified: false,
  });
  expect(await rows('select from auth.verification where value = $1', [owner.userId])).toEqual([]);
  expect(
    await rows('select kind, to_email, body_text from auth.mails where user_id = $1 order by created_at', [
      owner.userId,
    ]),
  ).toEqual([
    { kind: 'reset_password', to_email: owner.email, body_text: null },
    {
      kind: 'security',
      to_email: owner.email,
      body_text: expect.stringContaining('new.address@example.com'),
    },
  ]);
});
