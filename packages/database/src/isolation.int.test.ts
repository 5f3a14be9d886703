import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inCompany } from './in-company.ts';
import { roleName, roles } from './roles.ts';
import { testInstallationId } from './test-cluster.ts';
import { createTestDatabase, type TestCompany, type TestDatabase } from './testing.ts';

const names = roles.map((role) => roleName(role, testInstallationId));
let database: TestDatabase;
let acme: TestCompany;
let other: TestCompany;
let tables: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  acme = await database.createCompany({ name: 'Acme' });
  other = await database.createCompany({ name: 'Other' });
  tables = await database.asOwner(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select c.relname as name from pg_class c where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') order by 1",
    );
    return rows.map((row) => row.name);
  });
});

afterAll(() => database.close());

/** What the application's role can not delete at all, of whichever company. */
const undeletable = [
  'api_keys',
  'audit_events',
  'audit_chain',
  'audit_heads',
  'audit_backlog',
  'capture_notes',
  'former_members',
  'company_days',
  'company_ledger',
  'company_usage',
  'correction_days',
  'dashboard_changes',
  'deliveries',
  'delivery_attempts',
  'delivery_recipients',
  'export_profiles',
  'delivery_targets',
  'dismissed_steps',
  'events',
  'event_streams',
  'invitations',
  'list_tables',
  'oauth_grants',
  'oauth_tokens',
  'outbox',
  'outbox_floors',
  'plugin_versions',
  'reading_days',
  'reading_shares',
  'record_edits',
  'region_profiles',
  'reread_days',
  'reservations',
  'review_stretches',
];

const shaOf = (company: TestCompany) => company.companyId.replaceAll('-', '').padEnd(64, '0');

