import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { acceptOwnInvitation } from '../invitations/accept-own-invitation.ts';
import type { MailContent, Mailer } from '../mails/queue-mail.ts';
import { countUnread, listMyNotifications } from './list-my-notifications.ts';
import { mailNotifications } from './mail-notifications.ts';
import { getMailPreferences, saveMailPreferences } from './mail-preferences.ts';
import { followNotification, markRead } from './mark-read.ts';
import { notificationText } from './notification-text.ts';
import { type NotificationKind, notify } from './notify.ts';

let database: TestDatabase;
let company: TestCompany;
let person: string;

/** Keeps what a mail is made from as its text. */
const mailer: Mailer = {
  isConfigured: true,
  origin: 'https://readout.example.com',
  render: (content) => ({ text: JSON.stringify(content), html: '' }),
};

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await owner('delete from app.notifications');
  await owner('delete from auth.mails');
  company = await database.createCompany({ name: 'Acme', members: ['reviewer', 'operator'] });
  person = company.members[0]!.userId;
});

const owner = (text: string, values: unknown[] = []) =>
  database.asOwner(async (client) => (await client.query(text, values)).rows);

const tell = (kind: NotificationKind, detail: Record<string, unknown> = {}, of = company, userId = person) =>
  database.auth.transaction().execute((trx) =>
    notify(trx, {
      companyId: of.companyId,
      userIds: [userId],
      kind,
      subjectType: 'company',
      subjectId: of.companyId,
      detail,
    }),
  );
const db = () => ({ db: database.app });
const list = (input = {}) => listMyNotifications(db(), { locale: 'en', userId: person, ...input });
const join = (of: TestCompany, userId = person) =>
  owner(`insert into auth.membership (company_id, user_id, role) values ($1, $2, 'operator')`, [
    of.companyId,
    userId,
  ]);

test('the bell tells of all of a person’s companies, newest first, and of nobody else’s', async () => {
  const second = await database.createCompany({ name: 'Second' });
  await join(second);
  await tell('company.resumed');
  await tell('company.resumed', {}, second);
  await tell('company.resumed', {}, second, second.owner.userId);
  const { items, unread } = await list();
  expect(items.map((item) => [item.companyName, item.text, item.isRead])).toEqual([
    ['Second', 'Second is active again.', false],
    ['Acme', 'Acme is active again.', false],
  ]);
  expect(unread).toBe(2);
  await owner('delete from auth.membership where company_id = $1 and user_id = $2', [
    second.companyId,
    person,
  ]);
  expect((await list()).items.map((item) => item.companyName)).toEqual(['Acme']);
  await expect(followNotification(db(), { userId: person, id: items[0]!.id })).rejects.toMatchObject({
    code: 'notification.not_found',
  });
});

test('reading up to what one saw leaves what came since, and one followed is read alone', async () => {
  for (let count = 1; count <= 3; count++) await tell('capture.assigned', { count, actorName: 'Ada' });
  const { items } = await list();
  await markRead(db(), { userId: person, upTo: items[1]!.id });
  expect((await list()).items.map((item) => item.isRead)).toEqual([false, true, true]);
  expect(await followNotification(db(), { userId: person, id: items[0]!.id })).toEqual({
    companyId: company.companyId,
    path: '/app?assigned=me',
  });
  expect(await countUnread(db(), { userId: person })).toBe(0);
  const stranger = company.members[1]!.userId;
  await expect(followNotification(db(), { userId: stranger, id: items[0]!.id })).rejects.toMatchObject({
    code: 'notification.not_found',
  });
});

test('pages of the list neither repeat nor skip', async () => {
  for (let count = 1; count <= 5; count++) await tell('capture.assigned', { count });
  const first = await list({ limit: 2 });
  const second = await list({ limit: 2, before: first.next! });
  const third = await list({ limit: 2, before: second.next! });
  const ids = [...first.items, ...second.items, ...third.items].map((item) => item.id);
  expect(new Set(ids).size).toBe(5);
  expect(third.next).toBeNull();
});

