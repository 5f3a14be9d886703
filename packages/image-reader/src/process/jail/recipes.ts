import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Jail, JailedUser, JailWay } from './jail-types.ts';
import { isFiltered, seccompFilter } from './seccomp-filter.ts';
import { coverable, systemLoader, viewOf, viewScript } from './view.ts';

/** What a way is made from. */
export interface Ingredients {
  /** Where each of its programs is, in the order of {@link programsOf}. */
  programs: readonly string[];
  user: JailedUser | undefined;
  /** Why stronger ways could not be had. */
  failures: readonly string[];
}

export const programsOf: Record<JailWay, readonly string[]> = {
  bubblewrap: ['bwrap', 'prlimit'],
  unshare: ['unshare', 'setpriv', 'prlimit', 'mount', 'pivot_root'],
  setpriv: ['setpriv', 'prlimit'],
  none: [],
};

const maxOpenFiles = 256;
/** Only where the user is nobody else's: otherwise the threads of the host would count. */
const maxThreads = 1024;

/** Whether settings of the kernel are shown read-only, as containers have them; proc(5), mountinfo. */
function areSettingsReadOnly(): boolean {
  try {
    return /^\S+ \S+ \S+ \S+ \/proc\/sys ro[, ]/m.test(readFileSync('/proc/self/mountinfo', 'utf8'));
  } catch {
    return false;
  }
}

/** No dumps, which would hold the picture, and no file grows, wherever it may be. */
function limited(prlimit: string, dataMb: number, user?: JailedUser): [file: string, ...args: string[]] {
  return [
    prlimit,
    ...[
      '--core=0',
      '--fsize=0',
      `--nofile=${maxOpenFiles}`,
      `--data=${Number.isFinite(dataMb) ? dataMb * 2 ** 20 : 'unlimited'}`,
    ],
    ...(user ? [`--nproc=${maxThreads}`] : []),
    '--',
  ];
}

/** In namespaces the server's own user is enough, unless it is root: then its files would count as root's. */
const withinNamespaces = (user: JailedUser | undefined): Jail['lacks'] =>
  process.getuid?.() === 0 && !user
    ? { user: 'its own user could not be had, it is root without any privileges' }
    : {};

const withoutNamespaces = (user: JailedUser | undefined): Jail['lacks'] =>
  user ? {} : { user: 'it is the user of the server, which only a start as root can change' };

/** Makes a jail of each way; whether it works has to be tried. */
export const recipes: Record<JailWay, (from: Ingredients) => Jail> = {
  bubblewrap({ programs, user }) {
    const [bwrap, prlimit] = programs as [string, string];
    const filter = isFiltered(process.arch) ? seccompFilter(process.arch) : undefined;
    return {
      way: 'bubblewrap',
      user,
      lacks: {
        ...withinNamespaces(user),
        ...(filter ? {} : { 'system calls': `there is no filter for ${process.arch}` }),
      },
      wrap(command, { readable, dataMb }) {
        const view = viewOf(readable);
        const [file, ...args] = [
          ...limited(prlimit, dataMb),
          bwrap,
          ...['--unshare-user', '--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts'],
          ...['--unshare-cgroup-try', '--cap-drop', 'ALL', '--hostname', 'reader'],
          // It writes a setting; where those are read-only, the filter refuses namespaces all the same.
          ...(filter && areSettingsReadOnly() ? [] : ['--disable-userns']),
          ...['--die-with-parent', '--new-session'],
          ...view.files.flatMap((pair) => ['--ro-bind', ...pair]),
          ...view.devices.flatMap((pair) => ['--dev-bind', ...pair]),
          ...['--remount-ro', '/', '--chdir', '/'],
          ...(filter ? ['--seccomp', '0'] : []),
          '--',
          ...command,
        ];
        return { file: file!, args, input: filter };
      },
    };
  },
  unshare({ programs, user, failures }) {
    const [unshare, setpriv, prlimit, mount] = programs as [string, string, string, string];
    return {
      way: 'unshare',
      user,
      lacks: { ...withinNamespaces(user), 'system calls': failures.join('; ') },
      wrap(command, { readable, dataMb }) {
        const { loader, libraries } = systemLoader();
        // Who makes the view has to be its root; only then can privileges be dropped.
        const view = viewOf([...readable, setpriv, join(libraries, 'libcap-ng.so.0')]);
        const [file, ...args] = [
          ...limited(prlimit, dataMb),
          ...[setpriv, '--pdeathsig', 'KILL'],
          ...[unshare, '--user', '--map-root-user', '--mount', '--net', '--pid', '--ipc', '--uts'],
          ...['--fork', '--kill-child=SIGKILL'],
          ...['/bin/sh', '-euc', viewScript, 'sh', coverable(view.files), loader, libraries, mount],
          ...[...view.files, ...view.devices].flat(),
          '--',
          ...[setpriv, '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all'],
          ...['--pdeathsig', 'KILL'],
          ...command,
        ];
        return { file: file!, args, input: undefined };
      },
    };
  },
  setpriv({ programs, user, failures }) {
    const [setpriv, prlimit] = programs as [string, string];
    const why = failures.join('; ');
    return {
      way: 'setpriv',
      user,
      lacks: { ...withoutNamespaces(user), files: why, network: why, processes: why, 'system calls': why },
      wrap(command, { dataMb }) {
        const [file, ...args] = [
          ...limited(prlimit, dataMb, user),
          ...[setpriv, '--no-new-privs', '--inh-caps=-all', '--pdeathsig', 'KILL'],
          // Root that stays root is at least without privileges.
          ...(process.getuid?.() === 0 && !user ? ['--bounding-set=-all', '--ambient-caps=-all'] : []),
          ...command,
        ];
        return { file: file!, args, input: undefined };
      },
    };
  },
  none({ user, failures }) {
    const why = failures.join('; ');
    return {
      way: 'none',
      user,
      lacks: {
        ...withoutNamespaces(user),
        ...{ privileges: why, limits: why, files: why, network: why, processes: why, 'system calls': why },
      },
      wrap: ([file, ...args]) => ({ file: file!, args, input: undefined }),
    };
  },
};
