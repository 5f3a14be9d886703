import { randomUUID } from 'node:crypto';
import type { TestCompany } from '@readout/database/testing';
import { createWatch } from '@readout/domain/watches/create-watch';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { scopeOf, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let company: TestCompany;
let watchId: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  company = await server.database.createCompany({ members: ['operator'] });
  const made = await createWatch(
    { db: server.database.app },
    {
      scope: scopeOf(company),
      settings: {
        name: 'Boiler; "north"',
        sourceKind: 'screen',
        regionProfileId: null,
        place: { frame: { width: 640, height: 480 }, region: { x: 0, y: 0, width: 90, height: 30 } },
        reads: { kind: 'number', unit: '°C' },
        intervalMs: 1000,
        low: null,
        high: 90,
        maxRate: null,
        ratePerMs: null,
        direction: 'any',
        lostAfter: 5,
        keepDays: null,
      },
    },
  );
  watchId = made.id;
});

const colour = (red: number) =>
  sharp({ create: { width: 90, height: 30, channels: 3, background: { r: red, g: 80, b: 40 } } });
const sample = (value: number, more: object = {}) => ({
  id: randomUUID(),
  takenAt: new Date().toISOString(),
  value,
  text: String(value),
  confidence: 0.9,
  ...more,
});
const post = (samples: object[], { headers = {}, who = server.as(company) } = {}) =>
  server.fetch(`/watches/${watchId}/samples`, who, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      sentAt: new Date().toISOString(),
      run: { id: randomUUID(), device: 'Test', state: 'running' },
      samples,
    }),
  });
const get = (path: string, who = server.as(company)) => server.fetch(`/watches/${watchId}${path}`, who);

test('pictures of a batch come back as they were, each with its sample and its alarm', async () => {
  const [webp, jpeg] = [await colour(200).webp().toBuffer(), await colour(20).jpeg().toBuffer()];
  const [first, second] = [
    sample(80, { picture: webp.toString('base64') }),
    sample(95, { picture: jpeg.toString('base64') }),
  ];
  const answer = await post([first, sample(81), second]);
  expect([answer.status, await answer.json()]).toMatchObject([200, { added: 3, keepsPictures: true }]);
  for (const [id, bytes, type] of [
    [first.id, webp, 'image/webp'],
    [second.id, jpeg, 'image/jpeg'],
  ] as const) {
    const picture = await get(`/samples/${id}/picture`);
    expect(picture.headers.get('content-type')).toBe(type);
    expect(picture.headers.get('content-security-policy')).toContain('sandbox');
    expect(Buffer.from(await picture.arrayBuffer()).equals(bytes)).toBe(true);
  }
  const { items } = await (await get('/alarms')).json();
  expect(items).toMatchObject([{ kind: 'above', value: 95, hasPicture: true }]);
  expect((await get(`/alarms/${items[0].id}/picture`)).status).toBe(200);
});

test('what is not a batch is refused in words and leaves nothing', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>').toString(
    'base64',
  );
  for (const [samples, code] of [
    [[sample(1, { picture: svg })], 'watch.bad_samples'],
    [[sample(1, { unknown: true })], 'request.invalid'],
    [[sample(1, { id: 'x' })], 'request.invalid'],
    [[sample(1, { takenAt: 'soon' })], 'request.invalid'],
  ] as const) {
    const answer = await post([sample(2), ...samples]);
    expect(await answer.json()).toMatchObject({ code });
  }
  expect(await (await get('/samples')).json()).toEqual({ items: [] });
  expect(server.failures).toEqual([]);
});

test('operators neither see nor feed watches, and members of another company find none', async () => {
  const operator = server.as(company, company.members[0]);
  expect((await post([sample(1)], { who: operator })).status).toBe(403);
  for (const path of ['', '/samples', '/series?from=2026-01-01&to=2026-02-01', '/alarms', '/export'])
    expect([path, (await get(path, operator)).status]).toEqual([path, 403]);
  const stranger = server.as(await server.database.createCompany());
  expect((await post([sample(1)], { who: stranger })).status).toBe(404);
  for (const path of ['', '/samples', '/series?from=2026-01-01&to=2026-02-01', '/alarms', '/export'])
    expect([path, (await get(path, stranger)).status]).toEqual([path, 404]);
});

test('what another user left on a device is not sent in the name of who is signed in', async () => {
  const encoded = (text: string) => Buffer.from(text).toString('base64');
  const answer = await post([sample(1)], {
    headers: { 'upload-metadata': `company ${encoded(company.companyId)},user ${encoded(randomUUID())}` },
  });
  expect([answer.status, (await answer.json()).code]).toEqual([401, 'upload.other_user']);
});

test('the CSV is a file under the name of the watch', async () => {
  await post([sample(80)]);
  const answer = await get('/export');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="Boiler; _north_ \d{4}-/);
  expect(await answer.text()).toContain(',80,°C,80,0.9,ok,');
});