test('an open invitation shows to its proved address only, until it is answered, revoked or over', async () => {
  const other = await database.createCompany({ name: 'Inviting' });
  const email = company.members[0]!.email;
  const id = (
    await owner(
      `insert into app.invitations (company_id, email, role, token_hash, invited_by, invited_by_name, expires_at)
       values ($1, $2, 'reviewer', repeat('a', 64), $3, 'Ines', now() + interval '7 days') returning id`,
      [other.companyId, email, other.owner.userId],
    )
  )[0]!.id;
  expect((await list()).invitations).toEqual([]);
  await owner('update auth."user" set email_verified = true where id = $1', [person]);
  expect(await list()).toMatchObject({
    unread: 1,
    invitations: [{ id, companyName: 'Inviting', role: 'reviewer', invitedBy: 'Ines' }],
  });
  expect(
    (await listMyNotifications(db(), { locale: 'en', userId: company.owner.userId })).invitations,
  ).toEqual([]);
  await owner('update app.invitations set revoked_at = now() where id = $1', [id]);
  expect(await list()).toMatchObject({ unread: 0, invitations: [] });
});

test('an invitation to one’s proved address is accepted from the bell, once, by nobody else', async () => {
  const other = await database.createCompany({ name: 'Inviting' });
  const [reviewer, operator] = company.members;
  const invite = async (hash: string) =>
    (
      await owner(
        `insert into app.invitations (company_id, email, role, token_hash, invited_by, invited_by_name, expires_at)
         values ($1, $2, 'reviewer', repeat($4, 64), $3, 'Ines', now() + interval '7 days') returning id`,
        [other.companyId, reviewer!.email, other.owner.userId, hash],
      )
    )[0]!.id as string;
  const invitationId = await invite('b');
  const accept = (userId: string, id = invitationId, impersonatedBy?: string) =>
    acceptOwnInvitation(
      { auth: database.auth, mailer },
      {
        invitationId: id,
        user: { id: userId, name: 'Somebody' },
        sessionId: randomUUID(),
        impersonatedBy,
        ipAddress: null,
      },
    );
  const unknown = { code: 'invitation.unknown' };
  await expect(accept(person)).rejects.toMatchObject(unknown);
  await owner('update auth."user" set email_verified = true where id = any($1)', [
    [person, operator!.userId],
  ]);
  await expect(accept(operator!.userId)).rejects.toMatchObject(unknown);
  await expect(accept(person, 'not an id')).rejects.toMatchObject(unknown);
  await expect(accept(person, invitationId, other.owner.userId)).rejects.toMatchObject({
    code: 'support.read_only',
  });
  expect(await accept(person)).toEqual({
    companyId: other.companyId,
    companyName: 'Inviting',
    role: 'reviewer',
  });
  expect((await list()).invitations).toEqual([]);
  expect(await listMyNotifications(db(), { locale: 'en', userId: other.owner.userId })).toMatchObject({
    items: [{ text: 'Somebody joined Inviting as reviewer.' }],
  });
  await expect(accept(person)).rejects.toMatchObject(unknown);
});

test('what stayed unread goes out as one mail, once', async () => {
  await tell('capture.assigned', { count: 12, actorName: 'Ada' });
  await tell('capture.failed', { count: 1, pages: 3, fileName: '<script>.pdf' });
  await tell('capture.assigned', { count: 1 }, company, company.members[1]!.userId);
  expect(await mail({ olderThanMs: 60_000 })).toEqual([]);
  const mails = await mail();
  expect(mails).toHaveLength(2);
  expect(mails.find((each) => each.to === company.members[0]!.email)?.content).toMatchObject({
    subject: '2 things concern you',
    paragraphs: ['12 captures were assigned to you by Ada.', '3 pages of <script>.pdf could not be read.'],
    button: { url: 'https://readout.example.com/settings/notifications' },
  });
  expect(mails.find((each) => each.to === company.members[1]!.email)?.content).toMatchObject({
    subject: 'A capture was assigned to you',
    button: { url: 'https://readout.example.com/app?assigned=me' },
  });
  expect(await mail()).toHaveLength(2);
});

test('two workers at once send one mail', async () => {
  await tell('company.resumed');
  const runs = await Promise.all([1, 2, 3].map(() => mailNotifications(deps(), { olderThanMs: 0 })));
  expect(runs.map((run) => run.mails).sort()).toEqual([0, 0, 1]);
});

