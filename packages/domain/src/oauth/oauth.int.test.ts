import { createHash, randomBytes } from 'node:crypto';
import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useApiKey } from '../api-keys/use-api-key.ts';
import { listAuditEvents } from '../audit/list-audit-events.ts';
import { scopeOf } from '../testing/arrange.ts';
import { exportMyData } from '../users/export-my-data.ts';
import { allowProgram } from './allow-program.ts';
import { getProgram } from './get-program.ts';
import { listGrants } from './list-grants.ts';
import { listMyGrants } from './list-my-grants.ts';
import { redeemCode, redeemRefreshToken } from './redeem.ts';
import { type Program, registerProgram } from './register-program.ts';
import { returnToken } from './return-token.ts';
import { revokeGrant } from './revoke-grant.ts';
import { maxGrants, type OauthResource } from './rules.ts';

let database: TestDatabase;
let company: TestCompany;
let program: Program;
const redirectUri = 'https://assistant.example/cb';
beforeAll(async () => {
  database = await createTestDatabase();
  program = await register();
});
afterAll(() => database.close());
beforeEach(async () => {
  company = await database.createCompany({ name: 'Ours', members: ['admin', 'reviewer'] });
});

const deps = () => ({ db: database.app, auth: database.auth });
const register = (name = 'Assistant', from = '192.0.2.7') =>
  registerProgram(deps(), { name, redirectUris: [redirectUri], ipAddress: from });
const reviewer = () => company.members[1]!;
const origin = 'https://readout.example';
const from = { origin, ipAddress: '192.0.2.7', resource: undefined };
const change = (query: string, values: unknown[]) =>
  database.asOwner((client) => client.query(query, values));
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => (error.detail?.reason ? `${error.code} ${error.detail.reason}` : error.code),
  );

/** A person lets the program in: what it then has in its hands. */
async function allow({
  by = reviewer(),
  scopes = ['captures:read', 'records:confirm'],
  plugins,
  resource = '/',
}: {
  by?: TestCompany['owner'];
  scopes?: string[];
  plugins?: string;
  resource?: OauthResource;
} = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const request = {
    clientId: program.id,
    redirectUri,
    scopes: [
      'captures:read' as const,
      'records:read' as const,
      'records:confirm' as const,
      'plugins:publish' as const,
    ],
    resource,
    codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
    state: undefined,
  };
  const { code } = await allowProgram(deps(), {
    scope: scopeOf(company, by),
    program,
    request,
    scopes,
    ...(plugins === undefined ? {} : { plugins }),
  });
  return { code, verifier };
}
const redeem = (given: { code: string; verifier: string }, more: object = {}) =>
  redeemCode(deps(), { ...from, clientId: program.id, redirectUri, ...given, ...more });
const connected = async (how?: Parameters<typeof allow>[0]) => redeem(await allow(how));
const refresh = (refreshToken: string, clientId = program.id) =>
  redeemRefreshToken(deps(), { ...from, clientId, refreshToken, scope: undefined });
const use = (key: string, resource: OauthResource = '/api/v1') =>
  useApiKey(deps(), { key, ipAddress: '192.0.2.7', resource });
const programEvents = async () => {
  const { events } = await listAuditEvents(deps(), { scope: scopeOf(company) });
  return events.filter(({ action }) => action.startsWith('program.'));
};