/** One row in every tenant table of the company, written as the owner. */
async function fill(company: TestCompany): Promise<void> {
  const { companyId, owner } = company;
  const id = companyId;
  await database.asOwner(async (client) => {
    const insert = (text: string, ...values: unknown[]) => client.query(text, [companyId, ...values]);
    await insert('insert into app.audit_backlog (company_id, next_id, last_id) values ($1, 1, 1)');
    await insert(
      "insert into app.former_members (company_id, user_id, pseudonym, until) values ($1, $2, 'x', now())",
      id,
    );
    await insert(
      "insert into app.objects (company_id, sha256, byte_size, media_type) values ($1, $2, 1, 'image/png')",
      shaOf(company),
    );
    await insert(
      "insert into app.captures (company_id, id, document_id, source, sha256, file_name, media_type, byte_size, created_by) values ($1, $2, $2, 'upload', $3, 'a.png', 'image/png', 1, $4)",
      id,
      shaOf(company),
      owner.userId,
    );
    await insert(
      "insert into app.readings (company_id, id, capture_id, engine_version, content) values ($1, $2, $2, '1', '{}')",
      id,
    );
    await insert(
      "insert into app.exports (company_id, format, filter, requested_by, role) values ($1, 'csv', '{}', $2, 'owner')",
      owner.userId,
    );
    await insert(
      "insert into app.idempotency_keys (company_id, holder, key, fingerprint, lease, leased_until) values ($1, $2, 'k', 'f', $2, now())",
      id,
    );
    await insert('insert into app.event_streams (company_id) values ($1)');
    await insert('insert into app.reading_queue (company_id, capture_id, urgency) values ($1, $2, 1)', id);
    await insert(
      'insert into app.reading_shares (company_id, served_to, mean_cpu_ms, mean_ms) values ($1, 0, 1, 1)',
    );
    await insert('insert into app.reading_days (company_id, day) values ($1, current_date)');
    await insert(
      "insert into app.capture_texts (company_id, capture_id, body) values ($1, $2, 'needle')",
      id,
    );
    await insert(
      "insert into app.records (company_id, id, capture_id, reading_id, plugin_id, plugin_version, type, confidence, fields, original_fields) values ($1, $2, $2, $2, 'text', '1', 'text', 1, '{}', '{}')",
      id,
    );
    await insert(
      "insert into app.export_profiles (company_id, id, name, settings, created_by) values ($1, $2, 'x', '{}', $2)",
      id,
    );
    await insert(
      "insert into app.exported_records (company_id, export_id, record_id, document_id, position, revision, profile_id, profile_name, exported_by) values ($1, $2, $2, $2, 0, 1, $2, 'x', $2)",
      id,
    );
    await insert(
      "insert into app.region_readings (company_id, capture_id, content) values ($1, $2, '{}')",
      id,
    );
    await insert(
      "insert into app.record_edits (company_id, record_id, field, edited_by) values ($1, $2, 'title', $3)",
      id,
      owner.userId,
    );
    await insert(
      "insert into app.record_proposals (company_id, capture_id, reading_id, records) values ($1, $2, $2, '[]')",
      id,
    );
    await insert(
      "insert into app.capture_tags (company_id, capture_id, tag, added_by) values ($1, $2, 'paid', $3)",
      id,
      owner.userId,
    );
    await insert(
      "insert into app.capture_notes (company_id, capture_id, body, written_by) values ($1, $2, 'note', $3)",
      id,
      owner.userId,
    );
    await insert(
      "insert into app.saved_views (company_id, created_by, name, query) values ($1, $2, 'v', '')",
      owner.userId,
    );
    await insert(
      "insert into app.bulk_actions (company_id, action, items, created_by) values ($1, 'trash', '[]', $2)",
      owner.userId,
    );
    await insert("insert into app.installations (company_id, plugin_id, version) values ($1, 'text', '1')");
    await insert(
      `insert into app.region_profiles (company_id, name, frame_width, frame_height, region_x, region_y, region_width,
         region_height, fingerprint, reads, thumbnail, thumbnail_type, created_by)
       values ($1, 'x', 9, 9, 0, 0, 1, 1, '{}', '{}', 'x', 'image/png', $2)`,
      owner.userId,
    );
    await insert(
      `insert into app.watches (company_id, id, name, source_kind, place, reads, created_by)
       values ($1, $2, 'x', 'screen', '{}', '{}', $3)`,
      id,
      owner.userId,
    );
    await insert(
      `insert into app.watch_samples (company_id, watch_id, id, taken_at, value, confidence, state)
       values ($1, $2, $2, now(), 1, 1, 'ok')`,
      id,
    );
    await insert(
      `insert into app.watch_sums (company_id, watch_id, step_s, starts_at, value_count, implausible_count, unreadable_count)
       values ($1, $2, 60, now(), 1, 0, 0)`,
      id,
    );
    await insert(
      "insert into app.watch_alarms (company_id, watch_id, kind, opened_at) values ($1, $2, 'above', now())",
      id,
    );
    await insert(
      "insert into app.plugin_runs (company_id, capture_id, plugin_id, version, record_count, duration_ms) values ($1, $2, 'text', '1', 1, 1)",
      id,
    );
    await insert(
      "insert into app.readers_not_run (company_id, capture_id, plugin_id, version, code) values ($1, $2, 'text', '1', 'plugin.blocked')",
      id,
    );
    await insert(
      "insert into app.shadow_comparisons (company_id, capture_id, plugin_id, outcome) values ($1, $2, 'text', 'equal')",
      id,
    );
    await insert(
      "insert into app.audit_events (company_id, actor_name, action, subject_type, subject_id) values ($1, 'x', 'company.created', 'company', $2)",
      companyId,
    );
    await insert(
      "insert into app.invitations (company_id, email, role, token_hash, invited_by, invited_by_name, expires_at) values ($1, 'a@example.com', 'operator', $2, $3, 'x', now())",
      shaOf(company),
      owner.userId,
    );
    await insert(
      "insert into app.notifications (company_id, user_id, kind, subject_type, subject_id) values ($1, $2, 'capture.assigned', 'capture', 'x')",
      owner.userId,
    );
    await insert(
      "insert into app.plugin_drafts (company_id, plugin_id, kind, manifest, created_by, updated_by) values ($1, 'x', 'studio', '{}', $2, $2)",
      owner.userId,
    );
    await insert(
      "insert into app.plugin_requests (company_id, plugin_id, requested_by) values ($1, 'x', $2)",
      owner.userId,
    );
    await insert(
      "insert into app.signing_keys (company_id, key_id, name, public_key, created_by) values ($1, repeat('a', 16), 'x', 'x', $2)",
      owner.userId,
    );
    await insert(
      "insert into app.api_keys (company_id, name, secret_hash, prefix, role, scopes, created_by, expires_at) values ($1, 'x', $2, 'readout_x', 'admin', '{plugins:publish}', $3, now() + interval '1 day')",
      shaOf(company),
      owner.userId,
    );
    await insert(
      "insert into app.oauth_grants (company_id, id, client_id, client_name, redirect_uri, code_challenge, resource, scopes, created_by, expires_at) values ($1, $2, $2, 'x', 'https://x', repeat('a', 43), '/', '{captures:read}', $3, now())",
      id,
      owner.userId,
    );
    await insert(
      "insert into app.oauth_tokens (company_id, secret_hash, grant_id, kind, expires_at) values ($1, $2, $3, 'access', now() + interval '1 hour')",
      shaOf(company),
      id,
    );
    await insert(
      "insert into app.plugin_versions (company_id, plugin_id, version, manifest, package, sha256, made_by, created_by) values ($1, 'x', '1', '{}', '', repeat('a', 64), 'studio', $2)",
      owner.userId,
    );
    await insert(
      "insert into app.plugin_fixtures (company_id, plugin_id, name, input, expected, created_by) values ($1, 'x', 'x', '{}', '[]', $2)",
      owner.userId,
    );
    await insert(
      "insert into app.plugin_submissions (company_id, id, plugin_id, version, prepared_by) values ($1, $2, 'x', '1', $3)",
      id,
      owner.userId,
    );
    await insert(
      "insert into app.plugin_submission_fixtures (company_id, submission_id, name, input, expected) values ($1, $2, 'x', '{}', '[]')",
      id,
    );
    await insert(
      "insert into app.correction_days (company_id, day, plugin_id, version, type, field, given, corrected, added) values ($1, current_date, 'text', '1', 'text', 'title', 1, 0, 0)",
    );
    await insert('insert into app.company_usage (company_id) values ($1)');
    await insert('insert into app.company_ledger (company_id) values ($1) on conflict do nothing');
    await insert(
      'insert into app.reread_days (company_id, day, user_id) values ($1, current_date, $2)',
      owner.userId,
    );
    await insert(
      "insert into app.reservations (company_id, id, user_id, kind, bytes, captures, month, expires_at) values ($1, $2, $3, 'upload', 1, 1, current_date, now())",
      id,
      owner.userId,
    );
    await insert('insert into app.company_days (company_id, day) values ($1, current_date)');
    await insert(
      'insert into app.review_stretches (company_id, document_id, created_by, began_at) values ($1, $2, $3, now())',
      id,
      owner.userId,
    );
    await insert(
      "insert into app.dashboard_changes (company_id, hour, changed_in) values ($1, date_trunc('hour', now()), pg_current_xact_id())",
    );
    await insert(
      "insert into app.dashboard_days (company_id, seen_by, time_zone, day, sums, snapshot) values ($1, $2, 'UTC', current_date, '[]', pg_current_snapshot())",
      owner.userId,
    );
    // The first number has the alarm.
    await insert('insert into app.outbox_floors (company_id, sequence) values ($1, 0)');
    await insert(
      `insert into app.delivery_targets (company_id, id, kind, name, address, secret_sealed, events, created_by)
       values ($1, $2, 'webhook', 'x', 'https://x', '', '{record.confirmed}', $3)`,
      id,
      owner.userId,
    );
    await insert(
      'insert into app.deliveries (company_id, id, target_id, sequence, subject_id) values ($1, $2, $2, 1, $2)',
      id,
    );
    await insert(
      "insert into app.delivery_attempts (company_id, delivery_id, number, at, duration_ms, request) values ($1, $2, 1, now(), 1, '{}')",
      id,
    );
    await insert(
      'insert into app.delivery_recipients (company_id, record_id, target_id) values ($1, $2, $2)',
      id,
    );
    await insert('insert into app.dismissed_steps (company_id, user_id) values ($1, $2)', owner.userId);
    await insert(
      'insert into app.list_tables (company_id, user_id, is_shown) values ($1, $2, true)',
      owner.userId,
    );
  });
}