test('no mail for what was read, switched off, or for who is suspended, deleted or has left', async () => {
  const nobody = async (change: () => Promise<unknown>, kind: NotificationKind = 'capture.assigned') => {
    company = await database.createCompany({ members: ['reviewer', 'operator'] });
    person = company.members[0]!.userId;
    await tell(kind, { count: 1 });
    await change();
    expect(await mail()).toEqual([]);
    expect(await owner('select from app.notifications where mailed_at is null')).toEqual([]);
  };
  const update = (set: string) => () => owner(`update auth."user" set ${set} where id = $1`, [person]);
  await nobody(async () => markRead(db(), { userId: person, upTo: (await list()).items[0]!.id }));
  await nobody(() => saveMailPreferences({ auth: database.auth }, { userId: person, wanted: ['failed'] }));
  await nobody(update('banned = true'), 'role.changed');
  await nobody(update('deleted_at = now()'), 'role.changed');
  await nobody(() => owner('delete from auth.membership where user_id = $1', [person]));
  expect.assertions(10);
});

test('security mails cannot be switched off', async () => {
  await saveMailPreferences({ auth: database.auth }, { userId: person, wanted: [] });
  expect(await getMailPreferences({ auth: database.auth }, { userId: person })).toEqual({
    assigned: false,
    failed: false,
    watches: false,
    members: false,
    company: false,
    security: true,
  });
  await tell('support.started', { actorName: 'Root' });
  expect(await mail()).toHaveLength(1);
});

test('without SMTP nothing is made of notifications, also not later', async () => {
  await tell('company.resumed');
  await mailNotifications(
    { auth: database.auth, mailer: { ...mailer, isConfigured: false } },
    { olderThanMs: 0 },
  );
  expect(await mail()).toEqual([]);
});

test('a kind this version does not know leads somewhere, and hostile details stay plain text', () => {
  const subject = { subjectType: 'capture', subjectId: 'x', companyName: 'Acme' };
  expect(notificationText('constructor', { ...subject, detail: {} }, 'en')).toMatchObject({
    path: '/dashboard',
  });
  expect(
    notificationText(
      'capture.assigned',
      { ...subject, detail: { count: { toString: 'x' }, actorName: ['a'] } },
      'en',
    ),
  ).toMatchObject({ text: 'A capture was assigned to you.' });
});

test('a notification is told in the reader’s language', () => {
  const subject = { subjectType: 'member', subjectId: 'x', companyName: 'Acme' };
  const told = (locale: string) =>
    [
      notificationText(
        'role.changed',
        { ...subject, detail: { actorName: 'Ada', role: 'reviewer' } },
        locale,
      ),
      notificationText(
        'company.limit_near',
        { ...subject, detail: { what: 'captures of this month, storage' } },
        locale,
      ),
      notificationText(
        'watch.alarm',
        { ...subject, detail: { name: 'Boiler', alarm: 'above', value: 92.4, bound: 90, unit: '°C' } },
        locale,
      ),
    ].map(({ text }) => text);
  expect(told('en')).toEqual([
    'Ada made you reviewer in Acme.',
    'Acme is close to a limit: captures of this month, storage.',
    'Boiler is above its limit: 92.4 °C, the limit is 90 °C.',
  ]);
  // cspell:disable
  expect(told('de')).toEqual([
    'Ada hat Sie in Acme zum Prüfer gemacht.',
    'Acme ist nahe an einer Grenze: Aufnahmen dieses Monats, Speicher.',
    'Boiler liegt über der Grenze: 92,4 °C, die Grenze ist 90 °C.',
  ]);
  // cspell:enable
});

const deps = () => ({ auth: database.auth, mailer });

async function mail(options = { olderThanMs: 0 }): Promise<{ to: string; content: MailContent }[]> {
  await mailNotifications(deps(), options);
  const { rows } = await sql<{ to_email: string; body_text: string }>`
    select to_email, body_text from auth.mails order by created_at`.execute(database.auth);
  return rows.map((row) => ({ to: row.to_email, content: JSON.parse(row.body_text) as MailContent }));
}