describe('a program somebody let in', () => {
  test('acts for them in one company with what they left it, under both names', async () => {
    const { accessToken, expiresInSeconds, scopes } = await connected();
    expect({ expiresInSeconds, scopes }).toEqual({
      expiresInSeconds: 3600,
      scopes: ['captures:read', 'records:confirm'],
    });
    const { scope, left, ...rest } = await use(accessToken);
    expect({ ...rest, scope }).toMatchObject({
      companyName: 'Ours',
      scopes: ['captures:read', 'records:confirm'],
      scope: {
        companyId: company.companyId,
        actor: { userId: reviewer().userId, role: 'reviewer', program: 'Assistant' },
      },
    });
    expect(left).toBe(599);
    expect(scope.actor.apiKey).toBeUndefined();
    expect(await programEvents()).toMatchObject([
      { action: 'program.allowed', actorName: reviewer().name, detail: { name: 'Assistant' } },
    ]);
    // Nothing of the database leads back to what the program has.
    const kept = await database.asOwner(async (client) => {
      const { rows } = await client.query(
        `select (select json_agg(t) from app.oauth_tokens t)::text || (select json_agg(g) from app.oauth_grants g)::text
           || (select json_agg(a) from app.audit_events a)::text as text`,
      );
      return rows[0].text as string;
    });
    expect(kept).toContain('Assistant');
    expect(kept).not.toContain(accessToken.slice(11));
  });

  test('may what its person may at that moment, and nothing once they left, even where they come back', async () => {
    const { accessToken, refreshToken } = await connected();
    const member = [company.companyId, reviewer().userId];
    await change(
      "update auth.membership set role = 'operator' where company_id = $1 and user_id = $2",
      member,
    );
    expect((await use(accessToken)).scope.actor.role).toBe('operator');
    await change('delete from auth.membership where company_id = $1 and user_id = $2', member);
    expect(await codeOf(use(accessToken))).toBe('oauth.invalid_token person_gone');
    expect(await codeOf(refresh(refreshToken))).toBe('oauth.invalid_grant over');
    await change("insert into auth.membership (company_id, user_id, role) values ($1, $2, 'admin')", member);
    expect(await codeOf(use(accessToken))).toBe('oauth.invalid_token person_gone');
    expect(await listGrants(deps(), { scope: scopeOf(company) })).toEqual([]);
  });

  test('stops with a suspended person, a suspended company and a second factor its person lacks', async () => {
    const { accessToken, refreshToken } = await connected();
    const cases: [set: string, id: string, code: string][] = [
      [
        "app.company_settings set status = 'suspended' where company_id",
        company.companyId,
        'company.suspended',
      ],
      [
        "app.company_settings set status = 'active', require_two_factor = true where company_id",
        company.companyId,
        'two_factor.needed grant',
      ],
      ['auth."user" set two_factor_enabled = true where id', reviewer().userId, 'done'],
      ['auth."user" set banned = true where id', reviewer().userId, 'oauth.invalid_token person_gone'],
    ];
    for (const [set, id, code] of cases) {
      await change(`update ${set} = $1`, [id]);
      expect([set, await codeOf(use(accessToken))]).toEqual([set, code]);
    }
    expect(await codeOf(refresh(refreshToken))).toBe('oauth.invalid_grant over');
  });

  test('opens the part of the server it asked for', async () => {
    const { accessToken } = await connected({ resource: '/api/mcp' });
    expect(await codeOf(use(accessToken, '/api/mcp'))).toBe('done');
    expect(await codeOf(use(accessToken, '/api/v1'))).toBe('oauth.invalid_token other_resource');
  });

  test('has an hour with an access token, and a refresh token is no access token', async () => {
    const { accessToken, refreshToken } = await connected();
    expect(await codeOf(use(refreshToken))).toBe('api_key.not_valid');
    await change(
      "update app.oauth_tokens set created_at = now() - interval '61 minutes', expires_at = now() - interval '1 second' where kind = 'access' and company_id = $1",
      [company.companyId],
    );
    expect(await codeOf(use(accessToken))).toBe('oauth.invalid_token expired');
    expect(await codeOf(use((await refresh(refreshToken)).accessToken))).toBe('done');
  });
});

describe('a code', () => {
  test('works once; used again it ends what it gave', async () => {
    const given = await allow();
    const { accessToken, refreshToken } = await redeem(given);
    expect(await codeOf(redeem(given))).toBe('oauth.invalid_grant used_twice');
    expect(await codeOf(use(accessToken))).toBe('oauth.invalid_token ended');
    expect(await codeOf(refresh(refreshToken))).toBe('oauth.invalid_grant over');
    expect((await programEvents())[0]).toMatchObject({
      action: 'program.ended',
      detail: { reason: 'used_twice', program: 'Assistant' },
    });
  });

  test('sent twice at the same moment gives tokens once, and they end', async () => {
    const given = await allow();
    const [one, other] = await Promise.all([codeOf(redeem(given)), codeOf(redeem(given))]);
    expect([one, other].toSorted()).toEqual(['done', 'oauth.invalid_grant used_twice']);
  });

  test('is nothing for another program, another verifier, another address or after a minute', async () => {
    const given = await allow();
    const { id: other } = await register('Other');
    const wrong = 'oauth.invalid_grant';
    for (const [more, code] of [
      [{ clientId: other }, wrong],
      [{ clientId: 'x' }, wrong],
      [{ verifier: randomBytes(32).toString('base64url') }, wrong],
      [{ verifier: '' }, wrong],
      [{ redirectUri: `${redirectUri}/` }, wrong],
      [{ code: given.code.replace('_ac_', '_rt_') }, wrong],
      [{ code: 'x' }, wrong],
      [{ resource: `${origin}/api/mcp` }, 'oauth.invalid_target'],
    ] as const)
      expect([more, await codeOf(redeem(given, more))]).toEqual([more, code]);
    await change(
      "update app.oauth_tokens set created_at = now() - interval '62 seconds', expires_at = now() - interval '1 second' where company_id = $1",
      [company.companyId],
    );
    expect(await codeOf(redeem(given))).toBe(`${wrong} over`);
    expect(await listGrants(deps(), { scope: scopeOf(company) })).toEqual([]);
  });

  test('is for no more than was asked, and for something', async () => {
    expect(await codeOf(allow({ scopes: ['captures:write'] }))).toBe('oauth.invalid_scope chosen');
    expect(await codeOf(allow({ scopes: [] }))).toBe('oauth.invalid_scope chosen');
    expect(await codeOf(allow({ scopes: ['root'] }))).toBe('oauth.invalid_scope');
  });
});

