import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestCompany } from '@readout/database/testing';
import { createApiKey } from '@readout/domain/api-keys/create-api-key';
import { type ApiKeyScope, apiKeyScopeNames } from '@readout/domain/api-keys/rules';
import { capture, read, receipt } from '@readout/domain/testing/arrange';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeJpeg } from '../testing/pictures.ts';
import { scopeOf, startTestServer, type TestServer } from '../testing/test-server.ts';

const program = fileURLToPath(new URL('../../../../packages/cli/bin/readout.js', import.meta.url));

let server: TestServer;
let company: TestCompany;
let key: string;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());
beforeEach(async () => {
  company = await server.database.createCompany();
  key = await keyFor(apiKeyScopeNames);
  folder = await mkdtemp(join(tmpdir(), 'readout-command-line-'));
});
afterEach(() => rm(folder, { recursive: true }));

const keyFor = async (scopes: readonly ApiKeyScope[]) =>
  (
    await createApiKey(
      { db: server.database.app },
      {
        scope: scopeOf(company),
        apiKey: {
          name: 'Terminal',
          scopes,
          plugins: scopes.includes('plugins:publish') ? 'carried' : '',
          role: 'admin',
          days: 30,
        },
      },
    )
  ).key;

/** The program with what it is typed; by the key of the environment unless `environment` says otherwise. */
function start(
  args: string[],
  { input = '', environment = { READOUT_URL: server.url, READOUT_API_KEY: key } as object } = {},
) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, XDG_CONFIG_HOME: join(folder, 'config'), ...environment },
  });
  const told = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    told.out += part;
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    told.err += part;
  });
  child.stdin.end(input);
  const ended = new Promise<typeof told & { status: number | null }>((resolve) =>
    child.on('close', (status) => resolve({ ...told, status })),
  );
  return { child, told, ended };
}
const readout = (args: string[], options?: Parameters<typeof start>[1]) => start(args, options).ended;
const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('login keeps a key that is right where nobody else can read it, for this server alone', async () => {
  const file = join(folder, 'config/readout/credentials.json');
  const wrong = await readout(['login', server.url], {
    input: `readout_${'x'.repeat(43)}\n`,
    environment: {},
  });
  expect([wrong.status, wrong.err]).toEqual([1, expect.stringContaining('api_key.not_valid')]);
  await expect(stat(file)).rejects.toThrow('ENOENT');

  const narrow = await keyFor(['exports:read']);
  const right = await readout(['login', `${server.url}/settings`], { input: `${narrow}\n`, environment: {} });
  expect([right.status, right.out.includes(narrow)]).toEqual([0, false]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, 'config/readout'))).mode & 0o777).toBe(0o700);

  expect((await readout(['list'], { environment: {} })).err).toContain('api_key.not_for_this');
  const elsewhere = await readout(['list'], { environment: { READOUT_URL: 'http://localhost:1' } });
  expect([elsewhere.status, elsewhere.err]).toEqual([
    1,
    expect.stringContaining('no API key for http://localhost:1'),
  ]);
  const unplaced = await readout(['list'], { environment: { READOUT_API_KEY: key } });
  expect([unplaced.status, unplaced.err]).toEqual([1, expect.stringContaining('READOUT_URL')]);
});

test('files are sent once, however often, and what is refused does not keep the others back', async () => {
  await writeFile(join(folder, 'a.jpg'), await makeJpeg(1));
  await writeFile(join(folder, 'copy of a.jpg'), await makeJpeg(1));
  await writeFile(join(folder, 'b.jpg'), await makeJpeg(2));
  await writeFile(join(folder, 'no.jpg'), 'text');
  const files = ['a.jpg', 'no.jpg', 'missing.jpg', '.', 'copy of a.jpg', 'b.jpg'];
  const first = await readout(['send', '--json', ...files]);
  expect(first.status).toBe(1);
  expect(first.err).toMatch(/no\.jpg: image\.\w+/);
  expect(first.err).toMatch(/^\.: It cannot be read/m);
  expect(first.err).toContain('missing.jpg: It cannot be read (ENOENT)');
  const [a, copy, b] = lines(first.out);
  expect([a.file, copy.capture, b.file]).toEqual(['a.jpg', a.capture, 'b.jpg']);
  expect(lines((await readout(['send', '--json', 'a.jpg', 'b.jpg'])).out)).toEqual([a, b]);
  expect(lines((await readout(['list', '--json'])).out).map(({ id }) => id)).toEqual([b.capture, a.capture]);
  const listed = await readout(['list', '--limit', '1']);
  expect([listed.status, listed.out]).toEqual([0, expect.stringMatching(/received .*b\.jpg\n$/)]);
});

