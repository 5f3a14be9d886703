import { spawnSync } from 'node:child_process';
import { accessSync, constants, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type Jail, type JailWay, jailWays, type Protection } from './jail-types.ts';
import { programsOf, recipes } from './recipes.ts';

/**
 * Whom processes that decode run as where their host is root: a number that no account has (systemd's user ranges leave
 * it free).
 */
const strangerId = 65_533;
const probeTimeoutMs = 20_000;
const folders = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin', '/run/current-system/sw/bin'];

let found: Jail | undefined;

/** The strongest jail this machine has: tried once, which takes a few tenths of a second, and then kept. */
export function findJail(): Jail {
  found ??= strongest(jailWays);
  return found;
}

/** None: to measure what a jail costs, or a process that has to see itself. */
export const noJail = (): Jail =>
  recipes.none({ programs: [], user: undefined, failures: ['not asked for'] });

/** The jail of one way, whatever else there is, or why the machine does not have it. */
export function tryJail(way: JailWay): Jail | string {
  const failures: string[] = [];
  return jailBy(way, failures) ?? failures.join('; ');
}

function strongest(allowed: readonly JailWay[]): Jail {
  const failures: string[] = [];
  for (const way of allowed) {
    const jail = jailBy(way, failures);
    if (jail) return jail;
  }
  return recipes.none({ programs: [], user: undefined, failures });
}

function jailBy(way: JailWay, failures: string[]): Jail | undefined {
  if (process.platform !== 'linux' && way !== 'none') {
    if (way === 'bubblewrap') failures.push(`there is no jail for ${process.platform}`);
    return undefined;
  }
  const programs = programsOf[way].map((name) => ({ name, path: findProgram(name) }));
  const missing = programs.filter(({ path }) => path === undefined).map(({ name }) => name);
  if (missing.length > 0) {
    failures.push(`${missing.join(', ')} not installed`);
    return undefined;
  }
  const paths = programs.map(({ path }) => path as string);
  const problems = new Set<string>();
  for (const user of process.getuid?.() === 0
    ? [{ uid: strangerId, gid: strangerId }, undefined]
    : [undefined]) {
    const jail = recipes[way]({ programs: paths, user, failures: [...failures] });
    const problem = tryOut(jail);
    if (problem === undefined) return jail;
    problems.add(problem);
  }
  failures.push(`${way} does not work (${[...problems].join('; ')})`);
  return undefined;
}

function findProgram(name: string): string | undefined {
  return folders
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Has Node look around in the jail. @returns what is wrong, in a few words; undefined: nothing */
function tryOut(jail: Jail): string | undefined {
  const node = realpathSync(process.execPath);
  const holds = (name: Protection): boolean => jail.lacks[name] === undefined;
  const expected = { files: holds('files'), network: holds('network'), calls: holds('system calls') };
  const { file, args, input } = jail.wrap([node, '-e', lookAround, JSON.stringify(expected)], {
    readable: [node],
    dataMb: 1024,
  });
  const { status, stderr, error } = spawnSync(file, args, {
    env: {},
    encoding: 'utf8',
    timeout: probeTimeoutMs,
    stdio: ['pipe', 'ignore', 'pipe'],
    input: input ?? '',
    ...jail.user,
  });
  if (status === 0) return undefined;
  return error?.message ?? (stderr.trim().split('\n').at(-1) || `status ${status}`);
}

const lookAround = `
const { existsSync } = require('node:fs');
const { networkInterfaces } = require('node:os');
const { spawnSync } = require('node:child_process');
const expected = JSON.parse(process.argv[1]);
const networks = () => {
  try {
    return Object.values(networkInterfaces()).flat().filter(({ internal }) => !internal);
  } catch {
    return [];
  }
};
const wrong = [
  ...(expected.files && existsSync('/etc') ? ['files can be seen'] : []),
  ...(expected.network && networks().length > 0 ? ['the network can be seen'] : []),
  ...(expected.calls && spawnSync(process.execPath, ['-v']).error?.code !== 'EPERM' ? ['processes can be started'] : []),
];
if (wrong.length > 0) {
  console.error(wrong.join(', '));
  process.exitCode = 1;
}`;