describe('a refresh token', () => {
  test('works once, and used again ends the grant with the tokens that came of it', async () => {
    const first = await connected();
    const second = await refresh(first.refreshToken);
    expect(await codeOf(use(second.accessToken))).toBe('done');
    expect(await codeOf(refresh(first.refreshToken))).toBe('oauth.invalid_grant used_twice');
    expect(await codeOf(use(second.accessToken))).toBe('oauth.invalid_token ended');
    expect(await codeOf(refresh(second.refreshToken))).toBe('oauth.invalid_grant over');
  });

  test('gives no more than was allowed', async () => {
    const { refreshToken } = await connected();
    const more = { ...from, clientId: program.id, refreshToken, scope: 'captures:read captures:write' };
    expect(await codeOf(redeemRefreshToken(deps(), more))).toBe('oauth.invalid_scope');
    expect(await codeOf(refresh(refreshToken))).toBe('done');
  });

  test('of another program is refused and harms nothing', async () => {
    const { refreshToken } = await connected();
    const { id: other } = await register('Other');
    expect(await codeOf(refresh(refreshToken, other))).toBe('oauth.invalid_grant');
    expect(await codeOf(refresh(refreshToken))).toBe('done');
  });

  test('keeps a grant for 30 days after its last use, and a year at most', async () => {
    const { refreshToken } = await connected();
    const daysLeft = async () => {
      const [grant] = await listMyGrants(deps(), { scope: scopeOf(company, reviewer()) });
      return (Date.parse(grant!.expiresAt) - Date.now()) / 86_400_000;
    };
    expect(await daysLeft()).toBeCloseTo(30, 1);
    await change(
      "update app.oauth_grants set created_at = now() - interval '360 days' where company_id = $1",
      [company.companyId],
    );
    await change(
      "update auth.membership set created_at = now() - interval '400 days' where company_id = $1",
      [company.companyId],
    );
    await refresh(refreshToken);
    expect(await daysLeft()).toBeCloseTo(5, 1);
  });
});

describe('ending it', () => {
  test('is for its person, for who manages API keys and for the program itself, and for nobody else', async () => {
    const scope = scopeOf(company, reviewer());
    const mine = await connected();
    const [grant] = await listMyGrants(deps(), { scope });
    expect(grant).toMatchObject({ name: 'Assistant', place: { kind: 'host', name: 'assistant.example' } });
    const other = await database.createCompany();
    expect(await codeOf(revokeGrant(deps(), { scope: scopeOf(other), grantId: grant!.id }))).toBe(
      'oauth.grant_not_found',
    );
    expect(await codeOf(revokeGrant(deps(), { scope, grantId: grant!.id }))).toBe('done');
    expect(await codeOf(use(mine.accessToken))).toBe('oauth.invalid_token ended');
    expect(await listMyGrants(deps(), { scope })).toEqual([]);

    await connected({ by: company.owner });
    const [theirs] = await listGrants(deps(), { scope: scopeOf(company) });
    expect(theirs?.personName).toBe(company.owner.name);
    expect(await codeOf(revokeGrant(deps(), { scope, grantId: theirs!.id }))).toBe('role.not_allowed');
    const admin = scopeOf(company, company.members[0]);
    expect(await codeOf(revokeGrant(deps(), { scope: admin, grantId: theirs!.id }))).toBe('done');

    const { accessToken, refreshToken } = await connected();
    const { id: stranger } = await register('Stranger');
    const give = (token: string, clientId = program.id) =>
      returnToken(deps(), { token, clientId, ipAddress: '192.0.2.7' });
    await give(refreshToken, stranger);
    expect(await codeOf(use(accessToken))).toBe('done');
    await give(refreshToken);
    expect(await codeOf(use(accessToken))).toBe('oauth.invalid_token ended');
  });

  test('anyone who acts as a member lets nothing in', async () => {
    const { companyId, actor } = scopeOf(company, reviewer());
    const acting = {
      companyId,
      actor: { ...actor, impersonatedBy: company.owner.userId, support: 'manage' as const },
    };
    const request = {
      clientId: program.id,
      redirectUri,
      scopes: ['captures:read' as const],
      resource: '/' as const,
      codeChallenge: 'a'.repeat(43),
      state: undefined,
    };
    const allowed = allowProgram(deps(), { scope: acting, program, request, scopes: ['captures:read'] });
    expect(await codeOf(allowed)).toBe('support.read_only member');
  });
});

