import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAuditEvents } from '../audit/list-audit-events.ts';
import { scopeOf } from '../testing/arrange.ts';
import { createApiKey, maxApiKeys } from './create-api-key.ts';
import { listApiKeys } from './list-api-keys.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { apiKeyDays } from './rules.ts';
import { apiKeyRequestsPerMinute, useApiKey } from './use-api-key.ts';

let database: TestDatabase;
let company: TestCompany;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  company = await database.createCompany({ name: 'Ours', members: ['admin', 'reviewer'] });
});

const deps = () => ({ db: database.app, auth: database.auth });
const admin = () => company.members[0]!;
const wanted = {
  name: 'Build server',
  scopes: ['plugins:publish'],
  plugins: 'pallet-note',
  role: 'admin',
  days: 90,
} as const;
const make = (
  by = admin(),
  apiKey: { role?: string; days?: number; scopes?: string[]; addressRanges?: string; plugins?: string } = {},
) => {
  const { scopes } = { ...wanted, ...apiKey };
  const plugins = scopes.some((each) => each === 'plugins:publish') ? wanted.plugins : '';
  return createApiKey(deps(), {
    scope: scopeOf(company, by),
    apiKey: { ...wanted, plugins, ...apiKey },
  });
};
const use = (key: string, ipAddress = '192.0.2.7') =>
  useApiKey(deps(), { key, ipAddress, resource: '/api/v1' });
const list = () => listApiKeys(deps(), { scope: scopeOf(company) });
const change = (query: string, values: unknown[]) =>
  database.asOwner((client) => client.query(query, values));
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => error.code,
  );

