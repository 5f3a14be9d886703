import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import {
  canWrite,
  findServerUser,
  handOver,
  handOverFolder,
  linkDatabase,
  type RunUser,
  runsAs,
} from '@readout/database';
import { type Config, rootFolder } from './config.ts';

/** Says of a process started by root that the programs have been put where its user can read them. */
export const movedFlag = '--programs-moved';
/** Where the programs are put, in a view of the files that only this process and those it starts have. */
const movedTo = '/run/readout-programs';
const unshareProgram = '/usr/bin/unshare';

/** What became of root. */
export type GivenUp =
  /** It was not root; or is root no more, for good. */
  | { isRoot: false }
  /** It goes on as root; why, as a sentence that goes on after "since". */
  | { isRoot: true; why: string }
  /** Another process does the work; this one only waits for it. */
  | { instead: ChildProcess };

/**
 * Started as root, becomes an unprivileged user and hands the data over to it: PostgreSQL refuses to run as root, and
 * a server that was taken over should not be. A checkout that only root can reach is put where the user can read it.
 */
export async function giveUpRoot(
  config: Pick<Config, 'dataFolder' | 'backupFolder' | 'https' | 'user'>,
): Promise<GivenUp> {
  if (process.getuid?.() !== 0) {
    await handOver(config.dataFolder);
    return { isRoot: false };
  }
  const user = findServerUser(config.user);
  if (typeof user === 'string') return { isRoot: true, why: user };
  if (!canRead(user)) {
    const instead = process.argv.includes(movedFlag) ? undefined : startElsewhere(config.dataFolder);
    return instead
      ? { instead }
      : { isRoot: true, why: `the user ${user.name} cannot read the programs in ${rootFolder}` };
  }
  try {
    linkDatabase();
    await handOver(config.dataFolder, user);
    if (config.https) {
      mkdirSync(config.https.folder, { recursive: true });
      handOverFolder(config.https.folder, user);
    }
    if (config.backupFolder !== undefined && !existsSync(config.backupFolder)) {
      mkdirSync(config.backupFolder, { recursive: true });
      handOverFolder(config.backupFolder, user);
    }
    if (!canWrite(user, config.dataFolder))
      return { isRoot: true, why: `the user ${user.name} cannot write in ${config.dataFolder}` };
    process.setgroups?.([user.gid]);
    process.setgid?.(user.gid);
    process.setuid?.(user.uid);
  } catch (error) {
    // A container, for instance, may not change owners or users.
    return { isRoot: true, why: `it could not become the user ${user.name} (${(error as Error).message})` };
  }
  return { isRoot: false };
}

function canRead(user: RunUser): boolean {
  const files = [
    path.join(rootFolder, 'node_modules', '.package-lock.json'),
    path.join(rootFolder, 'apps', 'web', 'server', 'main.ts'),
    path.join(rootFolder, 'packages', 'database', 'src', 'index.ts'),
    path.join(rootFolder, 'plugins'),
  ];
  const script = 'node=$1; shift; for file; do test -r "$file" || exit 1; done; exec "$node" --version';
  return runsAs(user, '/bin/sh', ['-c', script, 'sh', realpathSync(process.execPath), ...files]);
}

/** Starts the server once more where everybody can read it; undefined where the system does not let even root do so. */
function startElsewhere(dataFolder: string): ChildProcess | undefined {
  const inside = (file: string): string => path.join(movedTo, path.relative(rootFolder, file));
  const node = realpathSync(process.execPath);
  const main = realpathSync(process.argv[1] ?? '');
  if (![node, main].every((file) => file.startsWith(realpathSync(rootFolder)))) return undefined;
  const unshare = ['--mount', '--propagation', 'slave', '--', '/bin/sh', '-euc'];
  const bind = 'mount --bind "$1" "$2"; cd "$2"; shift 2; exec "$@"';
  try {
    mkdirSync(movedTo, { recursive: true, mode: 0o755 });
  } catch {
    return undefined;
  }
  const test = runsAs(undefined, unshareProgram, [
    ...unshare,
    bind,
    'sh',
    rootFolder,
    movedTo,
    inside(node),
    '--version',
  ]);
  if (!test) return undefined;
  const args = [inside(node), ...process.execArgv, inside(main), ...process.argv.slice(2), movedFlag];
  return spawn(unshareProgram, [...unshare, bind, 'sh', rootFolder, movedTo, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // What was chosen for the folder by its own name.
    env: { ...process.env, READOUT_DATA: dataFolder },
  });
}
