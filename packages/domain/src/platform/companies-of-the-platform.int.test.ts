import { createTestDatabase, type TestDatabase } from '@readout/database/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Mailer } from '../mails/queue-mail.ts';
import type { PlatformActor } from '../platform-actor.ts';
import { capture, createJobTable, firstPlugins, scopeOf } from '../testing/arrange.ts';
import { previewBulkCompanies, runBulkCompanies, undoBulkCompanies } from './bulk-companies.ts';
import { changeCompany } from './change-company.ts';
import { createCompany } from './create-company.ts';
import { exportCompanies } from './export-companies.ts';
import { exportCompany } from './export-company.ts';
import { getCompanyForPlatform } from './get-company-for-platform.ts';
import { listCompanies } from './list-companies.ts';
import { refreshCompanyUsage } from './refresh-company-usage.ts';

let database: TestDatabase;
let ada: PlatformActor;
const deps = () => ({ platform: database.platform });
const mailer = (isConfigured: boolean): Mailer => ({
  isConfigured,
  origin: 'https://readout.example',
  render: ({ paragraphs, button }) => ({ text: [...paragraphs, button?.url].join('\n'), html: '' }),
});
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error) => error.code,
  );

beforeAll(async () => {
  database = await createTestDatabase();
  const { owner } = await database.createCompany({ name: 'Of the administrator' });
  await database.asOwner((client) =>
    client.query(`update auth."user" set role = 'admin', name = 'Ada' where id = $1`, [owner.userId]),
  );
  ada = { userId: owner.userId, name: 'Ada', platformRole: 'admin', ipAddress: '192.0.2.1' };
});
afterAll(() => database.close());

const hostile = [
  '=HYPERLINK("http://evil.example","x")',
  '+1+1, "quoted"\nand a line',
  'שלום עולם ‮gnp.exe',
  '👩‍👩‍👧 <script>alert(1)</script>',
  '100%_\\',
];

test('companies are found, filtered, ordered and paged in the database, whatever they are called', async () => {
  for (const name of hostile) await database.createCompany({ name });
  for (const name of hostile) {
    const { items, total } = await listCompanies(deps(), { actor: ada, search: name });
    expect([total, items[0]?.name]).toEqual([1, name]);
  }
  const { companyId } = await database.createCompany({ name: 'Found by its id' });
  expect((await listCompanies(deps(), { actor: ada, search: companyId.slice(0, 8) })).items[0]?.id).toBe(
    companyId,
  );
  const all = await listCompanies(deps(), { actor: ada, sort: 'name', descending: false, limit: 500 });
  const paged = [];
  for (let offset = 0; offset < all.total; offset += 3)
    paged.push(
      ...(await listCompanies(deps(), { actor: ada, sort: 'name', descending: false, offset, limit: 3 }))
        .items,
    );
  expect(paged).toEqual(all.items);
  for (const sort of ['name', 'createdAt', 'memberCount', 'captures30d', 'bytes', 'lastActiveAt'] as const) {
    const [up, down] = await Promise.all(
      [false, true].map((descending) => listCompanies(deps(), { actor: ada, sort, descending, limit: 500 })),
    );
    expect(up?.items.map(({ id }) => id)).toEqual(down?.items.map(({ id }) => id).toReversed());
  }
});

