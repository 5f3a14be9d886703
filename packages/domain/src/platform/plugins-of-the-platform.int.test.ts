import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PlatformActor } from '../platform-actor.ts';
import { getPlugin } from '../plugins/get-plugin.ts';
import { findBlock, listPluginBlocks } from '../plugins/list-plugin-blocks.ts';
import type { ReadingQueue } from '../readings/reading-queue.ts';
import { confirmRecord } from '../records/confirm-record.ts';
import { editField } from '../records/edit-field.ts';
import {
  capture,
  createJobTable,
  plugins,
  publish,
  receipt,
  receiptManifest,
  scopeOf,
} from '../testing/arrange.ts';
import { blockPlugin } from './block-plugin.ts';
import { countWaitingVersions } from './count-waiting-versions.ts';
import { deprecatePluginVersion } from './deprecate-plugin-version.ts';
import { getPluginForPlatform } from './get-plugin-for-platform.ts';
import { listPluginsForPlatform } from './list-plugins-for-platform.ts';
import { listTrustedKeys } from './list-trusted-keys.ts';
import { offerPluginVersion } from './offer-plugin-version.ts';
import { refreshCorrections } from './refresh-corrections.ts';
import { revokeTrustedKey } from './revoke-trusted-key.ts';
import { unblockPlugin } from './unblock-plugin.ts';

let database: TestDatabase;
let queue: ReadingQueue;
let company: TestCompany;
const actor: PlatformActor = { userId: randomUUID(), name: 'Petra', platformRole: 'admin' };
const deps = () => ({ platform: database.platform });
const query = (text: string, ...values: unknown[]) =>
  database.asOwner(async (client) => (await client.query(text, values)).rows);
const install = (of: TestCompany, version: string, source = 'catalogue') =>
  query(
    "insert into app.installations (company_id, plugin_id, version, source) values ($1, 'receipt', $2, $3)",
    of.companyId,
    version,
    source,
  );
const detail = () => getPluginForPlatform(deps(), { actor, pluginId: 'receipt' });

beforeAll(async () => {
  database = await createTestDatabase();
  queue = await createJobTable(database);
  await publish(database, { ...receiptManifest, version: '1.1.0' });
});
afterAll(() => database.close());
beforeEach(async () => {
  await query(`
    delete from app.installations; delete from app.notifications; delete from app.records; delete from app.correction_days;
    delete from platform.plugin_blocks; delete from platform.corrections_counted;
    update platform.plugin_versions set state = 'published', deprecated_at = null, deprecated_note = null where plugin_id = 'receipt'`);
  company = await database.createCompany({ members: ['admin', 'operator'] });
});

const told = () => query('select kind, user_id, company_id, detail from app.notifications order by id');

