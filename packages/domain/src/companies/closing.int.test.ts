import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAuditEvents } from '../audit/list-audit-events.ts';
import { getCapture } from '../captures/get-capture.ts';
import { listCaptures } from '../captures/list-captures.ts';
import { runBulkAction } from '../captures/run-bulk-action.ts';
import { trashCaptures } from '../captures/trash-captures.ts';
import { exportRecords } from '../exports/export-records.ts';
import { createInvitation } from '../invitations/create-invitation.ts';
import type { ReadingQueue } from '../readings/reading-queue.ts';
import { confirmRecord } from '../records/confirm-record.ts';
import { editField } from '../records/edit-field.ts';
import { saveView } from '../saved-views/save-view.ts';
import {
  addMember,
  capture,
  createJobTable,
  everything,
  firstPlugins,
  mailer,
  plugins,
  scopeOf,
} from '../testing/arrange.ts';
import { closeCompany } from './close-company.ts';
import { createCompany } from './create-company.ts';
import { eraseClosedCompanies } from './erase-closed-companies.ts';
import { removeMember } from './remove-member.ts';
import { reopenCompany } from './reopen-company.ts';
import { setSupportAccess } from './set-support-access.ts';
import { updateCompanyProfile } from './update-company-profile.ts';

let database: TestDatabase;
let queue: ReadingQueue;
beforeAll(async () => {
  database = await createTestDatabase();
  queue = await createJobTable(database);
});
afterAll(() => database.close());

const deps = () => ({ db: database.app, queue, mailer, plugins });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => error.code,
  );
const statusOf = (company: TestCompany) =>
  database.asOwner(
    async (client) =>
      (
        await client.query('select status from app.company_settings where company_id = $1', [
          company.companyId,
        ])
      ).rows[0]?.status,
  );

test.each([
  ['suspended', 'company.suspended'],
  ['closing', 'company.closing'],
])(
  'a %s company is read and exported, takes in nothing new, and lets access be taken away',
  async (status, code) => {
    const company = await database.createCompany({ members: ['operator'] });
    const scope = scopeOf(company);
    const { captureId } = await capture({ database, queue }, scope);
    const record = (await getCapture(deps(), { scope, captureId })).records[0]!;
    await database.asOwner((client) =>
      client.query('update app.company_settings set status = $2 where company_id = $1', [
        company.companyId,
        status,
      ]),
    );

    const changes = {
      capture: () => capture({ database, queue }, scope, { unread: true }),
      edit: () =>
        editField(deps(), { scope, recordId: record.id, revision: 1, field: 'total', value: '1.00' }),
      confirm: () => confirmRecord(deps(), { scope, recordId: record.id, revision: 1 }),
      trash: () => trashCaptures(deps(), { scope, ids: [captureId] }),
      bulk: () => runBulkAction(deps(), { scope, action: 'archive', ids: [captureId] }),
      view: () => saveView(deps(), { scope, name: 'Mine', query: 'q=x' }),
      invite: () =>
        createInvitation(deps(), { scope, by: 'link', email: 'new@example.com', role: 'operator' }),
      rename: () => updateCompanyProfile(deps(), { scope, name: 'Other', revision: 1 }),
    };
    for (const [name, change] of Object.entries(changes))
      expect(`${name}: ${await codeOf(change())}`).toBe(`${name}: ${code}`);

    expect(
      (await listCaptures({ db: database.app, plugins }, { scope, filter: { place: 'all' } })).items,
    ).toHaveLength(1);
    const bytes = await Array.fromAsync(
      await exportRecords(deps(), { scope, filter: { place: 'all' }, format: 'csv', shape: everything }),
    );
    expect(Buffer.concat(bytes).toString()).toContain('ACME');
    expect(await codeOf(removeMember(deps(), { scope, userId: company.members[0]!.userId }))).toBe('done');
    expect(await codeOf(setSupportAccess(deps(), { scope, access: { scope: 'correct', hours: 1 } }))).toBe(
      'done',
    );
  },
);

test('closing takes the typed name, tells every member and can be taken back for 30 days', async () => {
  const company = await database.createCompany({ name: 'مرفأ 🛳', members: ['admin', 'operator'] });
  const scope = scopeOf(company);
  await createInvitation(deps(), { scope, by: 'link', email: 'late@example.com', role: 'operator' });
  expect(await codeOf(closeCompany(deps(), { scope, confirmation: 'harbour' }))).toBe(
    'company.not_confirmed',
  );
  const { goneAt } = await closeCompany(deps(), { scope, confirmation: 'مرفأ 🛳' });
  expect(Math.round((goneAt.getTime() - Date.now()) / 86_400_000)).toBe(30);
  // A second click changes nothing and tells nobody again.
  expect(await closeCompany(deps(), { scope, confirmation: 'مرفأ 🛳' })).toEqual({ goneAt });
  const told = await database.asOwner(async (client) => ({
    mails: (
      await client.query(
        "select to_email from auth.mails where kind = 'company_closing' and company_id = $1",
        [company.companyId],
      )
    ).rows.length,
    bells: (
      await client.query(
        "select user_id from app.notifications where kind = 'company.closing' and company_id = $1",
        [company.companyId],
      )
    ).rows.length,
    open: (
      await client.query('select id from app.invitations where company_id = $1 and revoked_at is null', [
        company.companyId,
      ])
    ).rows.length,
  }));
  expect(told).toEqual({ mails: 3, bells: 2, open: 0 });
  expect(await codeOf(reopenCompany(deps(), { scope: scopeOf(company, company.members[0]) }))).toBe(
    'role.not_allowed',
  );
  expect(await reopenCompany(deps(), { scope })).toEqual({ status: 'active' });
  const { events } = await listAuditEvents(deps(), { scope });
  expect(events.map((event) => event.action).slice(0, 2)).toEqual(['company.reopened', 'company.closing']);
});

