// cspell:ignore cscript
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Session } from '../request/session.ts';
import type { HttpEnv } from './env.ts';
import { publicPages } from './public-pages.ts';

let legalFolder: string;
let legalRevision = 0;
/** Addresses that were rendered, in order. */
let rendered: string[];
/** The locales they were rendered in. */
let locales: string[];
let status = 200;
let made = 0;
beforeAll(async () => {
  legalFolder = await mkdtemp(path.join(tmpdir(), 'readout-legal-'));
});
afterAll(() => rm(legalFolder, { recursive: true, force: true }));
beforeEach(() => {
  rendered = [];
  locales = [];
  status = 200;
});

/** A server whose ordinary way answers "ordinary", and whose nonces count up. */
function server(session: Session | null = null): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.use(async (c, next) => {
    c.set('session', session);
    c.set('nonce', `${String(++made).padStart(22, 'A')}==`);
    c.set('client', {
      address: '',
      isLoopback: true,
      origin: c.req.header('x-origin') ?? 'http://here.example',
    });
    await next();
    c.res.headers.set('x-nonce', c.get('nonce'));
  });
  app.use(
    publicPages({
      legalFolder,
      legalRevision: () => legalRevision,
      async render({ address, origin, nonce, locale }) {
        rendered.push(address);
        locales.push(locale);
        return new Response(`<script nonce="${nonce}"></script><link href="${origin}${address}">`, {
          status,
        });
      },
    }),
  );
  app.all('*', (c) => c.text('ordinary'));
  return app;
}

test('a page is rendered once and each answer has its own nonce and origin', async () => {
  const app = server();
  const [first, second] = [
    await app.request('/'),
    await app.request('/', { headers: { 'x-origin': 'https://there.example:8443' } }),
  ];
  const [one, two] = [await first.text(), await second.text()];
  expect(rendered).toEqual(['/']);
  expect(one).toBe(
    `<script nonce="${first.headers.get('x-nonce')}"></script><link href="http://here.example/">`,
  );
  expect(two).toContain('href="https://there.example:8443/"');
  expect(one.slice(0, 40)).not.toBe(two.slice(0, 40));
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  expect(first.headers.get('vary')).toBe('Cookie, Accept-Language');
});

test('a page is kept in each language of its readers', async () => {
  const app = server();
  const german = { cookie: 'readout_language=de', 'accept-language': 'de-CH' };
  const [, first] = [await app.request('/'), await app.request('/', { headers: german })];
  expect(locales).toEqual(['en', 'de']);
  const again = await app.request('/', {
    headers: { ...german, 'if-none-match': first.headers.get('etag')! },
  });
  expect([again.status, locales.length]).toEqual([304, 2]);
});

test('a browser that has the page keeps it together with the nonce inside', async () => {
  const app = server();
  const first = await app.request('/tos');
  const etag = first.headers.get('etag') ?? '';
  const again = await app.request('/tos', { headers: { 'if-none-match': `W/${etag}` } });
  expect(again.status).toBe(304);
  expect(again.headers.get('x-nonce')).toBe(first.headers.get('x-nonce'));
  // A tag with anything but a nonce in it is not believed.
  const forged = etag.replace(/\..*"/, '.\' unsafe-inline"');
  expect((await app.request('/tos', { headers: { 'if-none-match': forged } })).status).toBe(200);
});

test('many visitors at once wait for one rendering', async () => {
  const app = server();
  await Promise.all(Array.from({ length: 20 }, () => app.request('/changelog?kind=fixed&utm_source=x')));
  expect(rendered).toEqual(['/changelog?kind=fixed']);
});

test('who is signed in, another method, another address and odd parameters go the ordinary way', async () => {
  const text = async (app: Hono<HttpEnv>, address: string, init?: RequestInit) =>
    (await app.request(address, init)).text();
  expect(await text(server({} as Session), '/')).toBe('ordinary');
  expect(await text(server(), '/', { method: 'POST' })).toBe('ordinary');
  expect(await text(server(), '/app')).toBe('ordinary');
  expect(await text(server(), '/constructor')).toBe('ordinary');
  expect(await text(server(), '/?sample=%3Cscript%3E')).toBe('ordinary');
  expect(rendered).toEqual([]);
});

test('made-up parameters do not fill the memory', async () => {
  const app = server();
  for (let value = 0; value < 260; value++) await app.request(`/?sample=x${value}`);
  expect(rendered).toHaveLength(260);
  await app.request('/?sample=x1');
  expect(rendered).toHaveLength(260);
  await app.request('/?sample=x259');
  expect(rendered).toHaveLength(261);
});

test('a text the operator replaces takes effect at once; a page that failed is not kept', async () => {
  const app = server();
  await app.request('/privacy-policy');
  await writeFile(path.join(legalFolder, 'privacy-policy.md'), 'new');
  await app.request('/privacy-policy');
  await app.request('/privacy-policy');
  expect(rendered).toHaveLength(2);

  // Told by another machine.
  legalRevision++;
  await app.request('/privacy-policy');
  await app.request('/privacy-policy');
  expect(rendered).toHaveLength(3);

  status = 500;
  expect(await (await app.request('/tos')).text()).toBe('ordinary');
  status = 200;
  expect(await (await app.request('/tos')).text()).toContain('nonce');
});

test('an origin made up by the visitor is not written into the page', async () => {
  const page = await (
    await server().request('/', { headers: { 'x-origin': 'http://"><script>alert(1)</script>' } })
  ).text();
  expect(page).toContain('href="http://localhost/"');
});
