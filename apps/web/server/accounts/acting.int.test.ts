import { randomUUID } from 'node:crypto';
import type { TestCompany, TestDatabase, TestMember } from '@readout/database/testing';
import { endExpiredSupport } from '@readout/domain/platform/act-as';
import { capture, scopeOf } from '@readout/domain/testing/arrange';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { internalAddresses } from '../testing/internal-addresses.ts';
import { formsOf } from '../testing/page-intents.ts';
import { makeJpeg } from '../testing/pictures.ts';
import { pageRoutes, startWholeServer, type WholeServer } from '../testing/whole-server.ts';

let server: WholeServer;
let database: TestDatabase;
let ada: TestMember;
let adaCookie: string;
let company: TestCompany;
let captureId: string;
let pictures = 0;

beforeAll(async () => {
  server = await startWholeServer();
  ({ database } = server);
  const home = await database.createCompany({ name: 'Of the administrator' });
  ada = home.owner;
  await query(`update auth."user" set role = 'admin', name = 'Ada' where id = $1`, ada.userId);
  await query('insert into auth.installation (admin_user_id) values ($1)', ada.userId);
  adaCookie = await server.cookieOf(ada.userId, home.companyId);
});
beforeEach(async () => {
  company = await database.createCompany({ name: 'Customer', members: ['operator'] });
  ({ captureId } = await capture({ database, queue: server.services.queue }, scopeOf(company)));
});
afterAll(() => server?.close());

const query = <T extends object>(text: string, ...values: unknown[]) =>
  database.asOwner(async (client) => (await client.query<T>(text, values)).rows);

const send = (path: string, cookie: string, init: RequestInit = {}) =>
  fetch(`${server.origin}${path}`, {
    redirect: 'manual',
    ...init,
    headers: { cookie, origin: server.origin, ...(init.headers as Record<string, string>) },
  });
const post = (path: string, cookie: string, fields: Record<string, string> = {}) =>
  send(path, cookie, { method: 'POST', body: new URLSearchParams(fields) });

