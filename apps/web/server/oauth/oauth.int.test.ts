import { createHash, randomBytes } from 'node:crypto';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import type { TestCompany, TestMember } from '@readout/database/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startWholeServer, type WholeServer } from '../testing/whole-server.ts';

let server: WholeServer;
let company: TestCompany;
let second: TestCompany;
let person: TestMember;
let cookie: string;
/** What the server would have logged. */
const logged: string[] = [];
/** What nobody but its program may see. */
const secrets: string[] = [];
const clients: Client[] = [];
const redirectUri = 'http://127.0.0.1:43210/callback';

beforeAll(async () => {
  server = await startWholeServer();
  for (const level of ['debug', 'info', 'warn', 'error'] as const)
    server.services.log[level] = (...line: unknown[]) => void logged.push(JSON.stringify(line));
  company = await server.database.createCompany({ name: 'First Ltd', members: ['reviewer'] });
  second = await server.database.createCompany({ name: 'Second Ltd' });
  person = company.members[0]!;
  await server.database.asOwner((client) =>
    client.query("insert into auth.membership (company_id, user_id, role) values ($1, $2, 'admin')", [
      second.companyId,
      person.userId,
    ]),
  );
  cookie = await server.cookieOf(person.userId, company.companyId);
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});
afterAll(() => server?.close());

const page = (address: string, init: RequestInit = {}) =>
  fetch(new URL(address, server.origin), {
    redirect: 'manual',
    ...init,
    headers: { accept: 'text/html', cookie, ...(init.headers as Record<string, string>) },
  });
const json = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const form = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${server.origin}${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null };
};
const register = async (uri = redirectUri): Promise<string> => {
  const answer = await json('/oauth/register', { client_name: 'Assistant', redirect_uris: [uri] });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { client_id: string }).client_id;
};

/** One program an address: who registers often has to wait. */
const known = new Map<string, Promise<string>>();
const programAt = (uri = redirectUri): Promise<string> => {
  if (!known.has(uri)) known.set(uri, register(uri));
  return known.get(uri)!;
};

interface Asked {
  address: string;
  verifier: string;
  clientId: string;
}
async function asked(more: Record<string, string> = {}): Promise<Asked> {
  const clientId = more.client_id ?? (await programAt(more.redirect_uri));
  const verifier = randomBytes(32).toString('base64url');
  secrets.push(verifier);
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    scope: 'captures:read records:read',
    state: 'state of the program',
    ...more,
  });
  return { address: `/oauth/authorize?${query}`, verifier, clientId };
}

/** What the page's form holds, as a browser would send it. */
async function formOf(address: string): Promise<URLSearchParams> {
  const html = await (await page(address)).text();
  const fields = new URLSearchParams({ companyId: company.companyId });
  fields.set('seal', /name="seal" value="([^"]+)"/.exec(html)?.[1] ?? '');
  for (const [input] of html.matchAll(/<input[^>]*name="scopes"[^>]*>/g))
    fields.append('scopes', /value="([^"]+)"/.exec(input)?.[1] ?? '');
  return fields;
}

const decide = (address: string, fields: URLSearchParams, headers: Record<string, string> = {}) =>
  page(address, { method: 'POST', body: fields, headers: { origin: server.origin, ...headers } });

/** A person allows what is asked: where the browser is sent. */
async function allowed(address: string, more: Record<string, string> = {}): Promise<URL> {
  const fields = await formOf(address);
  for (const [name, value] of Object.entries({ intent: 'allow', ...more })) fields.set(name, value);
  const answer = await decide(address, fields);
  expect([answer.status, await answer.text()]).toEqual([302, '']);
  const to = new URL(answer.headers.get('location') ?? '');
  secrets.push(to.searchParams.get('code') ?? '');
  return to;
}

