import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/** The operating-system user PostgreSQL runs as. */
export interface RunUser {
  name: string;
  uid: number;
  gid: number;
}

/** Whether this process is root, as which PostgreSQL refuses to run. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The unprivileged user to run PostgreSQL as when this process is root: the owner of the existing data, else of the
 * folder it is to be in, which a server that gave up root made its own and nobody else can look into; else an existing
 * `postgres`, else `nobody`, else a created `readout`. Undefined when this process is not root (it runs
 * PostgreSQL as itself).
 *
 * @param existing - a file of the cluster, if there is one already.
 */
export function findRunUser(existing: string, dataFolder: string): RunUser | undefined {
  if (!isRoot()) return undefined;
  for (const path of [existing, dataFolder]) {
    const owner = statSync(path, { throwIfNoEntry: false });
    if (owner && owner.uid > 0) return { name: `with id ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  }
  const known = lookUp('postgres') ?? lookUp('nobody') ?? lookUp('readout');
  if (known) return known;
  spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'readout']);
  const created = lookUp('readout');
  if (created) return created;
  throw new Error(
    'PostgreSQL does not run as root, and there is no user to run it as: tried postgres and nobody, and could not create readout. ' +
      'Create one with "useradd --system readout", or start Readout as another user.',
  );
}

/**
 * Whom a server that was started by root becomes: the user that is named, else `readout`, which is made where there is
 * none. Not `postgres`, who may own a database of somebody else's.
 *
 * @returns why there is none, where it could not be made
 * @throws Error where the named one does not exist
 */
export function findServerUser(wanted: string | undefined): RunUser | string {
  if (wanted !== undefined) {
    const named = lookUp(wanted);
    if (named) return named;
    throw new Error(`READOUT_USER=${wanted}: there is no such user, or it is root.`);
  }
  const known = lookUp('readout');
  if (known) return known;
  spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'readout']);
  return lookUp('readout') ?? 'there is no user readout, and none could be made with useradd';
}

function lookUp(name: string): RunUser | undefined {
  let accounts: string;
  try {
    accounts = readFileSync('/etc/passwd', 'utf8');
  } catch {
    return undefined;
  }
  for (const line of accounts.split('\n')) {
    const [user, , uid, gid] = line.split(':');
    if (user === name && Number(uid) > 0) return { name, uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

/** Runs a command as the given user (as this process's own without one) and says whether it succeeded. */
export function runsAs(user: RunUser | undefined, command: string, args: string[]): boolean {
  const result = spawnSync(command, args, { ...identity(user), cwd: '/', stdio: 'ignore' });
  return result.status === 0;
}

/** Whether the user can write in the folder, all its parents included. */
export function canWrite(user: RunUser | undefined, folder: string): boolean {
  return runsAs(user, '/bin/sh', ['-c', 'cd "$1" && test -w . && test -r .', 'sh', folder]);
}

/** Options for `spawn` that start a process as the user. */
export function identity(user: RunUser | undefined): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
}
