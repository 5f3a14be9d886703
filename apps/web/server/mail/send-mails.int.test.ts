import type { AddressInfo } from 'node:net';
import { createPool } from '@readout/database';
import { createTestDatabase, type TestDatabase } from '@readout/database/testing';
import { type MailContent, type Mailer, queueMail } from '@readout/domain/mails/queue-mail';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { renderMail } from './render-mail.ts';
import { eraseBodies, retrySeconds, sendDueMails, startMails } from './send-mails.ts';
import { parseSmtpUrl } from './smtp-config.ts';
import { createSmtpTransport, type MailTransport } from './smtp-transport.ts';

const origin = 'https://readout.example.com';
const mailer: Mailer = { isConfigured: true, origin, render: renderMail };
const password = 'p@ss:w/ord';

let database: TestDatabase;
let server: SMTPServer;
let port: number;
let transport: MailTransport;
let received: { from: string; to: string[]; raw: Buffer }[];
let refusal: { at: 'auth' | 'recipient' | 'data'; code: number; text: string } | undefined;
let log: { fields: object; text: string }[];

beforeAll(async () => {
  database = await createTestDatabase();
  server = new SMTPServer({
    authMethods: ['PLAIN', 'LOGIN'],
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth(auth, _session, done) {
      if (refusal?.at !== 'auth' && auth.username === 'readout@host' && auth.password === password)
        return done(null, { user: auth.username });
      done(Object.assign(new Error(`Wrong: ${password}`), { responseCode: 535 }));
    },
    onRcptTo(_address, _session, done) {
      done(refusal?.at === 'recipient' ? refused() : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refusal?.at === 'data') return done(refused());
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((each) => each.address),
          raw: Buffer.concat(chunks),
        });
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.server.address() as AddressInfo).port;
  transport = connect(port);
});
afterAll(async () => {
  transport.close();
  await new Promise<void>((resolve) => server.close(resolve));
  await database.close();
});
beforeEach(async () => {
  received = [];
  refusal = undefined;
  log = [];
  await owner('delete from auth.mails');
});

const refused = () => Object.assign(new Error(refusal!.text), { responseCode: refusal!.code });
const connect = (at: number) =>
  createSmtpTransport(
    {
      smtp: parseSmtpUrl(`smtp://readout%40host:${encodeURIComponent(password)}@127.0.0.1:${at}`),
      from: { name: 'Readout at "Acme", Ltd', address: 'readout@example.com' },
    },
    { origin },
  );
const owner = (text: string, values: unknown[] = []) =>
  database.asOwner(async (client) => (await client.query(text, values)).rows);
const keep = (fields: object, text: string) => void log.push({ fields, text });
const deps = (by: MailTransport | undefined = transport) => ({
  auth: database.auth,
  mailer,
  transport: by,
  log: { info: keep, warn: keep },
});
const queue = (content: Partial<MailContent> = {}, more: { to?: string; linksExpireAt?: Date } = {}) =>
  queueMail(database.app, mailer, {
    kind: 'reset_password',
    to: 'ada@example.com',
    content: () => ({
      subject: 'Set a new password',
      paragraphs: ['Somebody asked for it.'],
      button: { label: 'Set it', url: `${origin}/auth/reset-password?token=the-token` },
      ...content,
    }),
    ...more,
  });
const stored = async () =>
  (await owner(
    `select state, attempts, last_error, body_text, body_html, sent_at is not null as is_sent,
         extract(epoch from next_attempt_at - now())::float8 as wait from auth.mails order by created_at`,
  )) as Record<string, unknown>[];

