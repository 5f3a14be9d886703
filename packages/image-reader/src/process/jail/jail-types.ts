/** What keeps a decoder that was taken over from reaching anything; each holds by itself. */
export const protections = [
  'user',
  'privileges',
  'limits',
  'files',
  'network',
  'processes',
  'system calls',
] as const;
export type Protection = (typeof protections)[number];

/** Ways to shut a process in, the strongest first. */
export const jailWays = ['bubblewrap', 'unshare', 'setpriv', 'none'] as const;
export type JailWay = (typeof jailWays)[number];

export interface JailedUser {
  uid: number;
  gid: number;
}

/** How processes that decode are shut in on this machine. */
export interface Jail {
  way: JailWay;
  /** Protections that could not be had, with why in a few words. */
  lacks: Partial<Record<Protection, string>>;
  /** The user to start the command as, where it is not the host's own. */
  user: JailedUser | undefined;
  /** The command that runs `command` in the jail, where folders have the names they have outside. */
  wrap(command: readonly string[], options: WrapOptions): JailedCommand;
}

export interface WrapOptions {
  /** Files and folders that may be read, besides libraries. */
  readable: readonly string[];
  /** Megabytes of memory the process may write to. */
  dataMb: number;
}

export interface JailedCommand {
  file: string;
  args: string[];
  /** What has to come over its standard input, then its end; undefined: nothing. */
  input: Buffer | undefined;
}