test('only who administers the platform sees or does any of it', async () => {
  const nobody: PlatformActor = { ...actor, platformRole: 'user' };
  const target = { actor: nobody, pluginId: 'receipt', version: '1.0.0' };
  for (const attempt of [
    () => listPluginsForPlatform(deps(), { actor: nobody }),
    () => getPluginForPlatform(deps(), target),
    () => blockPlugin(deps(), { ...target, reason: 'x', confirmation: 'receipt 1.0.0' }),
    () => unblockPlugin(deps(), target),
    () => deprecatePluginVersion(deps(), { ...target, note: 'x' }),
    () => offerPluginVersion(deps(), target),
    () => countWaitingVersions(deps(), { actor: nobody }),
    () => listTrustedKeys(deps(), { actor: nobody }),
    () =>
      revokeTrustedKey(deps(), {
        actor: nobody,
        keyId: 'x',
        reason: 'x',
        confirmation: 'x',
        blocksWhatItSigned: false,
      }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'platform.admin_only' });
});

describe('one version of a plugin', () => {
  const target = { pluginId: 'receipt', version: '1.0.0' };
  const block = (more = {}) =>
    blockPlugin(deps(), { actor, ...target, reason: 'Misreads', confirmation: 'receipt 1.0.0', ...more });

  test('is blocked by itself: who has it is told, who has another one is not, and that one goes on', async () => {
    await install(company, '1.0.0');
    const other = await database.createCompany();
    await install(other, '1.1.0');
    await expect(block({ confirmation: 'receipt' })).rejects.toMatchObject({
      detail: { fields: { confirmation: 'Type receipt 1.0.0 to confirm.' } },
    });
    await expect(block({ version: '7.0.0', confirmation: 'receipt 7.0.0' })).rejects.toMatchObject({
      code: 'plugin.version_not_found',
    });
    expect(await block()).toEqual({ companies: 1 });
    await expect(block()).rejects.toMatchObject({ code: 'plugin.already_blocked' });
    const blocks = await listPluginBlocks({ db: database.app });
    expect(findBlock(blocks, 'receipt', '1.0.0')?.reason).toBe('Misreads');
    expect(findBlock(blocks, 'receipt', '1.1.0')).toBeUndefined();
    const rows = await told();
    expect(rows.map((row) => row.user_id).sort()).toEqual(
      [company.owner.userId, company.members[0]!.userId].sort(),
    );
    expect(rows[0]).toMatchObject({
      kind: 'plugin.blocked',
      detail: { pluginName: 'Receipt', version: '1.0.0', reason: 'Misreads' },
    });
    const { versions, blocks: listed } = await detail();
    expect(versions.map(({ version, block: own, companies }) => [version, own?.reason, companies])).toEqual([
      ['1.1.0', undefined, 1],
      ['1.0.0', 'Misreads', 1],
    ]);
    expect(listed).toHaveLength(1);
  });

  test('stays blocked where the block of every version is lifted; its companies are told when its own is', async () => {
    await install(company, '1.0.0');
    await block();
    await blockPlugin(deps(), {
      actor,
      pluginId: 'receipt',
      version: '*',
      reason: 'All',
      confirmation: 'receipt',
    });
    await unblockPlugin(deps(), { actor, pluginId: 'receipt', version: '*' });
    expect(await listPluginBlocks({ db: database.app })).toMatchObject([{ version: '1.0.0' }]);
    await unblockPlugin(deps(), { actor, ...target });
    await expect(unblockPlugin(deps(), { actor, ...target })).rejects.toMatchObject({
      code: 'plugin.not_blocked',
    });
    expect(
      (await told()).filter((row) => row.user_id === company.owner.userId).map((row) => row.kind),
    ).toEqual(['plugin.blocked', 'plugin.blocked', 'plugin.unblocked', 'plugin.unblocked']);
    const events = await query(
      "select action, detail from app.audit_events where company_id = $1 and action like 'plugin.%' order by id",
      company.companyId,
    );
    expect(events.at(-1)).toEqual({
      action: 'plugin.unblocked',
      detail: { version: '1.0.0', byPlatform: true },
    });
  });

  test('is deprecated with a note its companies read, goes on there, is no new company’s, and is offered again', async () => {
    await install(company, '1.0.0');
    await expect(deprecatePluginVersion(deps(), { actor, ...target, note: ' ' })).rejects.toMatchObject({
      detail: { fields: { note: expect.any(String) } },
    });
    expect(await deprecatePluginVersion(deps(), { actor, ...target, note: 'Use 1.1.0' })).toEqual({
      companies: 1,
    });
    await expect(deprecatePluginVersion(deps(), { actor, ...target, note: 'Again' })).rejects.toMatchObject({
      code: 'plugin.deprecated_already',
    });
    expect((await told())[0]).toMatchObject({
      kind: 'plugin.version_deprecated',
      detail: { version: '1.0.0', note: 'Use 1.1.0' },
    });
    expect((await detail()).versions[1]).toMatchObject({
      state: 'deprecated',
      deprecation: { note: 'Use 1.1.0' },
      companies: 1,
    });
    const seen = await getPlugin({ db: database.app }, { scope: scopeOf(company), pluginId: 'receipt' });
    expect(seen.versions.map(({ version, deprecationNote }) => [version, deprecationNote])).toEqual([
      ['1.1.0', null],
      ['1.0.0', 'Use 1.1.0'],
    ]);
    const founded = await database.createCompany();
    await install(founded, '1.0.0');
    await install(founded, '1.1.0');
    expect(
      await query('select version from app.installations where company_id = $1', founded.companyId),
    ).toEqual([{ version: '1.1.0' }]);
    await offerPluginVersion(deps(), { actor, ...target });
    await expect(offerPluginVersion(deps(), { actor, ...target })).rejects.toMatchObject({
      code: 'plugin.not_deprecated',
    });
    expect((await detail()).versions[1]).toMatchObject({ state: 'published', deprecation: null });
  });
});

describe('what people corrected', () => {
  const count = () => refreshCorrections(deps(), { settledSeconds: 0 });
  const shares = async () => {
    const { versions } = await detail();
    return Object.fromEntries(
      versions
        .find(({ version }) => version === '1.0.0')!
        .corrected.filter(({ share }) => share)
        .map(({ field, share }) => [field, share]),
    );
  };
  /** Records of one company as they are read, each confirmed by a person; `edits`: what is changed before, record by record. */
  const confirm = async (of: TestCompany, edits: Record<string, string>[]) => {
    const scope = scopeOf(of);
    const db = database.app;
    for (const edit of edits) {
      const records = [receipt({ merchant: 'SECRET ACME', total: '1.00' })];
      const { captureId } = await capture({ database, queue }, scope, { records });
      const [row] = await query('select id, revision from app.records where capture_id = $1', captureId);
      let { id: recordId, revision } = row as { id: string; revision: number };
      for (const [field, value] of Object.entries(edit))
        ({ revision } = await editField({ db, plugins }, { scope, recordId, revision, field, value }));
      await confirmRecord({ db }, { scope, recordId, revision });
    }
  };
  const repeat = <T>(times: number, value: T): T[] => Array.from({ length: times }, () => value);

  test('is summed up by version and field over companies, once enough of them stand behind a figure', async () => {
    const companies = [company, await database.createCompany(), await database.createCompany()];
    await confirm(companies[0]!, [...repeat(3, { merchant: 'Other' }), ...repeat(6, {})]);
    await confirm(companies[1]!, [{ number: 'A-1' }, ...repeat(7, {})]);
    await count();
    // Two companies.
    expect(await shares()).toEqual({});
    await confirm(companies[2]!, repeat(2, {}));
    await count();
    // Three with 19 records.
    expect(await shares()).toEqual({});
    await confirm(companies[2]!, [{ total: '2.00' }]);
    await count();
    await count();
    expect(await shares()).toEqual({
      Merchant: { given: 20, corrected: 3, added: 0 },
      Total: { given: 20, corrected: 1, added: 0 },
    });
  });

  test('counts no rule’s confirmations and nothing of a company’s own under the same number', async () => {
    const companies = [company, await database.createCompany(), await database.createCompany()];
    for (const each of companies) await confirm(each, repeat(7, {}));
    await query('update app.records set confirmed_by = null where company_id = $1', company.companyId);
    await query(
      `insert into app.plugin_versions (company_id, plugin_id, version, manifest, package, sha256, made_by, created_by)
       values ($1, 'receipt', '1.0.0', '{}', '', repeat('b', 64), 'studio', $2)`,
      companies[1]!.companyId,
      companies[1]!.owner.userId,
    );
    await count();
    const rows = await query('select distinct company_id from app.correction_days');
    expect(rows).toEqual([{ company_id: companies[2]!.companyId }]);
    expect(await shares()).toEqual({});
  });

  test('cannot be looked at company by company, and holds no value', async () => {
    await confirm(company, [{ merchant: 'Other' }]);
    await count();
    await expect(sql`select * from app.correction_days`.execute(database.platform)).rejects.toThrow(
      /permission denied/,
    );
    const few = await sql`select * from platform.corrected_shares('receipt')`.execute(database.platform);
    expect(few.rows.length).toBeGreaterThan(0);
    for (const row of few.rows) expect(row).toMatchObject({ records: null, corrected: null, added: null });
    expect(JSON.stringify(await query('select * from app.correction_days'))).not.toMatch(/SECRET|Other/);
    expect(JSON.stringify(await detail())).not.toMatch(/SECRET|Other/);
  });
});

test('two hundred plugins are searched, filtered, ordered and paged; connectors and publishers’ are there', async () => {
  const publisher = await database.createCompany({ name: 'Meter Makers' });
  for (let index = 0; index < 200; index++)
    await publish(
      database,
      {
        ...receiptManifest,
        id: `many-${index}`,
        name: `Many ${String(index).padStart(3, '0')}`,
        ...(index < 3
          ? {
              kind: 'connector' as const,
              reads: [],
              accepts: ['receipt'],
              permissions: { hosts: ['a.example'] },
            }
          : {}),
      },
      { isFirstParty: false },
    );
  await query(
    "update platform.plugins set publisher_name = 'Meter Makers', publisher_company_id = $1 where id = 'many-7'",
    publisher.companyId,
  );
  await blockPlugin(deps(), {
    actor,
    pluginId: 'many-9',
    version: '1.0.0',
    reason: 'x',
    confirmation: 'many-9 1.0.0',
  });
  const list = (more = {}) => listPluginsForPlatform(deps(), { actor, ...more });
  const page = await list({ search: 'MANY', offset: 50, limit: 50 });
  expect([page.total, page.items.length, page.items[0]!.name]).toEqual([200, 50, 'Many 050']);
  expect((await list({ kind: 'connector' })).items).toMatchObject([
    { id: 'many-0', kind: 'connector', hosts: ['a.example'] },
    { id: 'many-1' },
    { id: 'many-2' },
  ]);
  expect((await list({ search: 'meter makers' })).items).toMatchObject([
    { id: 'many-7', publisher: 'Meter Makers', publisherCompanyId: publisher.companyId },
  ]);
  expect((await list({ state: 'blocked' })).items).toMatchObject([{ id: 'many-9', isBlocked: true }]);
  expect((await list({ state: 'deprecated' })).total).toBe(0);
  await install(company, '1.0.0');
  expect((await list({ sort: 'installs', descending: true })).items[0]).toMatchObject({
    id: 'receipt',
    installs: 1,
    versionCount: 2,
  });
});