test('waiting prints the records as soon as they are there', async () => {
  await writeFile(join(folder, 'a.jpg'), await makeJpeg(1));
  const sending = start(['send', '--wait', 'a.jpg']);
  const listed = async () => (await (await server.fetch('/captures', server.as(company))).json()).items;
  await expect.poll(listed).toHaveLength(1);
  const [sent] = await listed();
  await read(server, company.companyId, sent.id, {
    records: [receipt({ merchant: 'ACME', total: '12.50' })],
  });
  const { status, out } = await sending.ended;
  expect([status, out]).toEqual([
    0,
    expect.stringMatching(/receipt .*needs_review, 90%\n.*merchant {2}ACME/s),
  ]);
});

test('an export is a whole file, or none', async () => {
  await capture(server, scopeOf(company), { records: [receipt({ merchant: 'ACME', total: '12.50' })] });
  const args = ['export', '--format', 'csv', '--records', 'all', '-o', 'records.csv'];
  expect(await readout(args)).toMatchObject({ status: 0, out: '', err: '' });
  expect(await readFile(join(folder, 'records.csv'), 'utf8')).toContain('ACME');
  // Nobody stands for it yet.
  expect((await readout(['export'])).out).not.toContain('ACME');
  const nowhere = await readout(['export', '-o', 'missing/records.csv']);
  expect([nowhere.status, nowhere.err]).toEqual([1, expect.stringContaining('cannot be written (ENOENT)')]);
  key = await keyFor(['captures:read']);
  expect((await readout(args)).err).toContain('exports:read');
  expect((await readdir(folder)).filter((name) => name.startsWith('records'))).toEqual(['records.csv']);
});

test('watching prints what comes in, and nothing that was there', async () => {
  await capture(server, scopeOf(company), { fileName: 'before.jpg' });
  const { child, told, ended } = start(['watch', '--json', '--every', '1']);
  await expect.poll(() => told.err).toContain('Waiting');
  const { captureId } = await capture(server, scopeOf(company), { fileName: 'after.jpg' });
  await expect.poll(() => told.out).toContain('"record"');
  child.kill();
  await ended;
  const [news, record, ...more] = lines(told.out);
  expect([news.capture.id, record.record.captureId, more]).toEqual([captureId, captureId, []]);
});

test('a fixture is made of what was read of a capture, its own company’s alone', async () => {
  const { captureId } = await capture(server, scopeOf(company), { text: ['Number: AB-1234'] });
  expect((await readout(['plugin', 'new', 'note'])).status).toBe(0);
  const address = `${server.url}/app?capture=${captureId}`;
  const made = await readout(['plugin', 'fixture', 'note', '--captures', address, '--name', 'first']);
  expect([made.status, made.err]).toEqual([0, '']);
  const kept = JSON.parse(await readFile(join(folder, 'note/fixtures/first/reading.json'), 'utf8'));
  expect(kept.lines.map(({ text }: { text: string }) => text)).toContain('Number: AB-1234');
  expect(made.out).toContain('AB-1234');

  const others = await capture(server, scopeOf(await server.database.createCompany()));
  const refused = await readout(['plugin', 'fixture', 'note', '--captures', others.captureId, 'no-id']);
  expect([refused.status, refused.err]).toEqual([
    1,
    expect.stringMatching(/capture\.not_found[\s\S]*no-id: this is not a capture/),
  ]);
  expect(await readdir(join(folder, 'note/fixtures'))).toHaveLength(3);
});

/** A server of somebody else's on this machine. */
async function listenAs(answer: Parameters<typeof createServer>[1]) {
  const made = createServer(answer);
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  const close = () => {
    made.closeAllConnections();
    made.close();
  };
  return { url: `http://127.0.0.1:${(made.address() as AddressInfo).port}`, close };
}

const changeRecord = async (how: 'confirm' | 'reopen', id: string) => {
  const done = await server.fetch(`/records/${id}/${how}`, server.as(company), { method: 'POST' });
  expect(done.status).toBe(200);
};
const newRecord = async () => {
  const { captureId } = await capture(server, scopeOf(company), {
    fileName: 'Beleg.jpg',
    records: [receipt({ merchant: 'ACME', total: '12.50' })],
  });
  const { items } = await (await server.fetch(`/records?capture=${captureId}`, server.as(company))).json();
  return items[0].id as string;
};