/** The browser's cookies after an answer. */
function after(cookie: string, response: Response): string {
  const jar = new Map(cookie.split('; ').map((pair) => pair.split(/=(.*)/s).slice(0, 2) as [string, string]));
  for (const set of response.headers.getSetCookie()) {
    const [name = '', value = ''] = set.split(';')[0]!.split(/=(.*)/s);
    if (value === '' || /max-age=0/i.test(set)) jar.delete(name);
    else jar.set(name, value);
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
}

async function actAs(user: TestMember): Promise<string> {
  const answer = await post(`/admin/user?u=${user.userId}`, adaCookie, {
    intent: 'act_as',
    userId: user.userId,
    reason: 'cannot see the list',
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/app']);
  return after(adaCookie, answer);
}

/** What is written down of who only looks. */
const seen = [
  'support.opened',
  'captures.listed',
  'captures.searched',
  'capture.opened',
  'records.exported',
  'audit.exported',
  'watch.exported',
];

/** Everything of the company and its people but what acting itself writes down. */
async function stored(): Promise<Record<string, unknown>> {
  const people = [company.owner, ...company.members].map(({ userId }) => userId);
  const tables = await query<{ name: string; key: string }>(`
    select c.oid::regclass::text as name, a.attname as key from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace in ('app'::regnamespace, 'auth'::regnamespace)
      and (a.attname in ('company_id', 'user_id') or (c.relname = 'user' and a.attname = 'id')) order by 1, 2`);
  const all: Record<string, unknown> = {};
  for (const { name, key } of tables) {
    // The chain grows by what is looked at; its events are compared without that.
    if (/^(auth\.session|app\.dashboard_days|app\.audit_(chain|heads|backlog))$/.test(name)) continue;
    all[`${name} ${key}`] = await query(
      `select to_jsonb(t) - 'last_seen_at' as row from ${name} t where ${key} = any ($1)
        ${name === 'app.audit_events' ? `and not action = any ('{${seen}}')` : ''} order by 1`,
      key === 'company_id' ? [company.companyId] : people,
    );
  }
  return all;
}

test('acting as a user shows their pages under a banner, none of administration, and ends with one’s own session', async () => {
  const cookie = await actAs(company.owner);
  const page = await (await send('/dashboard', cookie)).text();
  expect(page).toMatch(/You are acting as/);
  expect(page).toContain('/admin/stop-acting');
  for (const path of [
    '/admin',
    '/admin/company',
    '/admin/user',
    '/admin/plugin',
    '/admin/plugin/keys',
    '/admin/plugin/upload',
    '/admin/user.csv',
    '/admin/company.csv',
  ])
    expect([path, (await send(path, cookie)).status]).toEqual([path, 403]);
  const second = await post('/admin/user', cookie, {
    intent: 'act_as',
    userId: company.members[0]!.userId,
    reason: 'x',
  });
  expect(second.status).toBe(403);
  const [session] = await query<{ minutes: number }>(
    'select extract(epoch from expires_at - now())::int / 60 as minutes from auth.session where impersonated_by = $1 order by created_at desc limit 1',
    ada.userId,
  );
  expect(session?.minutes).toBeGreaterThanOrEqual(59);
  expect(session?.minutes).toBeLessThanOrEqual(60);

  const stopped = await post('/admin/stop-acting', cookie);
  expect(stopped.headers.get('location')).toBe(`/admin/user?u=${company.owner.userId}`);
  const own = after(cookie, stopped);
  expect((await send('/admin/user', own)).status).toBe(200);
  expect((await send('/api/v1/captures', cookie.replace(/readout\.admin_session[^;]*/, ''))).status).toBe(
    401,
  );
  const events = await query(
    `select action, actor_name from app.audit_events where company_id = $1 and action like 'support.%' order by id`,
    company.companyId,
  );
  expect(events).toEqual([
    { action: 'support.started', actor_name: 'Ada' },
    { action: 'support.opened', actor_name: company.owner.name },
    { action: 'support.stopped', actor_name: 'Ada' },
  ]);
});

test('an administrator, a suspended user and a foreign session cannot be acted as', async () => {
  const other = (await database.createCompany()).owner;
  await query(`update auth."user" set role = 'admin' where id = $1`, other.userId);
  const refused = await post('/admin/user', adaCookie, {
    intent: 'act_as',
    userId: other.userId,
    reason: 'x',
  });
  expect([refused.status, refused.headers.getSetCookie()]).toEqual([403, []]);
  const member = await server.cookieOf(company.owner.userId, company.companyId);
  for (const path of [
    '/api/auth/admin/impersonate-user',
    '/api/auth/admin/set-role',
    '/api/auth/admin/list-users',
  ])
    expect(
      (
        await send(path, adaCookie, {
          method: 'POST',
          body: '{}',
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(404);
  expect(
    (await post('/admin/user', member, { intent: 'act_as', userId: ada.userId, reason: 'x' })).status,
  ).toBe(403);
});

/** What ends acting, and forms for who is signed in nowhere. */
const isLeft = /^(admin\/stop-acting|auth\/(sign-|switch-company|two-factor|forgot|reset|verify).*)$/;
const endingIntents = ['switch', 'sign_in_again'];

/** What a form of this page may send, and what none does. @param file the route's module */
const intentsFor = (file: string) =>
  [...formsOf(file).intents, '', 'no_intent_of_any_page'].filter((intent) => !endingIntents.includes(intent));

function fields(intent: string): Record<string, string> {
  return {
    intent,
    id: captureId,
    userId: company.members[0]!.userId,
    memberId: company.members[0]!.userId,
    companyId: company.companyId,
    to: '/app',
    name: 'Taken over',
    companyName: 'Taken over',
    role: 'admin',
    email: 'taken-over@example.com',
    domain: 'example.com',
    password: 'correct horse battery',
    newPassword: 'taken over by somebody',
    currentPassword: 'correct horse battery',
    confirmation: 'Customer',
    confirm: 'Customer',
    revision: '1',
    languages: 'fr',
    locale: 'fr-FR',
    supportAccess: 'on',
    scope: 'manage',
    hours: '72',
    upTo: '9999999',
    plugin: 'receipt',
    pluginId: 'receipt',
    enabled: 'on',
  };
}

/** As a page with scripts sends it: the action alone answers. @returns what failed unforeseen, else nothing */
async function postForm(address: string, cookie: string, intent: string): Promise<string> {
  const answer = await post(`${address}.data`, cookie, fields(intent));
  await answer.arrayBuffer();
  return answer.status >= 500 ? `${address} ${intent} ${answer.status}` : '';
}

async function postJson(address: string, cookie: string, body: unknown, method = 'POST'): Promise<string> {
  const answer = await send(address, cookie, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status >= 500 ? `${address} ${answer.status}` : '';
}

test('who acts as an owner changes nothing through any page or call, whatever is sent', async () => {
  const cookie = await actAs(company.owner);
  const before = await stored();
  const failures: string[] = [];
  const sent = new Set<string>();
  for (const { pattern, hasAction, file } of pageRoutes(server.build)) {
    if (!hasAction || isLeft.test(pattern)) continue;
    const address = `/${pattern.replaceAll(/:\w+\??/g, captureId).replace('*', 'x')}`;
    if (pattern.startsWith('app/')) {
      const body = { ...fields(''), ids: [captureId], action: 'trash', query: 'q=x', revision: 1 };
      failures.push(await postJson(address, cookie, body));
    } else {
      const intents = intentsFor(file);
      for (const intent of intents) sent.add(intent);
      failures.push(...(await Promise.all(intents.map((intent) => postForm(address, cookie, intent)))));
    }
  }
  expect(sent.size).toBeGreaterThan(100);
  for (const { method, path: pattern, body } of internalAddresses()) {
    if (method === 'GET') continue;
    const address = pattern.replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'move' ? 'trash' : captureId));
    const valueFor = (name: string) => (/^(id|captureId)$/.test(name) ? captureId : undefined);
    failures.push(await postJson(address, cookie, body?.(valueFor) ?? {}, method));
  }
  const [record] = await query<{ id: string }>('select id from app.records where capture_id = $1', captureId);
  for (const [method, decision, body] of [
    ['PATCH', '', { fields: { total: '1.00' } }],
    ['POST', '/confirm', {}],
    ['POST', '/reject', { reason: 'x' }],
    ['POST', '/reopen', {}],
  ] as const)
    failures.push(await postJson(`/api/v1/records/${record!.id}${decision}`, cookie, body, method));
  for (const [method, path] of [
    ['POST', '/api/v1/captures'],
    ['POST', '/api/v1/uploads'],
    ['DELETE', `/api/v1/captures/${captureId}`],
    ['POST', '/api/auth/change-password'],
    ['POST', '/api/auth/update-user'],
    ['POST', '/api/auth/revoke-other-sessions'],
    ['POST', '/api/auth/two-factor/enable'],
    ['POST', '/api/auth/passkey/verify-registration'],
    ['POST', '/api/auth/delete-user'],
    ['POST', '/changelog/seen'],
  ] as const)
    await send(path, cookie, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields('')),
    }).then((answer) => answer.arrayBuffer());
  expect(failures.filter(Boolean)).toEqual([]);
  expect(await (await send('/dashboard', cookie)).text()).toMatch(/You are acting as/);
  expect(await stored()).toEqual(before);
});

/** Events of the company's list since, by the people who act. */
async function eventsSince(id: number) {
  return query<{ id: number; action: string; actor_name: string; detail: Record<string, unknown> }>(
    `select id::int, action, actor_name, detail from app.audit_events
      where company_id = $1 and id > $2 and detail ->> 'impersonatedByName' = 'Ada' order by id`,
    company.companyId,
    id,
  );
}
const newestEvent = async () =>
  (await query<{ id: number }>('select coalesce(max(id), 0)::int as id from app.audit_events'))[0]!.id;

test('whatever is opened while acting is in the company’s list by both names before it is answered', async () => {
  const cookie = await actAs(company.owner);
  // Shows nothing of a company, or belongs to a list that says how many it showed.
  const exempt = /^(|changelog.*|privacy-policy|tos|robots.txt|sitemap.xml|auth\/.*|pair\/.*|admin.*|\*)$/;
  const addresses = pageRoutes(server.build)
    .filter(({ pattern, hasLoader, hasAction }) => (hasLoader || !hasAction) && !exempt.test(pattern))
    .flatMap(({ pattern }) => {
      const address = `/${pattern.replaceAll(/:\w+\??/g, captureId)}`;
      return [address, `${address}.data`];
    });
  for (const { method, path: pattern } of server.web.routes)
    if (
      ['GET', 'ALL'].includes(method) &&
      /^\/api\/v1\/[a-z]/.test(pattern) &&
      !/uploads|openapi|thumbnail/.test(pattern)
    )
      addresses.push(pattern.replaceAll(/:\w+(\{[^}]*\})?/g, captureId));
  const silent: string[] = [];
  for (const address of new Set(addresses)) {
    const before = await newestEvent();
    const answer = await send(address, cookie, { headers: { accept: 'text/html' } });
    await (answer.headers.get('content-type')?.includes('event-stream')
      ? answer.body?.cancel()
      : answer.arrayBuffer());
    // Nothing was shown where nothing is there; a redirect shows nothing either.
    if (answer.status === 200 && (await eventsSince(before)).length === 0) silent.push(address);
  }
  expect(addresses.length).toBeGreaterThan(100);
  expect(silent).toEqual([]);
});

test('each capture, search, export and file opened while acting is told by name, count and filter', async () => {
  const cookie = await actAs(company.owner);
  const before = await newestEvent();
  await (await send('/app?q=acme&place=all', cookie)).text();
  await (
    await send(`/app/${captureId}.data?_routes=${encodeURIComponent('pages/app/$captureId/page')}`, cookie)
  ).text();
  const file = await send('/api/v1/export?format=csv&place=all&records=all', cookie);
  const told = (await eventsSince(before)).at(-1);
  // While the file is being sent, at the latest.
  expect(told).toMatchObject({
    action: 'records.exported',
    detail: { filter: { place: 'all' }, records: 1 },
  });
  await file.text();
  await (await send(`/api/v1/captures/${captureId}/original`, cookie)).arrayBuffer();
  expect(await eventsSince(before)).toMatchObject([
    {
      action: 'captures.searched',
      detail: { filter: { q: 'acme', place: 'all' }, shown: expect.any(Number) },
    },
    { action: 'capture.opened', actor_name: company.owner.name },
    { action: 'records.exported' },
    { action: 'support.opened', detail: { address: `/api/v1/captures/${captureId}/original` } },
  ]);
  const owner = await server.cookieOf(company.owner.userId, company.companyId);
  const list = await (await send('/settings/audit?group=records', owner)).text();
  expect(list).toMatch(/Ada<\/bdi>, acting as them/);
});

test('an owner refuses acting: who does so is put out, nobody can begin, and administration sees why', async () => {
  const acting = await actAs(company.owner);
  const owner = await server.cookieOf(company.owner.userId, company.companyId);
  const admin = await server.cookieOf(company.members[0]!.userId, company.companyId);
  expect((await post('/settings/company', admin, { intent: 'refuse_acting', on: 'yes' })).status).toBe(403);
  expect((await send('/api/v1/captures', acting)).status).toBe(200);
  expect((await post('/settings/company', owner, { intent: 'refuse_acting', on: 'yes' })).status).toBe(200);
  expect((await send('/api/v1/captures', acting)).status).toBe(401);
  const begin = await post(`/admin/user?u=${company.owner.userId}`, adaCookie, {
    intent: 'act_as',
    userId: company.owner.userId,
    reason: 'x',
  });
  expect([begin.status, begin.headers.getSetCookie()]).toEqual([403, []]);
  expect(await begin.text()).toContain('An owner of Customer lets nobody act as its members.');
  const support = { intent: 'support', scope: 'correct', hours: '2' };
  expect((await post('/settings/company', owner, support)).status).toBe(403);
  await post('/settings/company', owner, { intent: 'refuse_acting', on: '' });
  expect((await send('/api/v1/captures', await actAs(company.owner))).status).toBe(200);
});

test('support access takes a scope and hours, ends by itself or at once, and who acts is put out with it', async () => {
  const owner = await server.cookieOf(company.owner.userId, company.companyId);
  const on = (hours: string, scope = 'correct') =>
    post('/settings/company', owner, { intent: 'support', scope, hours });
  for (const answer of [await on('0'), await on('73'), await on('x'), await on('1', 'everything')])
    expect(answer.status).toBe(422);
  expect((await on('5')).status).toBe(200);
  expect(await (await send('/settings/company', owner)).text()).toMatch(/Support access: <strong>on/);
  const first = await actAs(company.members[0]!);
  expect((await send('/api/v1/captures', first)).status).toBe(200);
  await post('/settings/company', owner, { intent: 'end_support' });
  expect((await send('/api/v1/captures', first)).status).toBe(401);

  await on('1');
  const second = await actAs(company.members[0]!);
  await query(
    "update app.company_settings set support_until = now() - interval '1 second' where company_id = $1",
    company.companyId,
  );
  expect(await endExpiredSupport({ platform: database.platform })).toBe(1);
  expect((await send('/api/v1/captures', second)).status).toBe(401);
  const events = await query<{ action: string; actor_name: string }>(
    `select action, actor_name from app.audit_events where company_id = $1 and action like 'company.support%' order by id`,
    company.companyId,
  );
  expect(events.map(({ action, actor_name }) => `${action} ${actor_name}`)).toEqual([
    `company.support_access_on ${company.owner.name}`,
    `company.support_access_off ${company.owner.name}`,
    `company.support_access_on ${company.owner.name}`,
    'company.support_access_off Readout',
  ]);
});

test('with support access on what the owner chose can be changed, the account never', async () => {
  await query(
    "update app.company_settings set support_scope = 'correct', support_until = now() + interval '1 hour' where company_id = $1",
    company.companyId,
  );
  const cookie = await actAs(company.owner);
  const archived = await send('/api/v1/bulk/archive', cookie, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ids: [captureId] }),
  });
  expect(archived.status).toBe(200);
  const [event] = await query<{ actor_name: string; detail: object }>(
    `select actor_name, detail from app.audit_events where company_id = $1 and action = 'capture.archived'`,
    company.companyId,
  );
  expect(event).toMatchObject({
    actor_name: company.owner.name,
    detail: { impersonatedBy: ada.userId, impersonatedByName: 'Ada' },
  });
  // The owner lets captures be corrected, the company not be changed.
  const rename = await post('/settings/company', cookie, { intent: 'rename', name: 'Taken', revision: '2' });
  expect(rename.status).toBe(403);
  expect(await rename.text()).toContain('nothing else');
  const account = () =>
    Promise.all([
      query(
        `select to_jsonb(u) - 'last_seen_at' as row from auth."user" u where id = $1`,
        company.owner.userId,
      ),
      query('select * from auth.account where user_id = $1', company.owner.userId),
      query('select * from auth.two_factor where user_id = $1', company.owner.userId),
      query('select * from auth.passkey where user_id = $1', company.owner.userId),
      query('select * from auth.membership where user_id = $1', company.owner.userId),
    ]);
  const before = await account();
  const ownPages = [
    'settings/account',
    'settings/security',
    'settings/notifications',
    'settings/new-company',
    'auth/terms',
    'auth/welcome',
  ];
  const routes = pageRoutes(server.build).filter(({ pattern }) => ownPages.includes(pattern));
  expect(routes.length).toBeGreaterThanOrEqual(ownPages.length);
  for (const { pattern, file } of routes)
    await Promise.all(intentsFor(file).map((intent) => postForm(`/${pattern}`, cookie, intent)));
  expect(await account()).toEqual(before);
});

