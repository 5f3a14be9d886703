// cspell:ignore achte Maßgeblich Englisch Rechtsgrundlage
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestCompany } from '@readout/database/testing';
import { createInvitation } from '@readout/domain/invitations/create-invitation';
import { keptLegalTexts } from '@readout/domain/platform/kept-legal-texts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pageRoutes, startWholeServer, type WholeServer } from './testing/whole-server.ts';

let server: WholeServer;
let company: TestCompany;
let cookie: string;

/** As behind a proxy that encrypts, with mail. */
beforeAll(async () => {
  server = await startWholeServer({
    READOUT_BASE_URL: 'https://readout.example.com',
    READOUT_SMTP_URL: 'smtp://127.0.0.1:9',
    READOUT_MAIL_FROM: 'Readout <readout@example.com>',
  });
  company = await server.database.createCompany();
});
// Some of what is sent signs out.
beforeEach(async () => {
  cookie = await server.cookieOf(company.owner.userId, company.companyId);
});
afterAll(() => server.close());

const get = (address: string, headers: Record<string, string> = {}) =>
  fetch(`${server.origin}${address}`, { headers, redirect: 'manual' });
const post = (address: string, type: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${server.origin}${address}`, {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body,
    redirect: 'manual',
  });
/** To its end: what is broken off is another test's. */
const read = (body: Response['body']) => new Response(body).arrayBuffer();
const signed = () => ({ cookie, accept: 'text/html' });
const pages = () => [
  ...new Set(pageRoutes(server.build).map(({ pattern }) => `/${pattern.replaceAll(/:\w+\??|\*/g, 'x')}`)),
];
const programs = () =>
  server.web.routes.filter(({ path: pattern }) => pattern.startsWith('/api/') && !pattern.includes('*'));

/** Answers that do not end by themselves. */
const streams = ['/api/v1/live', '/api/v1/events'];

test('NUL in a path, a filter, a form or JSON is a refusal, never a failure of ours', async () => {
  const failed: string[] = [];
  const note = async (what: string, answer: Promise<Response>) => {
    const { status, body } = await answer;
    await read(body);
    if (status >= 500) failed.push(`${what}: ${status}`);
    return status;
  };
  const names = ['q', 'plugin', 'type', 'corrected', 'person', 'cursor', 'from', 'format'];
  const query = names.map((name) => `${name}=a%00b`).join('&');
  const fields = ['intent', 'name', 'email', 'id', 'note', ...names];
  const form = fields.map((name) => `${name}=a%00b`).join('&');
  const json = JSON.stringify(Object.fromEntries(fields.map((name) => [name, 'a\0b'])));
  const routes = pages();
  expect(routes.length).toBeGreaterThan(60);
  for (const address of routes) {
    expect(await note(address, get(`${address}?${query}`, signed()))).toBe(422);
    await note(`form ${address}`, post(address, 'application/x-www-form-urlencoded', form, signed()));
    await note(`JSON ${address}`, post(address, 'application/json', json, signed()));
  }
  cookie = await server.cookieOf(company.owner.userId, company.companyId);
  expect(programs().length).toBeGreaterThan(30);
  for (const { method, path: pattern } of programs()) {
    const address = pattern.replaceAll(/:\w+(\{[^}]*\})?\??/g, 'x');
    if (method === 'GET' && !streams.includes(address))
      await note(address, get(`${address}?${query}`, signed()));
    if (method === 'POST') await note(`JSON ${address}`, post(address, 'application/json', json, signed()));
  }
  const signUp = JSON.stringify({
    name: 'A\0da',
    email: 'nul@example.com',
    password: 'correct horse battery',
    companyName: 'A\0',
    termsVersion: '1',
    privacyVersion: '1',
  });
  expect(await note('sign-up', post('/api/auth/sign-up/email', 'application/json', signUp))).toBe(422);
  const signIn = JSON.stringify({ email: 'a\0@example.com', password: 'x\0' });
  expect(await note('sign-in', post('/api/auth/sign-in/email', 'application/json', signIn))).toBe(401);
  expect(failed).toEqual([]);
});

test('what is larger than signing in needs is told so', async () => {
  const answer = await post(
    '/api/auth/sign-in/email',
    'application/json',
    JSON.stringify({ email: 'x'.repeat(70_000) }),
  );
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
    413,
    'request.too_large',
  ]);
});

test('nothing a session sees is kept by a cache that others use', async () => {
  const kept: string[] = [];
  const addresses = [
    ...pages(),
    '/app.data',
    '/settings/security.data',
    ...programs()
      .filter(({ method, path: pattern }) => method === 'GET' && !streams.includes(pattern))
      .map(({ path: pattern }) => pattern.replaceAll(/:\w+(\{[^}]*\})?\??/g, 'x')),
  ];
  for (const address of addresses) {
    const { headers, body } = await get(address, signed());
    await read(body);
    const caching = headers.get('cache-control') ?? '';
    const isPrivate = caching.startsWith('private') && /\bcookie\b/i.test(headers.get('vary') ?? '');
    if (!isPrivate) kept.push(`${address}: ${caching}, ${headers.get('vary')}`);
  }
  // What these say is the same for everybody.
  expect(kept.map((line) => line.split(':')[0]).toSorted()).toEqual([
    '/api/v1/demo/readers',
    '/changelog.atom',
    '/robots.txt',
    '/sitemap.xml',
  ]);
  for (const address of [
    '/app',
    '/app.data',
    '/api/v1/captures',
    '/api/auth/get-session',
    '/settings/security',
  ])
    expect((await get(address, signed())).headers.get('cache-control')).toBe('private, no-store');
});

test('every answer says that it comes encrypted only, is what it says, runs nothing and is framed by nobody', async () => {
  const script = server.build.assets.entry.module;
  for (const address of [
    '/sw.js',
    script,
    '/auth/sign-in',
    '/app',
    '/api/v1/captures',
    '/favicon.svg',
    '/healthz',
    '/readyz',
    '/%00',
  ]) {
    const { headers, body } = await get(address);
    await read(body);
    const policy = headers.get('content-security-policy') ?? '';
    expect({
      address,
      encrypted: headers.get('strict-transport-security'),
      type: headers.get('x-content-type-options'),
      referrer: headers.get('referrer-policy'),
      lacks: ["default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"].filter(
        (directive) => !policy.includes(directive),
      ),
    }).toEqual({
      address,
      encrypted: 'max-age=31536000; includeSubDomains',
      type: 'nosniff',
      referrer: 'same-origin',
      lacks: [],
    });
  }
});

test('cookies are bound to this host, and those of before are read until they run out', async () => {
  expect(cookie).toMatch(/^__Host-readout\.session_token=/);
  const former = cookie.replace('__Host-', '__Secure-');
  const session = await get('/api/auth/get-session', { cookie: former });
  expect(await session.json()).toMatchObject({ user: { id: company.owner.userId } });
  expect((await get('/settings/security', { cookie: former, accept: 'text/html' })).status).toBe(200);
  const out = await post('/api/auth/sign-out', 'application/json', '{}', {
    cookie: await server.cookieOf(company.owner.userId, company.companyId),
  });
  for (const set of out.headers.getSetCookie())
    expect(set).toMatch(/^__Host-readout\.[^;]+;(?!.*Domain=).*Path=\/;.*Secure/);
});

test('a person has at most twenty live streams', async () => {
  const ends: AbortController[] = [];
  // Held on to: of an answer that nobody has any more the connection ends.
  const answers: Response[] = [];
  for (let n = 0; n < 21; n++) {
    const end = new AbortController();
    ends.push(end);
    const answer = await fetch(`${server.origin}/api/v1/live`, { headers: { cookie }, signal: end.signal });
    answers.push(answer);
    if (answer.status === 429) expect(await answer.json()).toMatchObject({ code: 'live.too_many' });
  }
  expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(200), 429]);
  for (const end of ends) end.abort();
});

test('a legal text without a header stops nobody: the last good one is shown, and administrators hear of it', async () => {
  const folder = path.join(server.services.config.dataFolder, 'legal');
  mkdirSync(folder, { recursive: true });
  const publish = async (text: string) => {
    writeFileSync(path.join(folder, 'tos.md'), text);
    await server.services.legal.refresh();
  };
  await publish('---\ntitle: Our terms\nversion: 7\neffective: 2026-11-01\n---\nThe seventh text.');
  expect(await (await get('/tos')).text()).toContain('The seventh text.');
  await publish('The eighth text, without a header.');
  expect(server.services.legal.current().terms).toBe('7');
  for (const address of ['/tos', '/auth/sign-up']) {
    const answer = await get(address, { accept: 'text/html' });
    expect([address, answer.status]).toEqual([address, 200]);
    if (address === '/tos') expect(await answer.text()).toContain('The seventh text.');
  }
  expect(server.services.legal.problems()).toEqual([
    'legal/tos.md begins without a header that has title, version, effective; the last good one is shown',
  ]);
});

test('a legal text from another machine holds here as soon as it is there', async () => {
  const kept = keptLegalTexts({ platform: server.services.db.platform });
  const elsewhere =
    '---\ntitle: Our terms\nversion: 7b\neffective: 2026-11-01\n---\nThe text from elsewhere.';
  const before = server.services.legal.revision();
  await kept.keep('tos.md', elsewhere);
  await expect.poll(() => server.services.legal.revision()).toBeGreaterThan(before);
  expect(await (await get('/tos')).text()).toContain('The text from elsewhere.');
  await kept.takeBack('tos.md', elsewhere);
});

test('a legal text is shown in the language of its reader, as long as it is the version that people accept', async () => {
  const folder = path.join(server.services.config.dataFolder, 'legal');
  const german = async (address: string) =>
    (await get(address, { cookie: 'readout_language=de', accept: 'text/html' })).text();

  const own = (version: string, text: string) =>
    `---\ntitle: Title\nversion: ${version}\neffective: 2026-11-01\n---\n${text}`;
  mkdirSync(path.join(folder, 'de'), { recursive: true });
  writeFileSync(path.join(folder, 'tos.md'), own('8', 'The eighth text.'));
  expect(await german('/tos')).toContain('The eighth text.');
  writeFileSync(path.join(folder, 'de', 'tos.md'), own('8', 'Der achte Text.'));
  expect(await german('/tos')).toContain('Der achte Text.');
  expect(await german('/tos')).toContain('Maßgeblich ist der Text auf Englisch');
  expect(await german('/tos?text=original')).toContain('The eighth text.');
  expect(await (await get('/tos')).text()).toContain('The eighth text.');
  writeFileSync(path.join(folder, 'de', 'tos.md'), own('8\nbinding: yes', 'Der achte Text.'));
  expect(await german('/tos')).not.toContain('Maßgeblich ist');
  writeFileSync(path.join(folder, 'tos.md'), own('9', 'The ninth text.'));
  expect(await german('/tos')).toContain('The ninth text.');

  const privacy = await german('/privacy-policy');
  expect(privacy).toContain('Auf welcher Rechtsgrundlage');
  expect(privacy).toContain(server.services.legal.current().privacy);
});

test('who was passed an invitation where mails are sent is told to look into their mailbox', async () => {
  const scope = {
    companyId: company.companyId,
    actor: { userId: company.owner.userId, name: 'Owner', role: 'owner' as const },
  };
  const { link } = await createInvitation(
    { db: server.services.db.app, mailer: server.services.mailer },
    { scope, by: 'link', email: 'bea@example.com', role: 'reviewer' },
  );
  const address = new URL(link ?? '').pathname;
  const { terms, privacy } = server.services.legal.current();
  const form = new URLSearchParams({
    intent: 'sign_up',
    name: 'Bea',
    email: '',
    password: 'correct horse battery',
    accept: 'yes',
    termsVersion: terms,
    privacyVersion: privacy,
  });
  const answer = await post(address, 'application/x-www-form-urlencoded', form.toString(), {
    accept: 'text/html',
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, `${address}?made=joined`]);
  const told = await get(`${address}?made=joined`, { accept: 'text/html' });
  expect(told.status).toBe(200);
  expect(await told.text()).toContain('Your account is made');
  // Without it, the link is used up as ever.
  expect((await get(address, { accept: 'text/html' })).headers.get('location')).toBe(
    '/auth/error?error=invitation.used',
  );
});

test('the figures count every request by its pattern: pages, calls, built files, and what is refused before it is looked at', async () => {
  const count = async () => {
    const { text } = await server.services.metrics.read();
    return (method: string, route: string, status: string): number => {
      const line = `readout_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"} `;
      return Number(
        text
          .split('\n')
          .find((each) => each.startsWith(line))
          ?.slice(line.length) ?? 0,
      );
    };
  };
  const asked: [method: string, address: string, counted: [route: string, status: string]][] = [
    ['GET', '/changelog', ['/changelog', '2xx']],
    ['GET', '/api/v1/captures/x', ['/api/v1/captures/:id', '4xx']],
    ['GET', '/manifest.webmanifest', ['file', '2xx']],
    ['POST', '/settings/members', ['/settings/members', '4xx']],
    ['GET', '/no-such-page', ['/*', '4xx']],
    ['GET', '/healthz', ['/healthz', '2xx']],
  ];
  const before = await count();
  for (const [method, address] of asked) {
    // As a page of somebody else's would send it.
    const foreign = method === 'POST' ? { origin: 'https://elsewhere.example' } : {};
    const answer = await fetch(`${server.origin}${address}`, {
      method,
      headers: { ...signed(), ...foreign },
    });
    await read(answer.body);
  }
  const after = await count();
  expect(
    asked.map(([method, , of]) => [method, ...of, after(method, ...of) - before(method, ...of)]),
  ).toEqual(asked.map(([method, , of]) => [method, ...of, 1]));
});
