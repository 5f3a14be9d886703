import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteMails, sendMailsAgain } from './change-outbox.ts';
import { listOutbox } from './list-outbox.ts';
import { openMail } from './open-mail.ts';
import { type Mailer, type OutgoingMail, queueMail } from './queue-mail.ts';

const mailer: Mailer = {
  isConfigured: false,
  origin: 'https://readout.example.com',
  render: ({ paragraphs, button }) => ({
    text: [...paragraphs, button ? `${button.label}:\n${button.url}` : ''].join('\n\n'),
    html: '<p></p>',
  }),
};

let database: TestDatabase;
let company: TestCompany;
let admin: { userId: string; sessionId: string };
const actor = () => ({ userId: admin.userId, name: 'Ada', platformRole: 'admin' as const });
const platform = () => ({ platform: database.platform, mailer });

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.asOwner((client) => client.query('delete from auth.mails'));
  company = await database.createCompany({ members: ['reviewer', 'operator'] });
  admin = await makeAdmin(company.owner.userId);
});

async function makeAdmin(userId: string): Promise<{ userId: string; sessionId: string }> {
  const sessionId = randomUUID();
  await database.asOwner(async (client) => {
    await client.query(`update auth."user" set role = 'admin' where id = $1`, [userId]);
    await client.query(
      `insert into auth.session (id, user_id, token, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
      [sessionId, userId, `token-${sessionId}`],
    );
  });
  return { userId, sessionId };
}

function queue(mail: Partial<OutgoingMail> = {}, with_ = mailer): Promise<string> {
  return queueMail(database.app, with_, {
    kind: 'reset_password',
    to: company.members[0]!.email,
    userId: company.members[0]!.userId,
    content: () => ({
      subject: 'Set a new password',
      paragraphs: ['http://elsewhere.example/evil', 'Somebody asked for it.'],
      button: { label: 'Set it', url: `${mailer.origin}/auth/reset-password?token=the-token` },
    }),
    linksExpireAt: new Date(Date.now() + 3_600_000),
    ...mail,
  });
}

const open = (mailId: string, by = admin) =>
  openMail(platform(), {
    actor: { ...actor(), userId: by.userId, ipAddress: '192.0.2.1' },
    sessionId: by.sessionId,
    mailId,
    origin: 'http://localhost:3000',
    userAgent: 'Browser',
  });

const events = (table: string, where: string, value: string) =>
  database.asOwner(
    async (client) =>
      (await client.query(`select * from ${table} where ${where} = $1 order by id`, [value])).rows,
  );

test('the text of a mail that nothing could send opens, with links the administrator can use, and both lists say so', async () => {
  const id = await queue();
  const mail = await open(id);
  expect(mail).toMatchObject({
    to: company.members[0]!.email,
    isOwn: false,
    links: ['http://localhost:3000/auth/reset-password?token=the-token'],
  });
  expect(mail.text).toContain('\nhttp://localhost:3000/auth/reset-password?token=the-token');
  expect(mail.text).toContain('http://elsewhere.example/evil');
  expect(await events('platform.events', 'subject_id', id)).toMatchObject([
    { action: 'mail.opened', actor_id: admin.userId, actor_name: 'owner 0', ip_address: '192.0.2.1' },
  ]);
  const theirs = await events('auth.user_events', 'user_id', company.members[0]!.userId);
  expect(theirs).toMatchObject([
    { action: 'mail.opened', detail: { by: 'owner 0', kind: 'reset_password' }, ip_address: null },
  ]);
  expect(JSON.stringify(theirs)).not.toContain('the-token');
});

test('nobody opens what was made to be sent, what is to another administrator, or what has expired', async () => {
  const other = await makeAdmin(company.members[1]!.userId);
  const toOther = await queue({ to: company.members[1]!.email, userId: company.members[1]!.userId });
  const toTheirAddress = await queueMail(database.app, mailer, {
    kind: 'invitation',
    to: company.members[1]!.email.toUpperCase(),
    content: () => ({ subject: 's', paragraphs: [] }),
  });
  const sent = await queue({}, { ...mailer, isConfigured: true });
  const expired = await queue({ linksExpireAt: new Date(Date.now() - 1000) });
  for (const [id, code] of [
    [toOther, 'mail.not_shown'],
    [toTheirAddress, 'mail.not_shown'],
    [sent, 'mail.not_shown'],
    [expired, 'mail.erased'],
    [randomUUID(), 'mail.not_found'],
    ['../../etc', 'mail.not_found'],
  ] as const)
    await expect(open(id)).rejects.toMatchObject({ code });
  expect((await open(toOther, other)).isOwn).toBe(true);
  const { items } = await listOutbox(platform(), { actor: actor() });
  expect(Object.fromEntries(items.map((mail) => [mail.id, mail.secrecy]))).toEqual({
    [toOther]: 'other_admin',
    [toTheirAddress]: 'other_admin',
    [sent]: 'sent_by_smtp',
    [expired]: 'erased',
  });
});

test('the session proves who asks: of a user, of somebody acting as the admin, ended or forged ones open nothing', async () => {
  const id = await queue();
  const session = async (userId: string, more: string) => {
    const sessionId = randomUUID();
    await database.asOwner((client) =>
      client.query(
        `insert into auth.session (id, user_id, token, expires_at, impersonated_by) values ($1, $2, $3, ${more})`,
        [sessionId, userId, `token-${sessionId}`],
      ),
    );
    return { userId, sessionId };
  };
  const attempts = [
    await session(company.members[0]!.userId, `now() + interval '1 day', null`),
    await session(admin.userId, `now() - interval '1 minute', null`),
    await session(admin.userId, `now() + interval '1 day', '${company.members[0]!.userId}'`),
    { userId: admin.userId, sessionId: randomUUID() },
  ];
  for (const attempt of attempts)
    await expect(open(id, attempt)).rejects.toMatchObject({ code: 'platform.admin_only' });
  await database.asOwner((client) =>
    client.query('update auth."user" set banned = true where id = $1', [admin.userId]),
  );
  await expect(open(id)).rejects.toMatchObject({ code: 'platform.admin_only' });
});

test('no role of the pages reads what a mail says in any other way', async () => {
  const id = await queue();
  const opening = sql`select app.open_mail(${id}, ${randomUUID()}, null, null) as answer`;
  expect((await opening.execute(database.platform)).rows).toEqual([{ answer: { outcome: 'not_admin' } }]);
  await expect(opening.execute(database.app)).rejects.toThrow(/permission denied/);
  for (const db of [database.platform, database.app])
    await expect(sql`select body_text from auth.mails`.execute(db)).rejects.toThrow(/permission denied/);
  const { rows } = await sql`select * from app.platform_mails`.execute(database.platform);
  expect(JSON.stringify(rows)).not.toContain('the-token');
  await expect(sql`select * from app.platform_mails`.execute(database.app)).rejects.toThrow(
    /permission denied/,
  );
});

test('the list is searched, filtered and paged, and is for administrators', async () => {
  await queue({ to: 'ben_100%@example.com' });
  await queue({ to: 'benx100x@example.com' });
  await queue({
    kind: 'invitation',
    to: 'carla@example.com',
    content: () => ({ subject: '<b>Join</b>', paragraphs: [] }),
  });
  const list = (input: object) => listOutbox(platform(), { actor: actor(), ...input });
  expect((await list({ search: 'ben_100%' })).items).toHaveLength(1);
  expect(await list({ search: '<b>' })).toMatchObject({ total: 1, items: [{ to: 'carla@example.com' }] });
  expect(await list({ state: 'failed' })).toMatchObject({ total: 0, items: [] });
  expect(await list({ limit: 1, offset: 1 })).toMatchObject({
    total: 3,
    waiting: 3,
    items: [{ to: 'benx100x@example.com' }],
  });
  await expect(listOutbox(platform(), { actor: { ...actor(), platformRole: 'user' } })).rejects.toMatchObject(
    { code: 'platform.admin_only' },
  );
});

test('failed and kept mails go out once SMTP is there, sent ones stay; both actions are written down', async () => {
  const [waiting, failed, sent] = [await queue(), await queue(), await queue()];
  await database.asOwner(async (client) => {
    await client.query(
      `update auth.mails set state = 'failed', attempts = 8, without_smtp = false, last_error = 'no' where id = $1`,
      [failed],
    );
    await client.query(`update auth.mails set state = 'sent', body_text = null where id = $1`, [sent]);
  });
  const mailIds = [waiting, failed, sent, 'nonsense'];
  await expect(sendMailsAgain(platform(), { actor: actor(), mailIds })).rejects.toMatchObject({
    code: 'mail.no_smtp',
  });
  const configured = { ...platform(), mailer: { isConfigured: true } };
  expect(await sendMailsAgain(configured, { actor: actor(), mailIds })).toEqual({ changed: 2 });
  const { items } = await listOutbox(platform(), { actor: actor(), state: 'waiting' });
  expect(items).toMatchObject([
    { attempts: 0, lastError: null, withoutSmtp: false },
    { attempts: 0, lastError: null, withoutSmtp: false },
  ]);
  await expect(open(waiting)).rejects.toMatchObject({ code: 'mail.not_shown' });
  expect(await deleteMails(platform(), { actor: actor(), mailIds })).toEqual({ changed: 2 });
  expect(await events('platform.events', 'subject_id', failed)).toMatchObject([
    { action: 'mail.sent_again' },
    { action: 'mail.deleted' },
  ]);
});