describe('tables of schema app', () => {
  test('each has company_id first in its key, forced row-level security and the tenant policy', async () => {
    const facts = await database.asOwner(async (client) => {
      const { rows } = await client.query<{
        name: string;
        first_key: string;
        is_not_null: boolean;
        enabled: boolean;
        forced: boolean;
        policy: string;
        check: string;
      }>(
        `
        select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
          (select a.attname from pg_constraint k join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
            where k.conrelid = c.oid and k.contype = 'p') as first_key,
          (select a.attnotnull from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id') as is_not_null,
          (select p.qual from pg_policies p where p.schemaname = 'app' and p.tablename = c.relname and p.roles = array[$1::name]) as policy,
          (select p.with_check from pg_policies p where p.schemaname = 'app' and p.tablename = c.relname and p.roles = array[$1::name]) as check
        from pg_class c where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') order by 1`,
        [names[0]],
      );
      return rows;
    });
    expect(facts.length).toBeGreaterThan(10);
    for (const fact of facts) {
      expect(fact).toEqual({
        name: fact.name,
        first_key: 'company_id',
        is_not_null: true,
        enabled: true,
        forced: true,
        policy: '(company_id = app.current_company())',
        check: '(company_id = app.current_company())',
      });
    }
  });

  test('none of the server’s roles can pass row-level security, own a table or become another role', async () => {
    const rows = await database.asOwner(
      async (client) =>
        (
          await client.query(
            `
      select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
        (select count(*)::int from pg_class c where c.relowner = r.oid) as owned,
        (select count(*)::int from pg_auth_members m where m.member = r.oid) as memberships
      from pg_roles r where rolname = any ($1) order by 1`,
            [names],
          )
        ).rows,
    );
    const powerless = {
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      owned: 0,
      memberships: 0,
    };
    expect(rows).toEqual(names.map((rolname) => ({ rolname, ...powerless })));
  });

  test('history and audit are append-only for the application', async () => {
    const rights = await database.asOwner(
      async (client) =>
        (
          await client.query(
            `
      select table_name, array_agg(privilege_type::text order by privilege_type) as rights
      from information_schema.role_table_grants
      where grantee = $1 and table_schema = 'app' and table_name in ('audit_events', 'audit_chain', 'audit_heads', 'record_edits') group by 1 order by 1`,
            [names[0]],
          )
        ).rows,
    );
    expect(rights).toEqual([
      { table_name: 'audit_chain', rights: ['SELECT'] },
      { table_name: 'audit_events', rights: ['INSERT', 'SELECT'] },
      { table_name: 'audit_heads', rights: ['SELECT'] },
      { table_name: 'record_edits', rights: ['INSERT', 'SELECT'] },
    ]);
  });
});