test('a suspended user is refused on the next page and call, and so is who acts as them', async () => {
  const own = await server.cookieOf(company.owner.userId, company.companyId);
  const acting = await actAs(company.owner);
  for (const cookie of [own, acting]) {
    expect((await send('/app', cookie)).status).toBe(200);
    expect((await send('/api/v1/captures', cookie)).status).toBe(200);
  }
  const answer = await post('/admin/user', adaCookie, {
    intent: 'suspend',
    userId: company.owner.userId,
    reason: 'fraud',
  });
  expect(answer.status).toBe(200);
  for (const cookie of [own, acting]) {
    const page = await send('/app', cookie);
    expect([page.status, page.headers.get('location')]).toEqual([
      302,
      `/auth/sign-in?to=${encodeURIComponent('/app')}`,
    ]);
    expect((await send('/api/v1/captures', cookie)).status).toBe(401);
  }
});

test('members of a suspended company read and export, and add nothing', async () => {
  const cookie = await server.cookieOf(company.owner.userId, company.companyId);
  const add = async () => {
    const form = new FormData();
    form.set(
      'file',
      new Blob([new Uint8Array(await makeJpeg(++pictures))], { type: 'image/jpeg' }),
      'picture.jpg',
    );
    const answer = await send('/api/v1/captures', cookie, { method: 'POST', body: form });
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  expect((await add())[0]).toBeLessThan(300);
  const [{ revision } = { revision: 0 }] = await query<{ revision: number }>(
    'select revision from app.company_settings where company_id = $1',
    company.companyId,
  );
  const path = `/admin/company/${company.companyId}`;
  const suspended = await post(path, adaCookie, {
    intent: 'suspend',
    revision: String(revision),
    reason: 'unpaid',
  });
  expect(suspended.status).toBe(200);
  expect(await add()).toEqual([403, 'company.suspended']);
  expect((await send('/app', cookie)).status).toBe(200);
  expect((await send(`/api/v1/captures/${captureId}`, cookie)).status).toBe(200);
  expect((await send('/api/v1/export?format=csv', cookie)).status).toBe(200);
  const stale = await post(path, adaCookie, { intent: 'resume', revision: String(revision) });
  expect(stale.status).toBe(409);
  await post(path, adaCookie, { intent: 'resume', revision: String(revision + 1) });
  expect((await add())[0]).toBeLessThan(300);
});

test('addresses of companies that are none are the page for nothing here', async () => {
  for (const id of ['nothing', randomUUID(), `${company.companyId}x`, '%00', '..%2f'])
    expect([id, (await send(`/admin/company/${id}`, adaCookie)).status]).toEqual([id, 404]);
  expect((await send(`/admin/company/${company.companyId}/more`, adaCookie)).status).toBe(404);
  expect((await send(`/admin/user?u=${randomUUID()}`, adaCookie)).status).toBe(404);
  const file = await send(`/admin/company.json?id=${company.companyId}`, adaCookie);
  expect(file.headers.get('content-disposition')).toBe(
    `attachment; filename="company-${company.companyId}.json"`,
  );
  expect(JSON.stringify(await file.json())).not.toMatch(/ACME|photo\.jpg/);
});
