import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type Jail, jailWays, type Protection, tryJail } from '@readout/image-reader/process/jail';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rootFolder } from '../config.ts';
import type { Attack } from '../testing/attack.ts';

// Code of an attacker in the reader: what the jail alone keeps it from, without Node's own permissions.

const folder = mkdtempSync(path.join(tmpdir(), 'readout-attacked-'));
/** Like the programs, for everybody to read. */
const programFolder = mkdtempSync(path.join(tmpdir(), 'readout-attacking-'));
chmodSync(programFolder, 0o755);
/** Where a mount that succeeds harms nobody. */
const mountPoint = path.join(programFolder, 'mounted');
mkdirSync(mountPoint);
const entry = fileURLToPath(new URL('../testing/compromised-decoder.ts', import.meta.url));
const servers: Server[] = [];
let attack: Attack;

beforeAll(async () => {
  const abstractSocket = `readout-attacked-${process.pid}`;
  const socket = path.join(folder, 'socket');
  const [web] = await Promise.all([listen(0), listen(socket), listen(`\0${abstractSocket}`)]);
  attack = {
    secret: path.join(folder, 'secret'),
    picture: path.join(folder, 'picture'),
    written: path.join(tmpdir(), `readout-written-${process.pid}`),
    host: process.pid,
    port: (web.address() as { port: number }).port,
    socket,
    abstractSocket,
    native: compile(),
  };
  for (const file of [attack.secret, attack.picture]) writeFileSync(file, 'secret', { mode: 0o600 });
});

afterAll(() => {
  for (const server of servers) server.close();
  spawnSync('umount', [mountPoint], { stdio: 'ignore' });
  for (const each of [folder, programFolder]) rmSync(each, { recursive: true, force: true });
});

async function listen(where: number | string): Promise<Server> {
  const server = createServer((socket) => socket.end());
  servers.push(server);
  await new Promise<void>((resolve) => {
    if (typeof where === 'number') server.listen(where, '127.0.0.1', resolve);
    else server.listen(where, resolve);
  });
  return server;
}

/** @returns a library that attacks when it is loaded; undefined where there is no compiler */
function compile(): string | undefined {
  const library = path.join(programFolder, 'attack.node');
  const source = fileURLToPath(new URL('../testing/compromised-decoder.c', import.meta.url));
  const { status } = spawnSync(process.env.CC ?? 'cc', ['-shared', '-fPIC', '-o', library, source], {
    stdio: 'ignore',
  });
  return status === 0 ? library : undefined;
}

/** What came of each attempt: 'done', or the code it was refused with. */
async function attackFrom(jail: Jail): Promise<Record<string, string>> {
  const programs = ['apps/web/server/testing', 'node_modules', 'package.json'].map((name) =>
    path.join(rootFolder, name),
  );
  const { file, args, input } = jail.wrap([process.execPath, entry, JSON.stringify(attack)], {
    readable: [process.execPath, ...programs, ...(attack.native ? [attack.native] : [])],
    dataMb: 1024,
  });
  const child = spawn(file, args, {
    ...jail.user,
    env: {
      ATTACK_SECRET: attack.secret,
      ATTACK_PORT: String(attack.port),
      ATTACK_PID: String(attack.host),
      ATTACK_MOUNT: mountPoint,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(output, errors).toMatch(/^\{/);
  const { uid, ...results } = JSON.parse(output) as Record<string, string> & { uid: number };
  // `unshare` calls it root of its own namespaces; outside it is the stranger.
  if (process.getuid?.() === 0 && jail.way !== 'unshare' && jail.lacks.user === undefined)
    expect(uid).not.toBe(0);
  const native = attack.native
    ? [...errors.matchAll(/^(\w+) (\d+)$/gm)].map(([, name, code]) => [
        `native ${name}`,
        code === '0' ? 'done' : `errno ${code}`,
      ])
    : [];
  if (attack.native) expect(native, errors).toHaveLength(12);
  return { ...results, ...Object.fromEntries(native) };
}

/** What each protection keeps from an attacker, by itself. */
const kept: Record<Protection, string[]> = {
  user: [
    'secret',
    'pictureOfAnother',
    'kill',
    'environment',
    'socket',
    'native secret',
    'native kill',
    'native ptrace',
    'native process_vm_readv',
    'native environ',
    'native memory',
  ],
  privileges: ['setuid', 'native setuid', 'native mount'],
  limits: ['write'],
  files: [
    'secret',
    'pictureOfAnother',
    'passwords',
    'write',
    'programs',
    'socket',
    'environment',
    'native secret',
    'native write',
    'native environ',
    'native memory',
  ],
  network: ['web', 'abstractSocket', 'native connect'],
  processes: [
    'kill',
    'environment',
    'native kill',
    'native ptrace',
    'native process_vm_readv',
    'native environ',
    'native memory',
  ],
  'system calls': ['process', 'native fork', 'native unshare', 'native ptrace'],
};

const jails = jailWays.map((way) => ({ way, jail: tryJail(way) }));

for (const { way, jail } of jails) {
  if (typeof jail === 'string') {
    console.log(`This machine has no jail by ${way}: ${jail}.`);
    continue;
  }
  const missing = Object.keys(jail.lacks);
  test(`a decoder taken over in a jail by ${way}${missing.length > 0 ? ` (without ${missing.join(', ')})` : ''} is kept from what it tries for`, async () => {
    const results = await attackFrom(jail);
    // Where a stranger cannot reach the programs, root stays root, and there is nothing to become.
    const isRoot = process.getuid?.() === 0 && jail.lacks.user !== undefined && way === 'setpriv';
    for (const [protection, attempts] of Object.entries(kept)) {
      if (jail.lacks[protection as Protection] !== undefined) continue;
      for (const attempt of attempts) {
        if (attempt.startsWith('native') && !attack.native) continue;
        if (isRoot && attempt.endsWith('setuid')) continue;
        expect(results[attempt], `${protection} keeps from ${attempt}`).toMatch(/^(?!done$)./);
      }
    }
  });
}
