import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Started {
  script: ChildProcess;
  origin: string;
  output: string;
}

let folder: string;
const scripts: ChildProcess[] = [];
/** A first start that Ctrl-C ended, before an account was made: most of its time goes into the database. */
let firstStart: { folder: string; output: string; ended: Ended };

const makeFolder = () => mkdtempSync(path.join(tmpdir(), 'readout-start-'));
beforeAll(async () => {
  folder = makeFolder();
  const { script, origin, output } = await start();
  expect(origin, output).not.toBe('');
  firstStart = { folder, output, ended: await end(script, 'SIGINT') };
});
beforeEach(() => {
  folder = makeFolder();
  spawnSync('cp', ['-a', `${firstStart.folder}/.`, folder]);
});
afterEach(async () => {
  await stop();
  await until('nothing runs any more', () => processes().length === 0);
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => rmSync(firstStart?.folder ?? folder, { recursive: true, force: true }));

async function stop(): Promise<void> {
  for (const script of scripts.splice(0))
    if (script.exitCode === null && script.signalCode === null) await end(script, 'SIGTERM');
}

interface Ended {
  status: number | null;
  /** Processes that are still there. */
  left: number[];
}
const nothingLeft: Ended = { status: 0, left: [] };

async function end(script: ChildProcess, signal: NodeJS.Signals): Promise<Ended> {
  script.kill(signal);
  const [status] = (await once(script, 'exit')) as [number | null];
  return { status, left: processes() };
}

/** Runs the start script on a free port, without the reader, and waits until it says that it is ready or ends. */
async function start(...flags: string[]): Promise<Started> {
  const script = spawn(process.execPath, [path.join(root, 'scripts/start.js'), '--no-build', ...flags], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: '0',
      READOUT_HTTPS_PORT: '0',
      READOUT_HTTPS_FOLDER: path.join(folder, 'https'),
      READOUT_DATA: folder,
      READOUT_ROLE: 'web',
      READOUT_TEST_CLUSTER: '',
      NODE_OPTIONS: '',
    },
  });
  scripts.push(script);
  let output = '';
  const origin = await new Promise<string>((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /ready at (https?:\/\/localhost:\d+)/.exec(output)?.[1];
      if (address) resolve(address);
    };
    script.stdout?.on('data', read);
    script.stderr?.on('data', read);
    script.once('close', () => resolve(''));
  });
  return { script, origin, output };
}

/** Status of a page, or of what is posted to it, for a client that trusts this authority besides nothing. */
async function statusOf(
  address: string,
  authority: string | undefined,
  posted?: object,
): Promise<number | undefined> {
  const asked = request(address, {
    ca: authority ?? [],
    agent: false,
    ...(posted ? { method: 'POST', headers: { 'content-type': 'application/json' } } : {}),
  });
  asked.end(posted ? JSON.stringify(posted) : undefined);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

/** Processes of the server and its database on this test's folder. */
function processes(): number[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter((line) => line.includes(folder))
    .map((line) => Number.parseInt(line, 10));
}

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(holds, { message: what }).toBe(true);
}

async function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/readyz`).then(
    (response) => response.ok,
    () => false,
  );
}

/** Process of the server itself, a child of the start script. */
function serverOf(script: ChildProcess): number {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(script.pid)], { encoding: 'utf8' });
  return Number.parseInt(stdout, 10);
}

const postmaster = () =>
  Number.parseInt(readFileSync(path.join(folder, 'postgres/cluster/postmaster.pid'), 'utf8'), 10);

async function signUp(origin: string): Promise<Response> {
  return fetch(`${origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Ada',
      email: 'ada@example.com',
      password: 'correct horse battery',
      companyName: 'Acme',
      termsVersion: '1',
      privacyVersion: '1',
    }),
  });
}

async function signIn(
  origin: string,
  account = { email: 'ada@example.com', password: 'correct horse battery' },
): Promise<number> {
  const response = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  return response.status;
}

test('a first start says where it is, what to do, how others get there, and the set-up code; Ctrl-C stops everything', () => {
  expect(firstStart.output).toMatch(
    // Before it at most what the system did not grant: giving root up, or a part of the jail of decoders.
    /^(?:.*\n){0,2}Readout is ready at http:\/\/localhost:\d+: open it and sign up; .*\nOnly this machine reaches it\. .*\n.*[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}\n$/,
  );
  expect(firstStart.ended).toEqual(nothingLeft);
});