test('the CSV holds every company the filter finds and no cell that a spreadsheet would run', async () => {
  let text = '';
  for await (const piece of await exportCompanies(deps(), { actor: ada, sort: 'name', descending: false }))
    text += new TextDecoder('utf-8', { ignoreBOM: true }).decode(piece);
  expect(text.startsWith('\uFEFFId,Company,Status')).toBe(true);
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")"`);
  expect(text).toContain(`"'+1+1, ""quoted""\nand a line"`);
  expect(text).toContain('שלום עולם');
  expect(text).toContain('<script>alert(1)</script>');
  const { rows: events } = await database.asOwner((client) =>
    client.query("select detail from platform.events where action = 'platform.companies_exported'"),
  );
  expect(events).toEqual([{ detail: { format: 'csv' } }]);
});

test('sums are counted by the worker: documents and bytes once, pages that failed, days in UTC', async () => {
  const company = await database.createCompany();
  const queue = await createJobTable(database);
  const scope = scopeOf(company);
  await capture({ database, queue }, scope, { pages: 3, text: ['SECRET'] });
  await capture({ database, queue }, scope, { content: 'the same' });
  await capture({ database, queue }, scope, { content: 'the same' });
  const failed = await capture({ database, queue }, scope, { unread: true });
  await database.asOwner(async (client) => {
    await client.query(`update app.captures set state = 'failed', failure_code = 'x' where id = $1`, [
      failed.captureId,
    ]);
    await client.query(
      `update app.captures set created_at = now() - interval '3 days' where company_id = $1 and id <> $2 and page_number = 1 and duplicate_of is not null`,
      [company.companyId, failed.captureId],
    );
  });
  await refreshCompanyUsage(deps());
  const detail = await getCompanyForPlatform(deps(), { actor: ada, companyId: company.companyId });
  expect(detail).toMatchObject({ captures30d: 4, failed30d: 1, bytes: 300, memberCount: 1 });
  expect(detail.days).toHaveLength(30);
  expect(detail.days.at(-1)).toMatchObject({ captures: 3, failed: 1 });
  expect(detail.days.at(-4)).toMatchObject({ captures: 1 });
  expect(detail.countedAt).not.toBeNull();

  // What comes in later is counted without counting everything again.
  await capture({ database, queue }, scope);
  expect(await refreshCompanyUsage(deps())).toBe(1);
  const later = await getCompanyForPlatform(deps(), { actor: ada, companyId: company.companyId });
  expect(later).toMatchObject({ captures30d: 5, bytes: 400 });
  expect(later.days.at(-1)).toMatchObject({ captures: 4 });

  const exported = JSON.stringify(await exportCompany(deps(), { actor: ada, companyId: company.companyId }));
  expect(exported).toContain(company.owner.email);
  expect(exported).not.toMatch(/SECRET|ACME|photo\.jpg/);
});

test('of two administrators who change the same company the second is told and changes nothing', async () => {
  const { companyId } = await database.createCompany();
  const before = await getCompanyForPlatform(deps(), { actor: ada, companyId });
  const change = { kind: 'limits', limits: { maxMembers: 5 } } as const;
  const outcomes = await Promise.allSettled([
    changeCompany(deps(), { actor: ada, companyId, revision: before.revision, change }),
    changeCompany(deps(), {
      actor: ada,
      companyId,
      revision: before.revision,
      change: { kind: 'suspend', reason: 'unpaid' },
    }),
  ]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = outcomes.find((outcome) => outcome.status === 'rejected');
  expect(refused?.reason).toMatchObject({
    code: 'company.changed_meanwhile',
    detail: { revision: before.revision + 1, limits: { maxCapturesPerMonth: 10_000 } },
  });
});

test('a company is suspended, resumed, closed with its name typed and reopened as it was; both lists say so', async () => {
  const name = 'Café  Ω';
  const company = await database.createCompany({ name });
  const { companyId } = company;
  const run = async (change: Parameters<typeof changeCompany>[1]['change'], confirmation?: string) => {
    const { revision } = await getCompanyForPlatform(deps(), { actor: ada, companyId });
    return changeCompany(deps(), {
      actor: ada,
      companyId,
      revision,
      change,
      ...(confirmation ? { confirmation } : {}),
    });
  };
  const statusOf = async () => (await getCompanyForPlatform(deps(), { actor: ada, companyId })).status;
  expect(await codeOf(run({ kind: 'suspend', reason: ' ' }))).toBe('platform.bad_input');
  await run({ kind: 'suspend', reason: 'unpaid' });
  expect(await codeOf(run({ kind: 'suspend', reason: 'unpaid' }))).toBe('company.not_possible_now');
  expect(await codeOf(run({ kind: 'close', reason: 'asked for' }, 'Cafe'))).toBe('platform.bad_input');
  await run({ kind: 'close', reason: 'asked for' }, ' Café Ω ');
  expect(await statusOf()).toBe('closing');
  await run({ kind: 'reopen' });
  expect(await statusOf()).toBe('suspended');
  await run({ kind: 'resume' });
  expect(await statusOf()).toBe('active');
  expect(await codeOf(run({ kind: 'limits', limits: { maxBytes: -1 } }))).toBe('platform.bad_input');
  const { audit, platformEvents } = await getCompanyForPlatform(deps(), { actor: ada, companyId });
  const actions = ['company.resumed', 'company.reopened', 'company.closing', 'company.suspended'];
  expect(audit.map((event) => event.action)).toEqual(actions);
  expect(platformEvents.map((event) => event.action)).toEqual(actions);
  const told = await database.asOwner((client) =>
    client.query('select kind from app.notifications where user_id = $1 order by id', [company.owner.userId]),
  );
  expect(told.rows.map(({ kind }) => kind).toReversed()).toEqual(actions);
});

test('a bulk action is previewed, run and undone as one; what was changed since stays', async () => {
  const [one, two, suspended] = [
    await database.createCompany({ name: 'Bulk one' }),
    await database.createCompany({ name: 'Bulk two' }),
    await database.createCompany({ name: 'Bulk three' }),
  ];
  await database.asOwner((client) =>
    client.query(
      "update app.company_settings set status = 'suspended', status_reason = 'earlier' where company_id = $1",
      [suspended.companyId],
    ),
  );
  const ids = [one, two, suspended].map(({ companyId }) => companyId);
  const input = {
    actor: ada,
    ids: [...ids, 'nonsense', ids[0]!],
    change: { kind: 'suspend', reason: 'moving' } as const,
  };
  const preview = await previewBulkCompanies(deps(), input);
  expect(preview.changes.map(({ name }) => name)).toEqual(['Bulk one', 'Bulk two']);
  expect(preview.unchanged).toMatchObject([{ name: 'Bulk three', why: 'suspended_already' }]);
  const { bulkId, changed } = await runBulkCompanies(deps(), input);
  expect(changed).toBe(2);
  const { revision } = await getCompanyForPlatform(deps(), { actor: ada, companyId: two.companyId });
  await changeCompany(deps(), {
    actor: ada,
    companyId: two.companyId,
    revision,
    change: { kind: 'limits', limits: { maxMembers: 3 } },
  });
  expect(await undoBulkCompanies(deps(), { actor: ada, bulkId: bulkId! })).toEqual({ undone: 1, kept: 1 });
  const states = await Promise.all(
    [one, two, suspended].map(({ companyId }) => getCompanyForPlatform(deps(), { actor: ada, companyId })),
  );
  expect(states.map(({ status, statusReason }) => [status, statusReason])).toEqual([
    ['active', null],
    ['suspended', 'moving'],
    ['suspended', 'earlier'],
  ]);
  expect(await codeOf(undoBulkCompanies(deps(), { actor: ada, bulkId: bulkId! }))).toBe('bulk.not_undoable');
  expect(await codeOf(previewBulkCompanies(deps(), { ...input, ids: [] }))).toBe('bulk.nothing_selected');
});

test('a new company has settings, plugins and an invited owner; its link is shown only where no mail goes out', async () => {
  const input = { actor: ada, name: '  New & Co  ', ownerEmail: 'Owner@Example.com' };
  const { companyId, inviteUrl } = await createCompany(
    { ...deps(), firstPlugins, mailer: mailer(false) },
    input,
  );
  expect(inviteUrl).toMatch(/^https:\/\/readout\.example\/invite\/[\w-]{43}$/);
  const detail = await getCompanyForPlatform(deps(), { actor: ada, companyId });
  expect(detail).toMatchObject({
    name: 'New & Co',
    status: 'active',
    memberCount: 0,
    plugins: [{ pluginId: 'receipt' }],
    invitations: [{ to: 'owner@example.com', role: 'owner', isExpired: false }],
  });
  expect(
    (await createCompany({ ...deps(), firstPlugins, mailer: mailer(true) }, input)).inviteUrl,
  ).toBeNull();
  await expect(
    createCompany({ ...deps(), firstPlugins, mailer: mailer(true) }, { ...input, name: '', ownerEmail: 'x' }),
  ).rejects.toMatchObject({
    code: 'platform.bad_input',
    detail: { fields: { name: expect.any(String), ownerEmail: expect.any(String) } },
  });
  const nobody = { ...ada, userId: (await database.createCompany()).owner.userId };
  expect(
    await codeOf(
      createCompany({ ...deps(), firstPlugins, mailer: mailer(true) }, { ...input, actor: nobody }),
    ),
  ).toBe('platform.admin_only');
});

test('an invitation made where the clock is an hour off ends when it should', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3600_000 });
  const { companyId } = await createCompany(
    { ...deps(), firstPlugins, mailer: mailer(false) },
    { actor: ada, name: 'Made elsewhere', ownerEmail: 'owner@example.com' },
  ).finally(() => vi.useRealTimers());
  const { rows } = await database.asOwner((client) =>
    client.query(
      "select expires_at between now() + interval '6 days 23:55' and now() + interval '7 days' as is_right from app.invitations where company_id = $1",
      [companyId],
    ),
  );
  expect(rows).toEqual([{ is_right: true }]);
});

test('administration reads nothing captured, no password, token, secret or mail', async () => {
  const refused = [
    'select content from app.readings',
    'select body from app.capture_texts',
    'select fields from app.records',
    'select original_fields from app.records',
    'select file_name from app.captures',
    'select title from app.captures',
    'select from_value from app.record_edits',
    'select detail from app.audit_events',
    'select detail from app.notifications',
    'select token_hash from app.invitations',
    'select password from auth.account',
    'select token from auth.session',
    'select email from auth."user"',
    'select secret from auth.two_factor',
    'select public_key from auth.passkey',
    'select value from auth.verification',
    'select body_text from auth.mails',
    'select token_hash from auth.sent_links',
    `update auth."user" set role = 'admin'`,
    'delete from auth.session',
    'select platform.end_support(gen_random_uuid())',
    'select platform.demand_admin(gen_random_uuid())',
  ];
  for (const statement of refused)
    expect([statement, await codeOf(sql.raw(statement).execute(database.platform))]).toEqual([
      statement,
      '42501',
    ]);
});