test('a mail arrives as text and as HTML, from whom it says, and leaves no copy and no link behind', async () => {
  const id = await queue();
  expect(await sendDueMails(deps())).toEqual({ sent: 1, failed: 0 });
  expect(received).toMatchObject([{ from: 'readout@example.com', to: ['ada@example.com'] }]);
  const mail = await PostalMime.parse(received[0]!.raw);
  expect(mail.subject).toBe('Set a new password');
  expect(mail.from).toEqual({ name: 'Readout at "Acme", Ltd', address: 'readout@example.com' });
  expect(mail.to).toMatchObject([{ address: 'ada@example.com' }]);
  expect(mail.messageId).toBe(`<${id}@readout.example.com>`);
  expect(mail.headers.find((header) => header.key === 'auto-submitted')?.value).toBe('auto-generated');
  expect(mail.text).toContain(`${origin}/auth/reset-password?token=the-token`);
  expect(mail.html).toContain('Somebody asked for it.');
  expect(await stored()).toMatchObject([
    { state: 'sent', attempts: 1, is_sent: true, body_text: null, body_html: null, last_error: null },
  ]);
  expect(log).toEqual([
    { fields: { to: 'ada@example.com', subject: 'Set a new password' }, text: 'mail sent' },
  ]);
  expect(await sendDueMails(deps())).toEqual({ sent: 0, failed: 0 });
});

test('names cannot add headers, recipients or markup', async () => {
  const name = '"Eve" <eve@example.com>,\r\nBcc: victim@example.com\r\n\r\n<script>1</script> 🦊 שלום';
  await queue({ subject: `${name} invited you`, paragraphs: [`${name} invited you.`] });
  await sendDueMails(deps());
  const [letter] = received;
  expect(letter?.to).toEqual(['ada@example.com']);
  const mail = await PostalMime.parse(letter!.raw);
  expect(mail.subject).toBe(`${name.replaceAll(/[\r\n]+/g, ' ')} invited you`);
  expect(mail.bcc ?? []).toEqual([]);
  expect(mail.headers.map((header) => header.key)).not.toContain('bcc');
  expect(mail.text).toContain('<script>1</script> 🦊 שלום invited you.');
  expect(mail.html).toContain('&lt;script&gt;1&lt;/script&gt;');
});

test.each([
  'ada@example.com\r\nRCPT TO:<victim@example.com>',
  'ada@example.com, victim@example.com',
  '<a>@b',
  'nobody',
])('an address that is none fails for good and nothing is said to the server: %j', async (to) => {
  await queue({}, { to });
  expect(await sendDueMails(deps())).toEqual({ sent: 0, failed: 1 });
  expect(received).toEqual([]);
  expect(await stored()).toMatchObject([{ state: 'failed' }]);
});

test('“try later” is tried later, ever more rarely, for about a day; the text stays until then', async () => {
  await queue();
  refusal = { at: 'recipient', code: 451, text: `Greylisted ${origin}/auth/reset-password?token=the-token` };
  for (const [attempt, seconds] of retrySeconds.entries()) {
    expect(await sendDueMails(deps())).toEqual({ sent: 0, failed: 1 });
    expect(await sendDueMails(deps())).toEqual({ sent: 0, failed: 0 });
    const [mail] = await stored();
    expect(mail).toMatchObject({ state: 'waiting', attempts: attempt + 1 });
    expect(mail!.wait).toBeGreaterThan(seconds - 5);
    expect(mail!.wait).toBeLessThanOrEqual(seconds);
    expect(String(mail!.last_error)).toMatch(/Greylisted \(link\)/);
    await owner('update auth.mails set next_attempt_at = now()');
  }
  await sendDueMails(deps());
  expect(await stored()).toMatchObject([{ state: 'failed', attempts: retrySeconds.length + 1 }]);
  const total = retrySeconds.reduce((sum, seconds) => sum + seconds, 0);
  expect(total).toBeGreaterThan(20 * 3600);
  expect(total).toBeLessThanOrEqual(24 * 3600);
  expect(JSON.stringify(log)).not.toContain('the-token');
});

test('after a greylisting the same mail arrives, once, under the same id', async () => {
  const id = await queue();
  refusal = { at: 'data', code: 421, text: 'Later' };
  await sendDueMails(deps());
  refusal = undefined;
  await owner('update auth.mails set next_attempt_at = now()');
  await sendDueMails(deps());
  expect(received).toHaveLength(1);
  expect((await PostalMime.parse(received[0]!.raw)).messageId).toBe(`<${id}@readout.example.com>`);
});