test('an account outlives a second server, which is refused even while the database is frozen, and kill -9 of server and database at once; SIGTERM stops everything', async () => {
  const first = await start();
  expect((await signUp(first.origin)).status).toBe(200);
  // Silent is not gone: neither may a database that answers nobody be replaced under its server.
  const silent = postmaster();
  process.kill(silent, 'SIGSTOP');
  const refused = await start();
  process.kill(silent, 'SIGCONT');
  expect(refused.origin).toBe('');
  expect(refused.output).toContain(`Another Readout server uses the data in ${folder}`);
  expect(postmaster()).toBe(silent);
  expect(await isReady(first.origin)).toBe(true);

  process.kill(postmaster(), 'SIGKILL');
  process.kill(serverOf(first.script), 'SIGKILL');
  await once(first.script, 'exit');
  const next = await start();
  expect(next.output).toMatch(/ready at http:\/\/localhost:\d+: open it and sign in\./);
  expect(next.output).not.toContain('Set-up code');
  expect(await signIn(next.origin)).toBe(200);
  expect(await end(next.script, 'SIGTERM')).toEqual(nothingLeft);
});

test('--https encrypts with a certificate a device can come to trust, the plain port only leads there; --demo makes its company and says how to sign in', async () => {
  const { origin, output } = await start('--https', '--demo');
  expect(origin).toMatch(/^https:/);
  const [, plain = ''] = /It opens (http:\S+)\/trust,/.exec(output) ?? [];
  expect(output, 'a QR code').toMatch(/[█▀▄]{5}/);
  const page = await (await fetch(`${plain}/trust`)).text();
  const [, shown = ''] = /((?:[0-9A-F]{2}:){31}[0-9A-F]{2})/.exec(page.replaceAll('<wbr>', '')) ?? [];
  expect(output).toContain(shown);
  const der = Buffer.from(await (await fetch(`${plain}/trust/readout-authority.crt`)).arrayBuffer());
  const authority = new X509Certificate(der);
  expect(authority.fingerprint256).toBe(shown);
  expect(await statusOf(`${origin}/auth/sign-in`, authority.toString())).toBe(200);
  await expect(statusOf(`${origin}/auth/sign-in`, undefined)).rejects.toThrow(/self-signed certificate/);

  const there = await fetch(`${plain}/camera?x=1`, { redirect: 'manual' });
  expect(there.status).toBe(307);
  expect(new URL(there.headers.get('location') ?? '')).toMatchObject({
    protocol: 'https:',
    hostname: new URL(plain).hostname,
    port: new URL(origin).port,
    pathname: '/camera',
    search: '?x=1',
  });
  const posted = await fetch(`${plain}/api/auth/sign-in/email`, { method: 'POST', body: '{}' });
  expect(posted.status).toBe(403);

  const door = `${origin}/api/auth/sign-in/email`;
  expect(await statusOf(door, authority.toString(), accountIn(output))).toBe(200);
  const [, task] = /\nBegin with (\S+): something in it is in doubt\.\n/.exec(output) ?? [];
  expect(task).toMatch(new RegExp(`^${origin}/app/[0-9a-f-]{36}$`));
});

/** Whom a demonstration says to sign in as. */
function accountIn(output: string): { email: string; password: string } {
  const [, email = '', password = ''] = /Sign in as (\S+) with password (\S+?)[;.]/.exec(output) ?? [];
  return { email, password };
}

// `npm run test:long`
if (process.env.READOUT_LONG_TESTS) {
  test('kill -9 of the start script does not leave the server behind', async () => {
    const { script } = await start();
    await end(script, 'SIGKILL');
    await until('server and database have stopped', () => processes().length === 0);
  });

  test('after kill -9 of the server the next start takes over its database, and nothing is lost', async () => {
    const first = await start();
    expect((await signUp(first.origin)).status).toBe(200);
    process.kill(serverOf(first.script), 'SIGKILL');
    await once(first.script, 'exit');
    expect(processes()).toContain(postmaster());
    const second = await start();
    expect(second.origin, second.output).not.toBe('');
    expect(await signIn(second.origin)).toBe(200);
  });

  test('a database that dies is started again, and requests that come meanwhile wait for it', async () => {
    const { origin } = await start();
    expect((await signUp(origin)).status).toBe(200);
    const dead = postmaster();
    process.kill(dead, 'SIGKILL');
    await until('another postmaster runs', () => {
      try {
        return postmaster() !== dead;
      } catch {
        return false;
      }
    });
    await until('requests are answered again', () => isReady(origin));
    expect(await signIn(origin)).toBe(200);
  });

  test('--demo makes its company once and says each time how to sign in', async () => {
    const first = await start('--demo');
    await end(first.script, 'SIGTERM');
    const second = await start('--demo');
    expect(accountIn(second.output)).toEqual(accountIn(first.output));
    expect(second.output).not.toContain('Begin with');
    expect(await signIn(second.origin, accountIn(second.output))).toBe(200);
  });

  test('--demo leaves an installation of one’s own alone', async () => {
    const own = await start();
    expect((await signUp(own.origin)).status).toBe(200);
    await end(own.script, 'SIGTERM');
    const refused = await start('--demo');
    expect(refused.output).toContain('holds an installation of its own');
  });
}
