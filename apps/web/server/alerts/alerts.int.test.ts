import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabase, type TestDatabase } from '@readout/database/testing';
import type { Surroundings } from '@readout/domain/platform/attention';
import { createOutboundDispatcher, parseNetworks } from '@readout/store/outbound-guard';
import { signatureOf } from '@readout/store/webhook-signature';
import { textsIn } from '@readout/texts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { renderMail } from '../mail/render-mail.ts';
import { tellAlerts } from './start-alerts.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const outbound = createOutboundDispatcher({ allow: parseNetworks('127.0.0.1') });
const mailer = { isConfigured: true, origin: 'https://readout.example.com', render: renderMail };
const well: Surroundings = {
  disk: { freeBytes: 500e9, totalBytes: 1000e9, floorBytes: 2e9, isFull: false },
  readOnlySince: null,
  legalProblems: [],
  hasSmtp: true,
  lacksBaseUrl: false,
  now: Date.now(),
  clock: null,
  hasStream: false,
  jailLacks: [],
};
const lowDisk = { freeBytes: 0.5e9, totalBytes: 1000e9, floorBytes: 0.2e9, isFull: false };

let database: TestDatabase;
let posts: { headers: Record<string, unknown>; body: string }[];
let status = 200;
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  request.on('end', () => {
    posts.push({ headers: request.headers, body });
    response.writeHead(status).end();
  });
});

beforeAll(async () => {
  database = await createTestDatabase();
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  receiver.close();
  await outbound.destroy();
  await database.close();
});
beforeEach(async () => {
  posts = [];
  status = 200;
  await database.asOwner(async (client) => {
    await client.query('delete from platform.alerts');
    await client.query('delete from platform.alert_posts');
    await client.query('delete from auth.mails');
    // A process that reads, so that nothing else is the matter.
    await client.query(`
      insert into platform.processes (id, role, host, pid, version, node_version, started_at, memory_bytes)
      values ('00000000-0000-4000-8000-000000000001', 'all', 'h', 1, '1', '26', now(), 1) on conflict (id) do update set seen_at = now()`);
  });
});

/** One round of one process; `settleMs` and `overAfterMs`: at once. */
async function round(
  around: Partial<Surroundings> = {},
  {
    alerts = {},
    settleMs = 0,
    overAfterMs = 600_000,
  }: { alerts?: object; settleMs?: number; overAfterMs?: number } = {},
) {
  const post = { address: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`, secret };
  await tellAlerts(
    {
      config: { alerts: { from: 'alarm', mailTo: undefined, post, ...alerts } },
      db: { platform: database.platform },
      mailer,
      outbound,
      lookAround: async () => ({ ...well, ...around }),
      log: { warn() {}, info() {}, error() {} },
    } as unknown as Parameters<typeof tellAlerts>[0],
    { signal: new AbortController().signal, settleMs, overAfterMs },
  );
}

const mails = () =>
  database.asOwner(
    async (client) =>
      (
        await client.query<{ to_email: string; subject: string; body: string }>(
          'select to_email, subject, body_text as body from auth.mails order by created_at, id',
        )
      ).rows,
  );

async function anAdmin(language: string, change = ''): Promise<string> {
  const { owner } = await database.createCompany();
  await database.asOwner((client) =>
    client.query(
      `update auth."user" set role = 'admin', email_verified = true, language = $2 ${change} where id = $1`,
      [owner.userId, language],
    ),
  );
  return owner.email;
}

test('an alarm is told once when it has lasted, to each administrator in their language and to the operator’s address, and once when it is over', async () => {
  const german = await anAdmin('de');
  await anAdmin('en', ', banned = true');
  await database.createCompany();
  await round({ disk: lowDisk }, { settleMs: 600_000 });
  expect(await mails()).toEqual([]);
  for (let n = 0; n < 3; n++) await round({ disk: lowDisk });
  const [began, ...more] = await mails();
  expect(more).toEqual([]);
  expect(began).toMatchObject({ to_email: german, subject: expect.stringMatching(/500/) });
  expect(began?.body).toContain('https://readout.example.com/admin');
  expect(began?.body).toContain(textsIn('de')('mail.alert.open'));
  expect(posts).toHaveLength(1);
  const { headers, body } = posts[0]!;
  expect(headers['webhook-signature']).toBe(
    signatureOf(secret, String(headers['webhook-id']), Number(headers['webhook-timestamp']), body),
  );
  expect(JSON.parse(body)).toMatchObject({ type: 'alert.began', alert: 'disk', tone: 'alarm' });

  // Another process sees it still: it is not over.
  await round({}, { overAfterMs: 600_000 });
  expect(posts).toHaveLength(1);
  await round({}, { overAfterMs: 0 });
  await round({}, { overAfterMs: 0 });
  expect((await mails())[1]?.subject).toBe(
    textsIn('de')('mail.alert.line', { happened: 'ended', title: began!.subject }),
  );
  expect(posts.map((each) => (JSON.parse(each.body) as { type: string }).type)).toEqual([
    'alert.began',
    'alert.ended',
  ]);
});

test('a disk that was low and is full now is told again, and two processes at once tell it once', async () => {
  await round({ disk: lowDisk });
  await Promise.all([1, 2, 3].map(() => round({ disk: { ...lowDisk, freeBytes: 1e6, isFull: true } })));
  expect(posts).toHaveLength(2);
});

test('an address that does not answer gets it later, with the same id', async () => {
  status = 503;
  await round({ disk: lowDisk });
  await round({ disk: lowDisk });
  expect(posts).toHaveLength(1);
  status = 200;
  await database.asOwner((client) => client.query('update platform.alert_posts set due_at = now()'));
  await round({ disk: lowDisk });
  await round({ disk: lowDisk });
  expect(posts).toHaveLength(2);
  expect(posts[1]?.headers['webhook-id']).toBe(posts[0]?.headers['webhook-id']);
});

test('notices are told where they are wanted, to the addresses that are named', async () => {
  const quiet = { legalProblems: [], lacksBaseUrl: true };
  await round(quiet);
  expect(posts).toEqual([]);
  await round(quiet, { alerts: { from: 'notice', mailTo: ['operator@example.com'] } });
  expect(posts.map(({ body }) => (JSON.parse(body) as { alert: string }).alert)).toContain('base_url');
  expect((await mails()).map((mail) => mail.to_email)).toEqual(['operator@example.com']);
  await database.asOwner((client) => client.query('delete from platform.alerts'));
  await round(quiet, { alerts: { from: 'notice', mailTo: [] } });
  expect(await mails()).toHaveLength(1);
});