describe('a key', () => {
  test('acts in its maker’s name, is listed without its secret, and both are in the audit list', async () => {
    const { id, key, expiresAt } = await make();
    expect((Date.parse(expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(90, 1);
    const { scope, companyName, scopes, left } = await use(key);
    expect({ scope, companyName, scopes, left }).toEqual({
      companyName: 'Ours',
      scopes: ['plugins:publish'],
      left: apiKeyRequestsPerMinute - 1,
      scope: {
        companyId: company.companyId,
        actor: {
          userId: admin().userId,
          name: admin().name,
          role: 'admin',
          ipAddress: '192.0.2.7',
          apiKey: 'Build server',
        },
      },
    });
    const [listed] = await list();
    expect(listed).toMatchObject({
      id,
      state: 'working',
      countsAs: 'admin',
      lastUsedFrom: '192.0.2.7',
      createdBy: admin().name,
    });
    expect(key.startsWith(listed!.prefix)).toBe(true);
    expect(listed!.prefix.length).toBeLessThanOrEqual(12);
    await revokeApiKey(deps(), { scope: scopeOf(company), apiKeyId: id });
    expect(await codeOf(use(key))).toBe('api_key.revoked');
    const { events } = await listAuditEvents(deps(), { scope: scopeOf(company) });
    expect(events.map(({ action }) => action).slice(0, 2)).toEqual(['api_key.revoked', 'api_key.created']);
    // Nothing of the database leads back to the key.
    const kept = await database.asOwner(async (client) => {
      const { rows } = await client.query(
        `select (select json_agg(k) from app.api_keys k)::text || (select json_agg(a) from app.audit_events a)::text as text`,
      );
      return rows[0].text as string;
    });
    expect(kept).toContain(listed!.prefix);
    expect(kept).not.toContain(key.slice(listed!.prefix.length));
  });

  test('is worth what its maker may at that moment, and nothing once they left, even where they come back', async () => {
    const { key } = await make();
    const member = [company.companyId, admin().userId];
    await change(
      "update auth.membership set role = 'reviewer' where company_id = $1 and user_id = $2",
      member,
    );
    expect((await use(key)).scope.actor.role).toBe('reviewer');
    expect(await list()).toMatchObject([{ state: 'maker_demoted', countsAs: 'reviewer', role: 'admin' }]);
    await change("update auth.membership set role = 'owner' where company_id = $1 and user_id = $2", member);
    expect((await use(key)).scope.actor.role).toBe('admin');
    await change('delete from auth.membership where company_id = $1 and user_id = $2', member);
    expect(await codeOf(use(key))).toBe('api_key.maker_gone');
    await change("insert into auth.membership (company_id, user_id, role) values ($1, $2, 'admin')", member);
    expect(await codeOf(use(key))).toBe('api_key.maker_gone');
    expect(await list()).toMatchObject([{ state: 'maker_gone', countsAs: null }]);
  });

  test('stops with its time, its suspended maker, its suspended company and a second factor its maker lacks', async () => {
    const { key } = await make();
    const cases: [set: string, id: string, code: string][] = [
      [
        "app.company_settings set status = 'suspended' where company_id",
        company.companyId,
        'company.suspended',
      ],
      [
        "app.company_settings set status = 'active', require_two_factor = true where company_id",
        company.companyId,
        'two_factor.needed',
      ],
      ['auth."user" set two_factor_enabled = true where id', admin().userId, 'done'],
      ['auth."user" set banned = true where id', admin().userId, 'api_key.maker_gone'],
      [
        "app.api_keys set created_at = now() - interval '2 days', expires_at = now() - interval '1 second' where company_id",
        company.companyId,
        'api_key.expired',
      ],
    ];
    for (const [set, id, code] of cases) {
      await change(`update ${set} = $1`, [id]);
      expect([set, await codeOf(use(key))]).toEqual([set, code]);
    }
    expect(await list()).toMatchObject([{ state: 'expired' }]);
  });

  test('has its requests of a minute counted over all servers', async () => {
    const { key } = await make();
    await use(key);
    const spend = (minute: string) =>
      change(`update app.api_keys set minute_requests = $2, minute = ${minute} where company_id = $1`, [
        company.companyId,
        apiKeyRequestsPerMinute,
      ]);
    await spend("date_trunc('minute', now()) - interval '1 minute'");
    expect((await use(key)).left).toBe(apiKeyRequestsPerMinute - 1);
    // Should a minute end right between the two statements, the next try is within one.
    let code = 'done';
    for (let tries = 0; code === 'done' && tries < 3; tries++) {
      await spend("date_trunc('minute', now())");
      code = await codeOf(use(key));
    }
    expect(code).toBe('api_key.too_many_requests');
  });

  test('works from its addresses only', async () => {
    const { key } = await make(admin(), { addressRanges: '192.0.2.5/24, 2001:db8::/32 198.51.100.1' });
    expect(await list()).toMatchObject([
      { addressRanges: expect.arrayContaining(['192.0.2.0/24', '2001:db8::/32', '198.51.100.1/32']) },
    ]);
    for (const address of ['192.0.2.250', '2001:db8::7', '2001:db8::7%eth0', '198.51.100.1'])
      expect([address, await codeOf(use(key, address))]).toEqual([address, 'done']);
    for (const address of ['192.0.3.1', '198.51.100.2', '::1', ''])
      expect([address, await codeOf(use(key, address))]).toEqual([address, 'api_key.other_address']);
  });

  test.each([
    '',
    'readout_',
    `readout_${'A'.repeat(43)}`,
    `readout_${'A'.repeat(42)}'`,
    'x'.repeat(100_000),
    'readout_\0',
  ])('nobody made is none (%#)', async (key) => {
    expect(await codeOf(use(key))).toBe('api_key.not_valid');
  });
});

test('unknown keys have to wait once a network sent many; keys that are good go on', async () => {
  const made = await make(company.owner);
  const outcomes = [];
  for (let n = 0; n < 70; n++) outcomes.push(await codeOf(use(`readout_${String(n).padStart(43, 'A')}`)));
  expect(outcomes.filter((code) => code === 'sign_in.too_many_tries').length).toBeGreaterThanOrEqual(10);
  expect(await codeOf(use(made.key))).toBe('done');
});

describe('making one', () => {
  test('never gives more than one has oneself, nothing that does nothing, and no time but those offered', async () => {
    expect(await codeOf(make(company.owner, { role: 'owner' }))).toBe('done');
    expect(await codeOf(make(admin(), { role: 'owner' }))).toBe('api_key.role_above_own');
    for (const role of ['reviewer', 'operator', 'root', ''])
      expect([role, await codeOf(make(admin(), { role }))]).toEqual([role, 'api_key.bad_role']);
    for (const days of [0, -1, 1.5, 100_000, Number.NaN])
      expect([days, await codeOf(make(admin(), { days }))]).toEqual([days, 'api_key.bad_expiry']);
    expect(apiKeyDays.every((days) => days <= 366)).toBe(true);
    for (const name of ['', ' \u202e ', 'x'.repeat(81)])
      expect(
        await codeOf(createApiKey(deps(), { scope: scopeOf(company), apiKey: { ...wanted, name } })),
      ).toBe('api_key.bad_name');
  });

  test('needs a purpose, a role that can do something of each, and ranges that are some', async () => {
    for (const scopes of [[], ['records:erase'], ['records:read', 'plugins.publish']])
      expect([scopes, await codeOf(make(admin(), { scopes }))]).toEqual([scopes, 'api_key.bad_scope']);
    expect(await codeOf(make(admin(), { scopes: ['exports:read'], role: 'operator' }))).toBe(
      'api_key.bad_role',
    );
    expect(await codeOf(make(admin(), { scopes: ['captures:write'], role: 'operator' }))).toBe('done');
    for (const addressRanges of ['192.0.2.0/33', '192.0.2', 'example.com', '::/129', "' or 1=1"])
      expect([addressRanges, await codeOf(make(admin(), { addressRanges }))]).toEqual([
        addressRanges,
        'api_key.bad_address_ranges',
      ]);
  });

  test('needs the plugins it may publish where it is for that, and takes none otherwise', async () => {
    const { key } = await make(admin(), { plugins: 'pallet-note, gate-pass\npallet-note' });
    expect((await use(key)).pluginIds).toEqual(['pallet-note', 'gate-pass']);
    const many = Array.from({ length: 51 }, (_, number) => `p${number}`).join();
    for (const plugins of ['', 'Pallet Note', '../x', many])
      expect([plugins, await codeOf(make(admin(), { plugins }))]).toEqual([plugins, 'api_key.bad_plugins']);
    const reading = { scopes: ['captures:read'], plugins: 'pallet-note' };
    expect(await codeOf(make(admin(), reading))).toBe('api_key.bad_plugins');
  });

  test('is for the member alone: a platform admin who acts as them leaves no key behind, and may only revoke', async () => {
    const { id } = await make();
    const { companyId, actor } = scopeOf(company, admin());
    const acting = {
      companyId,
      actor: { ...actor, impersonatedBy: company.owner.userId, support: 'manage' as const },
    };
    expect(await codeOf(createApiKey(deps(), { scope: acting, apiKey: wanted }))).toBe('support.read_only');
    expect(await codeOf(revokeApiKey(deps(), { scope: acting, apiKeyId: id }))).toBe('done');
    expect(await codeOf(revokeApiKey(deps(), { scope: acting, apiKeyId: id }))).toBe(
      'api_key.revoked_already',
    );
  });

  test('ends at as many as work, also for two at the same moment', async () => {
    await change(
      `insert into app.api_keys (company_id, name, secret_hash, prefix, role, scopes, created_by, expires_at)
       select $1::uuid, 'x', encode(sha256(($1::uuid::text || n)::bytea), 'hex'), 'readout_xxxx', 'admin', '{plugins:publish}', $2::uuid, now() + interval '1 day'
       from generate_series(1, $3::int) n`,
      [company.companyId, admin().userId, maxApiKeys - 1],
    );
    const codes = await Promise.all([codeOf(make()), codeOf(make())]);
    expect(codes.toSorted()).toEqual(['api_key.too_many', 'done']);
  });
});

test('a key of another company is neither seen nor revoked', async () => {
  const { id } = await make();
  const other = await database.createCompany();
  const scope = scopeOf(other);
  expect(await listApiKeys(deps(), { scope })).toEqual([]);
  expect(await codeOf(revokeApiKey(deps(), { scope, apiKeyId: id }))).toBe('api_key.not_found');
  expect(await codeOf(revokeApiKey(deps(), { scope, apiKeyId: "' or 1=1" }))).toBe('api_key.not_found');
  expect(await list()).toMatchObject([{ state: 'working' }]);
});