test('a company that was suspended is suspended again when it is reopened, and owners cannot undo the platform', async () => {
  const company = await database.createCompany({ name: 'Grain' });
  const scope = scopeOf(company);
  const byPlatform = (status: string) =>
    sql`update app.company_settings set status = ${status} where company_id = ${company.companyId}::uuid`.execute(
      database.platform,
    );
  await byPlatform('suspended');
  await closeCompany(deps(), { scope, confirmation: 'Grain' });
  expect(await reopenCompany(deps(), { scope })).toEqual({ status: 'suspended' });
  await byPlatform('closing');
  expect(await codeOf(reopenCompany(deps(), { scope }))).toBe('company.closed_by_platform');
  await byPlatform('active');
  await closeCompany(deps(), { scope, confirmation: 'Grain' });
  expect(await codeOf(reopenCompany(deps(), { scope }))).toBe('done');
});

test('when the 30 days are over everything of the company is gone, nothing of another, and the platform knows', async () => {
  const company = await database.createCompany({ name: 'Gone Ltd', members: ['operator'] });
  const stays = await database.createCompany();
  for (const each of [company, stays]) {
    await capture({ database, queue }, scopeOf(each));
    await saveView(deps(), { scope: scopeOf(each), name: 'Mine', query: 'q=x' });
  }
  await closeCompany(deps(), { scope: scopeOf(company), confirmation: 'Gone Ltd' });
  const age = (days: number) =>
    database.asOwner((client) =>
      client.query(
        'update app.company_settings set closing_at = now() - make_interval(days => $2) where company_id = $1',
        [company.companyId, days],
      ),
    );
  await age(29);
  expect(await eraseClosedCompanies({ platform: database.platform })).toEqual([]);
  await age(30);
  const erased = await Promise.all([
    eraseClosedCompanies({ platform: database.platform }),
    eraseClosedCompanies({ platform: database.platform }),
  ]);
  expect(erased.flat()).toEqual([company.companyId]);

  const rows = await database.asOwner(async (client) => {
    const { rows: tables } = await client.query(
      `select table_schema || '.' || table_name as name from information_schema.columns
       join information_schema.tables using (table_schema, table_name)
       where column_name = 'company_id' and table_type = 'BASE TABLE' and table_schema in ('app', 'auth')`,
    );
    const left: Record<string, number> = {};
    for (const { name } of tables) {
      const count = async (id: string) =>
        (await client.query(`select count(*)::int as n from ${name} where company_id = $1`, [id])).rows[0].n;
      expect([name, await count(company.companyId)]).toEqual([name, 0]);
      left[name] = await count(stays.companyId);
    }
    return left;
  });
  expect(rows).toMatchObject({
    'app.captures': 1,
    'app.records': 1,
    'app.saved_views': 1,
    'auth.membership': 1,
  });
  const events = await database.asOwner(
    async (client) =>
      (await client.query("select subject_name, detail from platform.events where action = 'company.erased'"))
        .rows,
  );
  expect(events).toEqual([
    { subject_name: 'Gone Ltd', detail: { members: 2, captures: 1, records: 1, bytes: 100 } },
  ]);
  expect(await statusOf(stays)).toBe('active');
});

test('who has an account makes further companies, alike those of sign-up, where signing up is open', async () => {
  const person = await addMember(database, null);
  const founder = { userId: person.userId, name: person.name, platformRole: 'user' as const };
  const made = (mode: 'open' | 'invite' | 'closed', more: object = {}, name = 'Second') =>
    createCompany(
      { auth: database.auth, mode, firstPlugins },
      { founder: { ...founder, ...more }, name, languages: ['de'], locale: 'de-AT' },
    );
  const { companyId } = await made('open');
  const rows = await database.asOwner(
    async (client) =>
      (
        await client.query(
          `select m.role, s.locale, i.plugin_id, e.action from auth.membership m join app.company_settings s using (company_id)
           join app.installations i using (company_id) join app.audit_events e using (company_id) where company_id = $1`,
          [companyId],
        )
      ).rows,
  );
  expect(rows).toEqual([{ role: 'owner', locale: 'de-AT', plugin_id: 'receipt', action: 'company.created' }]);
  expect(await codeOf(made('invite'))).toBe('company.making_closed');
  expect(await codeOf(made('closed', { platformRole: 'admin' }))).toBe('done');
  expect(await codeOf(made('open', { impersonatedBy: crypto.randomUUID() }))).toBe('support.read_only');
  expect(await codeOf(made('open', {}, ' '))).toBe('company.bad_settings');
  const many = await Promise.all(Array.from({ length: 5 }, () => codeOf(made('open'))));
  expect(many.filter((code) => code === 'company.too_many')).toHaveLength(2);
});

test('sign-up has one way to make a company', async () => {
  const rows = await database.asOwner(
    async (client) =>
      (
        await client.query(
          "select prosrc from pg_proc where pronamespace = 'auth'::regnamespace and proname = 'register'",
        )
      ).rows,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0].prosrc).toContain('auth.found_company');
});
