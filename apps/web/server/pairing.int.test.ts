import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { TestCompany } from '@readout/database/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWholeServer, type WholeServer } from './testing/whole-server.ts';

let server: WholeServer;
let company: TestCompany;
let cookie: string;

beforeAll(async () => {
  const port = await freePort();
  // As behind a proxy that ends the encryption: browsers name the same host in `Origin` and `Host`.
  server = await startWholeServer({ PORT: port, READOUT_BASE_URL: `https://127.0.0.1:${port}` });
  company = await server.database.createCompany({ name: 'Ours' });
  const other = await server.database.createCompany({ name: 'Also mine' });
  await server.database.asOwner(async (client) => {
    await client.query("insert into auth.membership (company_id, user_id, role) values ($1, $2, 'owner')", [
      other.companyId,
      company.owner.userId,
    ]);
    await client.query('update auth."user" set role = \'admin\' where id = $1', [company.owner.userId]);
  });
  cookie = await server.cookieOf(company.owner.userId, company.companyId);
});
afterAll(() => server?.close());

async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return String(port);
}

const ask = (path: string, init: RequestInit & { cookie?: string } = {}) =>
  fetch(`${server.origin}${path}`, {
    redirect: 'manual',
    ...init,
    headers: {
      origin: server.origin,
      accept: 'text/html',
      ...(init.cookie ? { cookie: init.cookie } : {}),
      ...init.headers,
    },
  });
const begin = (by: string) => ask('/api/v1/pairings', { method: 'POST', cookie: by });
const asPhone = (path: string, form: Record<string, string>, held = '') =>
  ask(path, { method: 'POST', cookie: held, body: new URLSearchParams(form) });
const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');

/** Pairs as the two browsers do. @returns the phone's cookie */
async function pair(): Promise<string> {
  const { pairingId, address } = (await (await begin(cookie)).json()) as Record<string, string>;
  expect(String(address)).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/pair\/[\w-]{43}$/);
  const path = new URL(String(address)).pathname;
  expect(await (await ask(path)).text()).not.toContain('Ours');
  const claimed = await asPhone(path, { name: 'Lent phone' });
  expect(claimed.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict; Secure/);
  const held = cookiesOf(claimed);
  const waiting = await (await ask(path, { cookie: held })).text();
  const progress = (await (await ask(`/api/v1/pairings/${pairingId}`, { cookie })).json()) as {
    phone: { number: number };
  };
  expect(waiting).toContain(`>${String(progress.phone.number).padStart(3, '0')}<`);
  expect((await asPhone(path, { intent: 'finish' }, held)).status).toBe(404);
  const decided = await ask(`/api/v1/pairings/${pairingId}/decide`, {
    method: 'POST',
    cookie,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ number: progress.phone.number, isConfirmed: true }),
  });
  expect(decided.status).toBe(204);
  const finished = await asPhone(path, { intent: 'finish' }, held);
  expect(finished.headers.get('location')).toBe('/camera');
  return cookiesOf(finished);
}

test('a paired phone is an operator in one company, whatever its person is, and reaches no account', async () => {
  const phone = await pair();
  const session = await (await ask('/api/auth/get-session', { cookie: phone })).json();
  expect(session).toMatchObject({
    role: 'operator',
    company: { id: company.companyId },
    companies: [{ id: company.companyId }],
    user: { id: company.owner.userId, role: 'user' },
    phone: { name: 'Lent phone' },
  });
  expect((await ask('/camera', { cookie: phone })).status).toBe(200);
  expect((await ask('/app', { cookie: phone })).status).toBe(200);
  for (const path of ['/settings/security', '/admin', '/admin/user', '/settings/members', '/notifications']) {
    const answer = await ask(path, { cookie: phone });
    expect([answer.status, answer.headers.get('location')], path).toEqual([303, '/camera']);
  }
  const changes = ['/settings/security', '/auth/switch-company', '/invite/xyz', '/api/auth/sign-in/email'];
  for (const path of changes)
    expect((await asPhone(path, { intent: 'end_others', companyId: 'x' }, phone)).status, path).toBe(403);
  expect(await (await begin(phone)).json()).toMatchObject({ code: 'pairing.from_phone' });
});

test('ending the phone’s session from the computer ends it at once', async () => {
  const phone = await pair();
  const page = await (await ask('/settings/security', { cookie })).text();
  expect(page).toContain('Lent phone');
  await server.database.asOwner((client) =>
    client.query('update auth.session set expires_at = now() where paired_name is not null'),
  );
  expect((await ask('/camera', { cookie: phone })).headers.get('location')).toMatch(/^\/auth\/sign-in/);
});

test('a twelve-hour session is not prolonged by using it', async () => {
  const phone = await pair();
  const endOf = async () =>
    (
      await server.database.asOwner((client) =>
        client.query('select max(expires_at) as at from auth.session where paired_name is not null'),
      )
    ).rows[0].at as Date;
  const before = await endOf();
  expect((await ask('/camera', { cookie: phone })).headers.getSetCookie()).toEqual([]);
  expect(await endOf()).toEqual(before);
});