test('a program that may publish does so under the ids that were named, and is let in with some only', async () => {
  const scopes = ['plugins:publish'];
  const [admin] = company.members;
  for (const [plugins, reason] of [
    ['', undefined],
    ['Not An Id', 'no_id'],
  ] as const)
    await expect(allow({ by: admin!, scopes, plugins })).rejects.toMatchObject({
      code: 'api_key.bad_plugins',
      detail: { reason },
    });
  await expect(allow({ plugins: 'pallet-note' })).rejects.toMatchObject({ code: 'api_key.bad_plugins' });
  const { accessToken } = await connected({ by: admin!, scopes, plugins: 'pallet-note, seal' });
  expect(await use(accessToken)).toMatchObject({ pluginIds: ['pallet-note', 'seal'] });
  expect(await listMyGrants(deps(), { scope: scopeOf(company, admin!) })).toMatchObject([
    { pluginIds: ['pallet-note', 'seal'] },
  ]);
});

test('house-keeping takes away what expired a day ago, and leaves what works', async () => {
  await allow();
  const { accessToken, refreshToken } = await connected();
  await change(
    "update app.oauth_tokens set created_at = now() - interval '3 days', expires_at = now() - interval '2 days' where company_id = $1 and (kind = 'code' or secret_hash = $2)",
    [company.companyId, createHash('sha256').update(accessToken).digest('hex')],
  );
  await change(
    "update app.oauth_grants set expires_at = now() - interval '2 days' where company_id = $1 and begun_at is null",
    [company.companyId],
  );
  await sql`select app.purge_oauth()`.execute(database.platform);
  const { rows } = await database.asOwner((client) =>
    client.query(
      `select kind, (select count(*)::int from app.oauth_grants where company_id = $1) as grants
       from app.oauth_tokens where company_id = $1`,
      [company.companyId],
    ),
  );
  expect(rows).toEqual([{ kind: 'refresh', grants: 1 }]);
  expect(await codeOf(refresh(refreshToken))).toBe('done');
});

test('a person has at most so many programs in a company', async () => {
  await change(
    `insert into app.oauth_grants (company_id, client_id, client_name, redirect_uri, code_challenge, resource, scopes, created_by, begun_at, expires_at)
     select $1::uuid, $2::uuid, 'x', 'https://x.example/', repeat('a', 43), '/', '{captures:read}', $3::uuid, now(), now() + interval '1 day'
     from generate_series(1, $4::int)`,
    [company.companyId, program.id, reviewer().userId, maxGrants - 1],
  );
  const codes = await Promise.all([codeOf(allow()), codeOf(allow())]);
  expect(codes.toSorted()).toEqual(['done', 'oauth.too_many']);
});

test('what a person takes along tells of their programs', async () => {
  await connected();
  const chunks: Uint8Array[] = [];
  const { userId } = reviewer();
  for await (const chunk of await exportMyData(deps(), { actor: { userId, sessionId: userId } }))
    chunks.push(chunk);
  const [ours] = JSON.parse(Buffer.concat(chunks).toString('utf8')).companies;
  expect(ours.programs).toMatchObject([{ name: 'Assistant', answeredAt: redirectUri, endedAt: null }]);
});

describe('registering', () => {
  test('keeps names in bounds and without what cannot be seen, and waits once a network did it often', async () => {
    expect((await register('  Good\u202e program \u200b')).name).toBe('Good program');
    expect((await register('x'.repeat(500))).name).toHaveLength(80);
    expect((await register(' \u200b ')).name).toBe('assistant.example');
    const outcomes = [];
    for (let n = 0; n < 25; n++) outcomes.push(await codeOf(register('Many', '198.51.100.9')));
    expect(outcomes.slice(0, 20)).toEqual(Array(20).fill('done'));
    expect(outcomes.at(-1)).toBe('sign_in.too_many_tries');
  });

  test('knows a program by its id and answers it nowhere else', async () => {
    expect((await getProgram(deps(), { clientId: program.id, redirectUri })).name).toBe('Assistant');
    const { id } = program;
    expect(await codeOf(getProgram(deps(), { clientId: id, redirectUri: 'https://evil.example/' }))).toBe(
      'oauth.invalid_redirect_uri not_registered',
    );
    for (const clientId of ['x', '', "' or 1=1", '\0'])
      expect(await codeOf(getProgram(deps(), { clientId, redirectUri }))).toBe('oauth.invalid_client');
  });

  test('of a program that nobody let in is forgotten after a week', async () => {
    const { id } = await register('Forgotten', '203.0.113.4');
    await change("update auth.oauth_clients set created_at = now() - interval '8 days' where id = $1", [id]);
    await register('Next', '203.0.113.4');
    expect(await codeOf(getProgram(deps(), { clientId: id, redirectUri }))).toBe('oauth.invalid_client');
  });
});