async function tokensOf({ address, verifier, clientId }: Asked, more: Record<string, string> = {}) {
  const to = await allowed(address, more);
  const { status, body } = await form('/oauth/token', {
    grant_type: 'authorization_code',
    client_id: clientId,
    code: to.searchParams.get('code') ?? '',
    code_verifier: verifier,
    redirect_uri: redirectUri,
  });
  expect([status, body]).toEqual([200, expect.objectContaining({ token_type: 'Bearer', expires_in: 3600 })]);
  secrets.push(body.access_token, body.refresh_token);
  return body as { access_token: string; refresh_token: string; scope: string };
}
const use = (token: string, path = '/api/v1/captures') =>
  fetch(`${server.origin}${path}`, { headers: { authorization: `Bearer ${token}` } });

test('a client of the protocol’s own makers finds its way in, is let in, and lists tools', async () => {
  const kept: Record<string, unknown> = {};
  let sentTo: URL | undefined;
  const authProvider = {
    redirectUrl: redirectUri,
    clientMetadata: { client_name: 'Desk assistant', redirect_uris: [redirectUri] },
    state: () => 'its state',
    clientInformation: () => kept.client as never,
    saveClientInformation: (client: unknown) => {
      kept.client = client;
    },
    tokens: () => kept.tokens as never,
    saveTokens: (tokens: unknown) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (url: URL) => {
      sentTo = url;
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => String(kept.verifier),
    discoveryState: () => kept.discovery as never,
    saveDiscoveryState: (state: unknown) => {
      kept.discovery = state;
    },
  };
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(`${server.origin}/api/mcp`), { authProvider });
  const connect = async (by: StreamableHTTPClientTransport) => {
    const client = new Client({ name: 'test', version: '1' });
    clients.push(client);
    await client.connect(by);
    return client;
  };
  const first = transport();
  await expect(connect(first)).rejects.toThrow(UnauthorizedError);
  const to = await allowed(`${sentTo!.pathname}${sentTo!.search}`, { companyId: second.companyId });
  expect(to.searchParams.get('state')).toBe('its state');
  await first.finishAuth(to.searchParams);
  const tokens = kept.tokens as { access_token: string; refresh_token: string };
  secrets.push(tokens.access_token, tokens.refresh_token, String(kept.verifier));
  const client = await connect(transport());
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'read_picture',
    'search_records',
    'search_captures',
    'get_record',
    'correct_record',
  ]);
  // It was asked for the tools: nothing else of the server opens.
  const elsewhere = await use(tokens.access_token);
  expect([elsewhere.status, ((await elsewhere.json()) as { code: string }).code]).toEqual([
    401,
    'oauth.invalid_token',
  ]);
  const events = await server.database.asOwner((owner) =>
    owner.query(
      "select action, actor_id, detail from app.audit_events where company_id = $1 and action like 'program.%'",
      [second.companyId],
    ),
  );
  expect(events.rows).toMatchObject([
    { action: 'program.allowed', actor_id: person.userId, detail: { name: 'Desk assistant' } },
  ]);
});

