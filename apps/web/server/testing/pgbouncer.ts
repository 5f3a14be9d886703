import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseAddress } from '@readout/database';

const program = '/usr/sbin/pgbouncer';

export interface StartedPooler {
  port: number;
  start(): Promise<void>;
  kill(): Promise<void>;
  close(): Promise<void>;
}

/**
 * PgBouncer in transaction mode in front of databases, by the name it calls each.
 *
 * @throws Error that says how to install it
 */
export async function startPgBouncer(databases: Record<string, DatabaseAddress>): Promise<StartedPooler> {
  if (!existsSync(program)) throw new Error('This needs PgBouncer: sudo apt-get install -y pgbouncer');
  const folder = await mkdtemp(path.join(tmpdir(), 'readout-pgbouncer-'));
  const port = await freePort();
  const [{ host, user, password }] = Object.values(databases) as [DatabaseAddress];
  // The socket is for whom the database belongs to alone, and PgBouncer does not run as root.
  const owner = statSync(host);
  const files = {
    users: `"${user}" "${password}"\n`,
    // Fewer connections than are wanted at once, so that they change hands.
    'pgbouncer.ini': `[databases]
${Object.entries(databases)
  .map(([name, to]) => `${name} = host=${to.host} port=${to.port} dbname=${to.database} auth_user=${user}`)
  .join('\n')}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/users
pool_mode = transaction
default_pool_size = 3
max_client_conn = 500
`,
  };
  chownSync(folder, owner.uid, owner.gid);
  for (const [name, text] of Object.entries(files)) {
    await writeFile(path.join(folder, name), text, { mode: 0o600 });
    chownSync(path.join(folder, name), owner.uid, owner.gid);
  }
  let child: ChildProcess | undefined;
  const kill = async () => {
    const mine = child;
    child = undefined;
    if (!mine || mine.exitCode !== null || mine.signalCode !== null) return;
    const gone = once(mine, 'exit');
    mine.kill('SIGKILL');
    await gone;
  };
  const start = async () => {
    const mine = spawn(program, ['-q', path.join(folder, 'pgbouncer.ini')], {
      ...(process.getuid?.() === 0 ? { uid: owner.uid, gid: owner.gid } : {}),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    mine.stderr.on('data', (text) => (said += text));
    child = mine;
    while (!(await answers(port))) {
      if (mine.exitCode !== null) throw new Error(`PgBouncer ended:\n${said}`);
      await delay(20);
    }
  };
  const close = async () => {
    await kill();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  return { port, start, kill, close };
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