describe('two companies', () => {
  beforeAll(async () => {
    await fill(acme);
    await fill(other);
  });

  test('each sees its own rows in every table, and no other', async () => {
    for (const company of [acme, other]) {
      await inCompany(
        database.app,
        { companyId: company.companyId, userId: company.owner.userId },
        async (trx) => {
          for (const table of tables) {
            const { rows } = await sql<{
              company_id: string;
            }>`select company_id from ${sql.table(`app.${table}`)}`.execute(trx);
            expect({ table, companies: [...new Set(rows.map((row) => row.company_id))] }).toEqual({
              table,
              companies: [company.companyId],
            });
          }
        },
      );
    }
  });

  test('without a tenant every table is empty', async () => {
    for (const table of tables) {
      const { rows } = await sql`select 1 from ${sql.table(`app.${table}`)}`.execute(database.app);
      expect({ table, rows: rows.length }).toEqual({ table, rows: 0 });
    }
  });

  test('none can write a row of the other, in any table', async () => {
    for (const table of tables) {
      const write = inCompany(database.app, { companyId: acme.companyId, userId: acme.owner.userId }, (trx) =>
        sql`insert into ${sql.table(`app.${table}`)} (company_id) values (${other.companyId})`.execute(trx),
      );
      // Either the policy or a missing column refuses; the row of the other company must not be there.
      await expect(write).rejects.toThrow();
      if (undeletable.includes(table)) continue;
      const changed = await inCompany(
        database.app,
        { companyId: acme.companyId, userId: acme.owner.userId },
        (trx) =>
          sql`delete from ${sql.table(`app.${table}`)} where company_id = ${other.companyId}`.execute(trx),
      );
      expect({ table, deleted: changed.numAffectedRows }).toEqual({ table, deleted: 0n });
    }
  });

  test('search finds the own capture only', async () => {
    const found = await inCompany(database.app, { companyId: acme.companyId, userId: null }, (trx) =>
      sql<{ id: string }>`select app.find_captures(to_tsquery('simple', 'needle')) as id`.execute(trx),
    );
    expect(found.rows).toEqual([{ id: acme.companyId }]);
  });

  test('the tenant of a transaction is gone when the connection is used again', async () => {
    await inCompany(database.app, { companyId: acme.companyId, userId: null }, (trx) =>
      sql`select 1`.execute(trx),
    );
    const { rows } = await sql`select app.current_company() as company`.execute(database.app);
    expect(rows).toEqual([{ company: null }]);
  });

  test('members and profile are those of the transaction’s company', async () => {
    const seen = await inCompany(
      database.app,
      { companyId: acme.companyId, userId: acme.owner.userId },
      async (trx) => ({
        members: await trx.selectFrom('app.members').select('user_id').execute(),
        profiles: await trx.selectFrom('app.current_company_profile').select('name').execute(),
        mine: await trx.selectFrom('app.my_companies').select('id').execute(),
      }),
    );
    expect(seen).toEqual({
      members: [{ user_id: acme.owner.userId }],
      profiles: [{ name: 'Acme' }],
      mine: [{ id: acme.companyId }],
    });
  });
});