describe('finding the way in', () => {
  test('is told by every address that refuses, and by what is well known', async () => {
    for (const [path, resource] of [
      ['/api/v1/captures', '/api/v1'],
      ['/api/mcp', '/api/mcp'],
    ]) {
      const refused = await fetch(`${server.origin}${path}`);
      const said = refused.headers.get('www-authenticate') ?? '';
      expect([refused.status, said]).toEqual([
        401,
        expect.stringContaining(
          `resource_metadata="${server.origin}/.well-known/oauth-protected-resource${resource}"`,
        ),
      ]);
      const metadata = await fetch(/resource_metadata="([^"]+)"/.exec(said)?.[1] ?? '');
      expect(await metadata.json()).toMatchObject({
        resource: `${server.origin}${resource}`,
        authorization_servers: [server.origin],
      });
    }
    const whole = await fetch(`${server.origin}/.well-known/oauth-protected-resource`);
    expect(await whole.json()).toMatchObject({ resource: server.origin });
    const metadata = await fetch(`${server.origin}/.well-known/oauth-authorization-server`);
    expect(await metadata.json()).toMatchObject({
      issuer: server.origin,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    });
    expect((await use('readout_at_wrong')).headers.get('www-authenticate')).toContain(
      'error="invalid_token"',
    );
  });

  test('registers public clients only, in bounds, and asks no address they name', async () => {
    const refused = async (body: unknown, headers?: Record<string, string>) => {
      const answer = await json('/oauth/register', body, headers);
      return [answer.status, ((await answer.json()) as { error?: string; code?: string }).error];
    };
    const good = { redirect_uris: [redirectUri], client_name: 'x' };
    const cases: [unknown, string][] = [
      [{ ...good, redirect_uris: ['https://evil.example/#x'] }, 'invalid_redirect_uri'],
      [{ ...good, redirect_uris: ['javascript://x/%0a1'] }, 'invalid_redirect_uri'],
      [{ ...good, redirect_uris: ['http://evil.example/'] }, 'invalid_redirect_uri'],
      [{ ...good, redirect_uris: [] }, 'invalid_redirect_uri'],
      [
        { ...good, redirect_uris: Array.from({ length: 6 }, (_, n) => `https://a.example/${n}`) },
        'invalid_redirect_uri',
      ],
      [{ ...good, redirect_uris: 'https://a.example/' }, 'invalid_client_metadata'],
      [{ ...good, token_endpoint_auth_method: 'client_secret_basic' }, 'invalid_client_metadata'],
      [{ ...good, grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
      [{ ...good, response_types: ['token'] }, 'invalid_client_metadata'],
      [{ ...good, client_name: 'x'.repeat(40_000) }, 'invalid_request'],
      ['x', 'invalid_client_metadata'],
    ];
    for (const [body, error] of cases) expect([body, await refused(body)]).toEqual([body, [400, error]]);
    const answer = await json('/oauth/register', {
      ...good,
      // Nobody listens there; a request would fail or wait.
      logo_uri: 'http://127.0.0.1:1/logo',
      jwks_uri: 'http://127.0.0.1:1/jwks',
    });
    const made = (await answer.json()) as Record<string, unknown>;
    expect(made).toMatchObject({ token_endpoint_auth_method: 'none', redirect_uris: [redirectUri] });
    expect(Object.keys(made)).not.toContain('client_secret');
    expect(Object.keys(made)).not.toContain('logo_uri');
    const foreign = await json('/oauth/register', good, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
  });
});

describe('the page that asks', () => {
  test('is for who is signed in, and comes back to after signing in', async () => {
    const { address } = await asked();
    const away = await page(address, { headers: { cookie: '' } });
    expect(away.headers.get('location')).toBe(`/auth/sign-in?to=${encodeURIComponent(address)}`);
  });

  test('says who asks, where the answer goes, for which company and what for; it is framed by nobody', async () => {
    const { address } = await asked();
    const answer = await page(address);
    const html = await answer.text();
    for (const part of [
      'Assistant',
      '127.0.0.1:43210',
      'First Ltd',
      'Second Ltd',
      'See records',
      person.email,
    ])
      expect(html).toContain(part);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' http://127.0.0.1:43210;");
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+'/);
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
  });

  test('answers a program of this device under its own scheme, and says so to the browser', async () => {
    const { address } = await asked({ redirect_uri: 'desk.assistant://answers/here' });
    const answer = await page(address);
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'self' desk.assistant:;");
    expect(await answer.text()).toContain('desk.assistant://');
    const to = await allowed(address);
    expect(to.href).toMatch(/^desk\.assistant:\/\/answers\/here\?code=readout_ac_/);
  });

  test('leads nowhere by itself, whatever is wrong with what was asked', async () => {
    const clientId = await programAt('https://evil.example/');
    const evil = { client_id: clientId, redirect_uri: 'https://evil.example/' };
    const cases: [Record<string, string>, string][] = [
      [{ ...evil, response_type: 'token' }, 'oauth.invalid_request'],
      [{ ...evil, code_challenge_method: 'plain' }, 'oauth.invalid_request'],
      [{ ...evil, scope: 'everything' }, 'oauth.invalid_scope'],
      [{ ...evil, resource: 'https://evil.example/' }, 'oauth.invalid_target'],
      [{ client_id: clientId, redirect_uri: 'https://evil.example/other' }, 'oauth.invalid_redirect_uri'],
      [{ client_id: '00000000-0000-4000-8000-000000000000' }, 'oauth.invalid_client'],
      [{ client_id: 'x' }, 'oauth.invalid_client'],
      [{ ...evil, state: 'x'.repeat(3000) }, 'oauth.invalid_request'],
    ];
    for (const [more, code] of cases) {
      const { address } = await asked(more);
      const answer = await page(address);
      expect([more, answer.status, answer.headers.get('location')]).toEqual([more, 422, null]);
      expect(await answer.text()).toContain(code);
      const posted = await decide(address, new URLSearchParams({ intent: 'refuse' }));
      expect([more, posted.headers.get('location')]).toEqual([more, null]);
    }
  });

  test('takes a decision of its own form in its own session only', async () => {
    const { address } = await asked();
    const fields = await formOf(address);
    fields.set('intent', 'allow');
    const locationOf = async (answer: Promise<Response>) => {
      const { status, headers } = await answer;
      return [status, headers.get('location')];
    };
    const without = new URLSearchParams(fields);
    without.delete('seal');
    expect(await locationOf(decide(address, without))).toEqual([403, null]);
    expect(await locationOf(decide(address, fields, { origin: 'https://evil.example' }))).toEqual([
      403,
      null,
    ]);
    const framed = { 'sec-fetch-site': 'cross-site' };
    expect(await locationOf(decide(address, fields, framed))).toEqual([403, null]);
    const { address: other } = await asked();
    expect(await locationOf(decide(other, fields))).toEqual([403, null]);
    const again = await server.cookieOf(person.userId, company.companyId);
    expect(await locationOf(decide(address, fields, { cookie: again }))).toEqual([403, null]);
    const own = await decide(address, fields);
    expect(own.headers.get('location')).toContain('code=');
  });

  test('lets a person refuse, narrow what is asked, and choose no company but their own', async () => {
    const { address, ...rest } = await asked();
    const fields = await formOf(address);
    fields.set('intent', 'refuse');
    const refused = new URL((await decide(address, fields)).headers.get('location') ?? '');
    expect(Object.fromEntries(refused.searchParams)).toEqual({
      error: 'access_denied',
      state: 'state of the program',
      iss: server.origin,
    });
    fields.set('intent', 'allow');
    for (const [name, value] of [
      ['scopes', 'records:confirm'],
      ['companyId', (await server.database.createCompany()).companyId],
      ['companyId', 'x'],
    ] as const) {
      const wrong = new URLSearchParams(fields);
      wrong.set(name, value);
      const answer = await decide(address, wrong);
      expect([name, answer.status >= 400, answer.headers.get('location')]).toEqual([name, true, null]);
    }
    const { scope } = await tokensOf({ address, ...rest }, { scopes: 'records:read' });
    expect(scope).toBe('records:read');
  });

  test('lets nobody into a company that demands a second factor they lack', async () => {
    const strict = await server.database.createCompany({ name: 'Strict Ltd' });
    await server.database.asOwner((client) =>
      client.query('update app.company_settings set require_two_factor = true where company_id = $1', [
        strict.companyId,
      ]),
    );
    const theirs = await server.cookieOf(strict.owner.userId, strict.companyId);
    const { address } = await asked();
    const html = await (await page(address, { headers: { cookie: theirs } })).text();
    expect(html).toContain('Lets nobody in without a second factor');
    const fields = new URLSearchParams({
      intent: 'allow',
      companyId: strict.companyId,
      scopes: 'captures:read',
      seal: /name="seal" value="([^"]+)"/.exec(html)?.[1] ?? '',
    });
    const answer = await decide(address, fields, { cookie: theirs });
    expect([answer.status, answer.headers.get('location')]).toEqual([403, null]);
  });
});