test.each(['recipient', 'data'] as const)('a final refusal of the %s is final', async (at) => {
  refusal = { at, code: 550, text: 'No such person' };
  await queue();
  await queue({}, { to: 'ben@example.com' });
  expect(await sendDueMails(deps())).toEqual({ sent: 0, failed: 2 });
  expect(await stored()).toMatchObject([
    { state: 'failed', last_error: expect.stringContaining('No such person') },
    { state: 'failed' },
  ]);
});

test('a wrong password or a server that is away is not the mail’s fault, and is shown nowhere', async () => {
  await queue();
  await queue({}, { to: 'ben@example.com' });
  refusal = { at: 'auth', code: 535, text: '' };
  const fresh = connect(port);
  expect(await sendDueMails(deps(fresh))).toEqual({ sent: 0, failed: 1 });
  fresh.close();
  const away = connect(1);
  expect(await sendDueMails(deps(away))).toEqual({ sent: 0, failed: 1 });
  away.close();
  expect(await stored()).toMatchObject([
    { state: 'waiting', attempts: 1 },
    { state: 'waiting', attempts: 1 },
  ]);
  expect(JSON.stringify([await stored(), log])).not.toContain(password);
});

test('several senders at once send each mail once', async () => {
  for (let index = 0; index < 12; index++) await queue({}, { to: `person-${index}@example.com` });
  const others = [connect(port), connect(port)];
  await Promise.all([transport, ...others].map((by) => sendDueMails(deps(by))));
  for (const other of others) other.close();
  expect(received.map((letter) => letter.to[0]).sort()).toEqual(
    Array.from({ length: 12 }, (_, index) => `person-${index}@example.com`).sort(),
  );
});

test('a sender that dies between sending and noting it sends that one again, under the same id, and no other', async () => {
  for (const name of ['a', 'b', 'c']) await queue({}, { to: `${name}@example.com` });
  const dying: MailTransport = {
    async send(letter) {
      const delivery = await transport.send(letter);
      if (letter.to === 'b@example.com')
        await owner(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and usename like 'readout%auth' and state = 'idle in transaction'`);
      return delivery;
    },
    close: () => {},
  };
  await expect(sendDueMails(deps(dying))).rejects.toThrow();
  expect(await sendDueMails(deps())).toEqual({ sent: 2, failed: 0 });
  expect(received.map((letter) => letter.to[0]).sort()).toEqual(
    ['a', 'b', 'b', 'c'].map((name) => `${name}@example.com`),
  );
  const ids = await Promise.all(received.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId));
  expect(new Set(ids).size).toBe(3);
});

test('what was made without SMTP is not sent behind the administrator’s back', async () => {
  await queueMail(
    database.app,
    { ...mailer, isConfigured: false },
    {
      kind: 'invitation',
      to: 'ada@example.com',
      content: () => ({ subject: 's', paragraphs: [] }),
    },
  );
  expect(await sendDueMails(deps())).toEqual({ sent: 0, failed: 0 });
  expect(await stored()).toMatchObject([{ state: 'waiting' }]);
});

test('a link past its use is neither sent nor kept', async () => {
  await queue({}, { linksExpireAt: new Date(Date.now() - 1000) });
  await queue({}, { linksExpireAt: new Date(Date.now() + 60_000) });
  await queue();
  await owner(`update auth.mails set created_at = now() - interval '8 days' where expires_at is null`);
  expect(await eraseBodies(deps())).toBe(2);
  await sendDueMails(deps());
  expect(received).toHaveLength(1);
  expect((await stored()).map((mail) => [mail.state, mail.body_text])).toEqual([
    ['failed', null],
    ['failed', null],
    ['sent', null],
  ]);
});

test('a new mail goes out at once', async () => {
  const pool = createPool(database.address, 'readout_auth', database.secret, { maxConnections: 1 });
  const arrived = Promise.withResolvers<void>();
  const own = connect(port);
  const running = startMails(
    {
      ...deps(own),
      log: { info: (_, text) => text === 'mail sent' && arrived.resolve(), warn: keep },
    },
    { pool },
  );
  await running.ready;
  await queue();
  await arrived.promise;
  await running.stop();
  await pool.end();
  expect(received).toHaveLength(1);
});