describe('roles', () => {
  test('the application cannot read accounts, sessions or password hashes', async () => {
    for (const table of [
      'user',
      'session',
      'account',
      'verification',
      'company',
      'membership',
      'invitation',
      'installation',
    ]) {
      await expect(sql`select 1 from ${sql.table(`auth.${table}`)}`.execute(database.app)).rejects.toThrow(
        /permission denied/,
      );
    }
  });

  test('sign-in cannot read what companies captured', async () => {
    // It mails what notifications say: who was told that something happened, never what was read.
    for (const table of tables.filter((name) => name !== 'notifications')) {
      await expect(sql`select 1 from ${sql.table(`app.${table}`)}`.execute(database.auth)).rejects.toThrow(
        /permission denied/,
      );
    }
  });

  test('platform administration sees numbers of all companies, and nothing that was read', async () => {
    const { rows } = await sql<{ count: number }>`select count(id) as count from app.captures`.execute(
      database.platform,
    );
    expect(rows[0]?.count).toBe(2);
    for (const secret of [
      'app.readings',
      'app.region_readings',
      'app.capture_texts',
      'app.record_edits',
      'app.outbox',
      'app.delivery_attempts',
    ]) {
      await expect(sql`select 1 from ${sql.table(secret)}`.execute(database.platform)).rejects.toThrow(
        /permission denied/,
      );
    }
    await expect(sql`select file_name from app.captures`.execute(database.platform)).rejects.toThrow(
      /permission denied/,
    );
    for (const column of ['address', 'settings', 'rule', 'secret_sealed', 'name'])
      await expect(
        sql`select ${sql.ref(column)} from app.delivery_targets`.execute(database.platform),
      ).rejects.toThrow(/permission denied/);
    await expect(sql`select fields from app.records`.execute(database.platform)).rejects.toThrow(
      /permission denied/,
    );
  });

  test('a tenant that is no UUID is refused before any statement', () => {
    expect(() => inCompany(database.app, { companyId: "' or true --", userId: null }, async () => 1)).toThrow(
      TypeError,
    );
  });
});