describe('tokens', () => {
  test('open what was allowed, say what else it would take, and end where anything comes twice', async () => {
    const given = await asked();
    const to = await allowed(given.address);
    expect(to.searchParams.get('iss')).toBe(server.origin);
    const exchange = (more: Record<string, string> = {}) =>
      form('/oauth/token', {
        grant_type: 'authorization_code',
        client_id: given.clientId,
        code: to.searchParams.get('code') ?? '',
        code_verifier: given.verifier,
        redirect_uri: redirectUri,
        ...more,
      });
    for (const more of [
      { code_verifier: randomBytes(32).toString('base64url') },
      { redirect_uri: 'http://127.0.0.1:43210/other' },
      { client_id: await register() },
    ])
      expect([more, await exchange(more)]).toMatchObject([
        more,
        { status: 400, body: { error: 'invalid_grant' } },
      ]);
    const { body: first, headers } = await exchange();
    secrets.push(first.access_token, first.refresh_token);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect((await use(first.access_token)).status).toBe(200);
    const beyond = await use(first.access_token, '/api/v1/export');
    expect([beyond.status, beyond.headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringContaining('error="insufficient_scope", scope="captures:read records:read exports:read"'),
    ]);
    const refresh = (token: string) =>
      form('/oauth/token', { grant_type: 'refresh_token', client_id: given.clientId, refresh_token: token });
    const { body: next } = await refresh(first.refresh_token);
    secrets.push(next.access_token, next.refresh_token);
    expect((await use(next.access_token)).status).toBe(200);
    expect(await refresh(first.refresh_token)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    expect((await use(next.access_token)).status).toBe(401);
    expect(await exchange()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('are given in the form of the specification, and refusals too', async () => {
    const cases: [Record<string, string>, string][] = [
      [{}, 'invalid_request'],
      [{ grant_type: 'password', client_id: 'x' }, 'unsupported_grant_type'],
      [{ grant_type: 'refresh_token', client_id: 'x' }, 'invalid_request'],
      [{ grant_type: 'refresh_token', client_id: 'x', refresh_token: 'x' }, 'invalid_grant'],
    ];
    for (const [fields, error] of cases) {
      const { status, body } = await form('/oauth/token', fields);
      expect([fields, status, body.error]).toEqual([fields, 400, error]);
      expect(body.error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
    }
    expect((await json('/oauth/token', {})).status).toBe(400);
    expect((await fetch(`${server.origin}/oauth/token`)).status).toBe(405);
    const { status } = await form(
      '/oauth/token',
      { grant_type: 'x', client_id: 'x' },
      { origin: 'https://evil.example' },
    );
    expect(status).toBe(403);
  });

  test('are given back by their program, and ended by their person and by administrators', async () => {
    const given = await asked();
    const one = await tokensOf(given);
    expect(await form('/oauth/revoke', { token: 'x', client_id: given.clientId })).toMatchObject({
      status: 200,
    });
    expect(
      await form('/oauth/revoke', { token: one.refresh_token, client_id: given.clientId }),
    ).toMatchObject({
      status: 200,
      body: null,
    });
    expect((await use(one.access_token)).status).toBe(401);

    const grantIn = async (address: string, who: string) => {
      const html = await (await page(address, { headers: { cookie: who } })).text();
      const list = html.slice(html.indexOf('id="programs"'));
      return /name="grantId" value="([^"]+)"/.exec(list)?.[1] ?? '';
    };
    const end = (address: string, who: string, grantId: string) =>
      page(address, {
        method: 'POST',
        headers: { cookie: who, origin: server.origin },
        body: new URLSearchParams({ intent: 'end_program', grantId, companyId: company.companyId }),
      });
    const two = await tokensOf(await asked());
    const mine = await end('/settings/security', cookie, await grantIn('/settings/security', cookie));
    expect([mine.status, await mine.text()]).toEqual([
      200,
      expect.stringContaining('can do nothing here any more'),
    ]);
    expect((await use(two.access_token)).status).toBe(401);

    const three = await tokensOf(await asked());
    const owner = await server.cookieOf(company.owner.userId, company.companyId);
    const listed = await grantIn('/settings/api-keys', owner);
    expect((await end('/settings/api-keys', owner, listed)).status).toBe(200);
    expect((await use(three.access_token)).status).toBe(401);
  });
});

test('no code, verifier or token is in the log', () => {
  expect(secrets.filter(Boolean).length).toBeGreaterThan(20);
  expect(logged.length).toBeGreaterThan(20);
  const text = logged.join('\n');
  expect(secrets.filter((secret) => secret && text.includes(secret))).toEqual([]);
});