test('listening prints what leaves the company and forwards it as a webhook would, each until it is taken', async () => {
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  // The first is not taken, and the last is refused for good.
  const statuses = [503, 204, 204, 400];
  const program = await listenAs(async (request, response) => {
    received.push({
      headers: request.headers,
      body: Buffer.concat(await request.toArray()).toString(),
    });
    response.writeHead(statuses.shift() ?? 204).end();
  });
  try {
    const id = await newRecord();
    await changeRecord('confirm', id);
    const args = ['listen', '--every', '1', '--state', 'place.json'];
    const to = ['--forward', `${program.url}/hook?a=b`, '--secret', secret];
    const first = start([...args, ...to, '--json']);
    await expect.poll(() => first.told.err).toContain('after number 1.');
    expect(first.told.err).toContain(secret);
    await changeRecord('reopen', id);
    await changeRecord('confirm', id);
    await expect.poll(() => first.told.out.match(/\n/g)).toHaveLength(2);
    first.child.kill('SIGINT');
    expect(await first.ended).toMatchObject({ status: 0, err: expect.stringContaining('Trying again.') });

    const page = await (await server.fetch('/events?after=1', server.as(company))).json();
    expect(lines(first.told.out)).toEqual(page.items);
    expect(
      page.items.map(({ sequence, type }: { sequence: number; type: string }) => [sequence, type]),
    ).toEqual([
      [2, 'record.reopened'],
      [3, 'record.confirmed'],
    ]);
    const ids = page.items.map((event: { id: string }) => event.id);
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([ids[0], ids[0], ids[1]]);
    for (const { headers, body } of received) {
      const { 'webhook-id': of, 'webhook-timestamp': seconds, 'webhook-signature': signature } = headers;
      const signed = createHmac('sha256', Buffer.alloc(24, 7))
        .update(`${of}.${seconds}.${body}`)
        .digest('base64');
      expect(signature).toBe(`v1,${signed}`);
    }
    const { id: _, ...event } = page.items[0];
    expect(JSON.parse(received[0]!.body)).toEqual(event);
    expect(JSON.parse(await readFile(join(folder, 'place.json'), 'utf8'))).toEqual({
      server: server.url,
      sequence: 3,
    });

    // What happened meanwhile comes first; a secret is made where none is given.
    await changeRecord('reopen', id);
    const second = start([...args, ...to.slice(0, 2)]);
    await expect.poll(() => second.told.out).toContain('\n');
    second.child.kill('SIGTERM');
    const ended = await second.ended;
    expect(ended.status).toBe(0);
    expect(ended.out).toMatch(/#4 +record\.reopened +receipt +ACME +→ 400\n$/);
    expect(ended.err).toMatch(/whsec_[A-Za-z0-9+/]{32}\n/);
    expect(ended.err).toContain('Event 4 was refused (400)');
  } finally {
    program.close();
  }
});

test('listening goes on by itself where the connection breaks, and says where it cannot', async () => {
  let isBroken = false;
  const between = await listenAs(async (request, response) => {
    if (isBroken) return void request.socket.destroy();
    const headers = { authorization: String(request.headers.authorization) };
    const answer = await fetch(server.url + request.url, { headers });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type')! });
    response.end(await answer.text());
  });
  try {
    const id = await newRecord();
    const environment = { READOUT_URL: between.url, READOUT_API_KEY: key };
    // Beyond what there is: the server was restored.
    const listening = start(['listen', '--json', '--every', '1', '--after', '40'], { environment });
    await expect.poll(() => listening.told.err).toContain('the newest is number 0');
    isBroken = true;
    await expect.poll(() => listening.told.err).toContain('Trying again.');
    await changeRecord('confirm', id);
    isBroken = false;
    await expect.poll(() => listening.told.out).toContain('record.confirmed');
    listening.child.kill();
    expect((await listening.ended).status).toBe(0);
    expect(lines(listening.told.out)).toMatchObject([{ sequence: 1, data: { record: { id } } }]);
  } finally {
    between.close();
  }
  await writeFile(join(folder, 'other.json'), '{"server":"https://other.example","sequence":7}\n');
  await writeFile(join(folder, 'none.json'), '{}');
  for (const [state, why] of [
    ['other.json', 'is for https://other.example'],
    ['none.json', 'is not what --state writes'],
    ['no-such-folder/place.json', 'cannot be written'],
  ] as const)
    expect(await readout(['listen', '--state', state])).toMatchObject({
      status: 1,
      err: expect.stringContaining(why),
    });
  key = await keyFor(['captures:read']);
  expect(await readout(['listen'])).toMatchObject({
    status: 1,
    err: expect.stringContaining('api_key.not_for_this'),
  });
});

test('a key is not sent on to where a server leads', async () => {
  const keys: unknown[] = [];
  const listen = (answer: (path: string) => [status: number, headers: Record<string, string>]) =>
    listenAs((request, response) => {
      keys.push(request.headers.authorization);
      response.writeHead(...answer(request.url ?? '')).end();
    });
  const other = await listen(() => [200, {}]);
  const leading = await listen((path) => [302, { location: `${other.url}${path}` }]);
  const { status, err } = await readout(['list'], {
    environment: { READOUT_URL: leading.url, READOUT_API_KEY: key },
  });
  for (const { close } of [other, leading]) close();
  expect([status, err, keys.length]).toEqual([1, expect.stringContaining('sends elsewhere (302'), 1]);
});
