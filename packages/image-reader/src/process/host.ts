import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ImageError, type ImageErrorCode, ReaderLostError } from '../errors.ts';
import { findJail } from './jail/jail.ts';
import type { Jail } from './jail/jail-types.ts';
import type { ChildMessage, InitMessage, JobMessage, PlainError } from './protocol.ts';

export interface ChildReaderOptions {
  /** Module that calls `serveJobs`. */
  entry: URL;
  /**
   * Milliseconds of processor time a job may take before its process is killed, where it is not given less; and milliseconds
   * without getting on after which a process counts as hung. On a busy machine a process gets on slowly and goes on; a system
   * that does not tell processor time (no /proc) counts all of the time as without getting on.
   */
  timeoutMs: number;
  /** Milliseconds the child may take to get ready; default 60,000. */
  startTimeoutMs?: number;
  /** Resident megabytes after a job from which on the process is replaced by a fresh one. */
  maxRssMb: number;
  /** Resident megabytes in the middle of a job at which the process is killed; default three times `maxRssMb`. */
  killRssMb?: number;
  /** What shuts the child in; default: the strongest this machine has. */
  jail?: Jail;
  /** Plain data the child gets before anything else, at every start: what it may not load for itself. */
  init?: unknown;
  /** More arguments for the child's Node. */
  execArgv?: string[];
}

/** What one job may cost, and who is told what it did. */
export interface JobLimits {
  /** Milliseconds of processor time, of all threads together, at which the process is killed; the job itself may lower them. */
  cpuMs?: number;
  /** Milliseconds without getting on after which it counts as hung, where that is not what the process was made with. */
  timeoutMs?: number;
  /** Told once, however the job ends: milliseconds of processor time it took. */
  onCost?: (cpuMs: number) => void;
}

/** A reader in a process of its own; one job at a time, further ones wait in order. */
export interface ChildReader {
  /**
   * Runs a job.
   *
   * @param job plain data; typed arrays are copied
   * @returns what the child's handler returned
   * @throws ImageError as the child threw it, or `reader.timed_out`, `reader.over_budget`, `reader.crashed`; where that is
   *   nothing the job did it is a {@link ReaderLostError}
   */
  run(job: unknown, limits?: JobLimits): Promise<unknown>;
  /** Starts the child now rather than at the first job. */
  warmUp(): Promise<void>;
  /** Process id of the child, while one runs. */
  pid(): number | undefined;
  /** Resident bytes of the child and what it started; 0 where none runs or the system does not tell. */
  memoryBytes(): Promise<number>;
  /** Once the jobs asked for before are done, replaces the child by one that gets this `init`. */
  renew(init: unknown): Promise<void>;
  /** Lets the running job fail and ends the child. */
  close(): Promise<void>;
}

interface Child {
  process: ChildProcess;
  ready: Promise<void>;
  /** Resolves when the process is gone. */
  gone: Promise<{
    /** In words. */
    why: string;
    /** By a signal that ends any process, which this one does not send itself. */
    isKilled: boolean;
  }>;
}

/**
 * All the child gets. Settings of glibc's malloc: it gives every thread an arena of its own; two are enough. And it keeps
 * what once was large on its heap; blocks from 4 MiB (pictures, tensors) are mapped and given back by themselves, and
 * the heap is trimmed from 16 MiB of free space. Mapped from 1 MiB, 40 pictures of bench/memory took 258 MB in place of
 * 303 MB at their end and 414 MB in place of 429 MB at most, and 92 s of processor time in place of 73 s: what is given
 * back has to be had again. And ONNX Runtime is told to report to nobody.
 */
const childEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(4 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(16 * 1024 * 1024),
  ORT_DISABLE_TELEMETRY: '1',
};
/** Megabytes that a process at its largest may hold and have written to, beside what is resident. */
const dataReserveMb = 2048;
/** Milliseconds between two looks at the memory and processor time of a child at work. */
const usageCheckMs = 500;
/** Part of the time it may go without getting on that a process has to have a core for: a fiftieth of what load 40 on two cores leaves it. */
const leastShare = 0.001;
/** Characters of the child's last words kept for the error's cause. */
const stderrKept = 4_000;

/**
 * Runs hostile work in a Node child with an empty environment (but for settings of its own) and Node's permission model:
 * it reads the programs, writes nothing, starts no process and has no network. The native parts inside it (libvips, ONNX
 * Runtime) are outside that model; they are bound by the jail around the process, which holds no secret and costs one job.
 */
export function createChildReader(given: ChildReaderOptions): ChildReader {
  let options = given;
  let child: Child | undefined;
  let closing = false;
  let jobs = 0;
  let queue: Promise<unknown> = Promise.resolve();

  function current(): Child {
    child ??= start(options);
    const mine = child;
    void mine.gone.then(() => {
      if (child === mine) child = undefined;
    });
    return child;
  }

  async function runNow(job: unknown, limits: JobLimits): Promise<unknown> {
    if (closing) throw new ReaderLostError('stopping');
    const mine = current();
    await mine.ready;
    const answer = await ask(mine, { id: ++jobs, job }, options, limits).catch((error: unknown) => {
      throw closing ? new ReaderLostError('stopping', { cause: error }) : error;
    });
    // Looked at from outside as well: in a jail a process may not see itself.
    const seen = await usageOf(mine.process.pid);
    if (Math.max(answer.rssMb, seen.rssMb) > options.maxRssMb) {
      child = undefined;
      await end(mine.process);
      // The next job finds it warm.
      if (!closing) current().ready.catch(() => {});
    }
    if (answer.kind === 'error') throw revive(answer.error);
    return answer.result;
  }

  return {
    run(job, limits = {}) {
      const result = queue.then(() => runNow(job, limits));
      queue = result.catch(() => {
        // A crash or timeout took the process: have the next one warm when its job comes.
        if (!closing && child === undefined) current().ready.catch(() => {});
      });
      return result;
    },
    warmUp: () => current().ready,
    pid: () => child?.process.pid,
    memoryBytes: async () => (child ? (await usageOf(child.process.pid)).rssMb * 2 ** 20 : 0),
    renew(init) {
      const renewed = queue.then(async () => {
        options = { ...options, init };
        const last = child;
        child = undefined;
        if (last !== undefined) await end(last.process);
      });
      queue = renewed;
      return renewed;
    },
    async close() {
      closing = true;
      const last = child;
      child = undefined;
      if (last !== undefined) await end(last.process);
    },
  };
}

function start(options: ChildReaderOptions): Child {
  const jail = options.jail ?? findJail();
  const entry = fileURLToPath(options.entry);
  const node = realpathSync(process.execPath);
  const programs = programsFor(entry);
  const { file, args, input } = jail.wrap(
    [node, ...permissions(programs), ...(options.execArgv ?? []), entry],
    { readable: [node, ...programs], dataMb: killRssMb(options) + dataReserveMb },
  );
  const forked = spawn(file, args, {
    ...jail.user,
    env: childEnvironment,
    serialization: 'advanced',
    stdio: [input ? 'pipe' : 'ignore', 'ignore', 'pipe', 'ipc'],
    // Ctrl-C reaches the whole group of processes, and the ones around the child would end at it.
    detached: jail.way !== 'none',
  });
  forked.stdin?.on('error', () => {}).end(input);
  let lastWords = '';
  forked.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-stderrKept);
  });
  const gone: Child['gone'] = new Promise((resolve) => {
    forked.once('error', (error) => resolve({ why: error.message, isKilled: false }));
    forked.once('exit', (code, signal) => {
      const tell = (): void =>
        resolve({
          why: `${signal ?? `exit status ${code}`}\n${lastWords}`.trim(),
          isKilled: signal === 'SIGKILL' || signal === 'SIGTERM',
        });
      // Not on `close`: it never comes where the host has closed the channel itself.
      if (forked.stderr?.closed === false) forked.stderr.once('close', tell);
      else tell();
    });
  });
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      forked.kill('SIGKILL');
      reject(notStarted(`not ready in time\n${lastWords}`));
    }, options.startTimeoutMs ?? 60_000);
    forked.once('message', (message: ChildMessage) => {
      clearTimeout(timer);
      if (message.kind === 'ready') resolve();
      else if (message.kind === 'failed-to-start') {
        forked.kill('SIGKILL');
        reject(notStarted(message.error.message));
      }
    });
    void gone.then(({ why }) => {
      clearTimeout(timer);
      reject(notStarted(why));
    });
  });
  // Where it cannot be delivered the process is gone, and `gone` says why.
  forked.send({ init: options.init } satisfies InitMessage, () => {});
  // Nobody may be waiting yet; a job that comes sees the same rejection.
  ready.catch(() => {});
  return { process: forked, ready, gone };
}

type Answer = Extract<ChildMessage, { kind: 'result' | 'error' }>;

async function ask(
  child: Child,
  message: JobMessage,
  options: ChildReaderOptions,
  { cpuMs = options.timeoutMs, timeoutMs = options.timeoutMs, onCost }: JobLimits,
): Promise<Answer> {
  let budgetMs = cpuMs;
  const { process: forked } = child;
  const before = await usageOf(forked.pid);
  let spentMs = 0;
  /** When it was last seen to get on, and what it had spent by then. */
  let last = { at: performance.now(), spentMs: 0 };
  const look = async (): Promise<number> => {
    const now = await usageOf(forked.pid);
    // A process that is gone, or a system without /proc, says nothing.
    spentMs = Math.max(spentMs, now.cpuMs - before.cpuMs);
    if (spentMs - last.spentMs >= timeoutMs * leastShare) last = { at: performance.now(), spentMs };
    return now.rssMb;
  };
  const asked = new Promise<Answer>((resolve, reject) => {
    const settle = (finish: () => void): void => {
      clearInterval(usage);
      forked.off('message', received);
      finish();
    };
    /** Rejects only once the process is gone, so that the next job never meets it. */
    const kill = (error: ImageError): void => {
      killedFor ??= error;
      forked.kill('SIGKILL');
    };
    let killedFor: ImageError | undefined;
    const usage = setInterval(() => {
      void look().then((mb) => {
        if (mb > killRssMb(options)) kill(crashed(`${Math.round(mb)} MB resident`));
        if (spentMs > budgetMs) kill(overBudget(budgetMs));
        if (performance.now() - last.at > timeoutMs) kill(hung(timeoutMs));
      });
    }, usageCheckMs);
    const received = (answer: ChildMessage): void => {
      if (answer.kind === 'budget' && answer.id === message.id) budgetMs = Math.min(budgetMs, answer.cpuMs);
      if ((answer.kind === 'result' || answer.kind === 'error') && answer.id === message.id) {
        settle(() => resolve(answer));
      }
    };
    forked.on('message', received);
    void child.gone.then(({ why, isKilled }) =>
      settle(() =>
        reject(
          killedFor ?? (isKilled ? new ReaderLostError('killed', { cause: new Error(why) }) : crashed(why)),
        ),
      ),
    );
    forked.send(message, (error) => {
      if (error === null) return;
      // The process is going: it never saw the job, which is not to blame, and `gone` says why.
      if (channelCodes.has((error as NodeJS.ErrnoException).code ?? '')) forked.kill('SIGKILL');
      // The job is no plain data.
      else kill(crashed(error.message));
    });
  });
  try {
    return await asked;
  } finally {
    await look();
    onCost?.(spentMs);
  }
}

const killRssMb = (options: ChildReaderOptions): number => options.killRssMb ?? options.maxRssMb * 3;

/** Clock ticks a second in /proc (proc(5)): 100 on every architecture Node runs on. */
const ticksPerSecond = 100;

/** Resident memory and processor time of a process and those it started; 0 where the system does not say (no /proc). */
async function usageOf(pid: number | undefined): Promise<{ rssMb: number; cpuMs: number }> {
  const [status = '', stat = '', children = ''] = await Promise.all(
    ['status', 'stat', `task/${pid}/children`].map((name) =>
      readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => ''),
    ),
  );
  // What stands before the last bracket is the program's name, whatever is in it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const own = {
    rssMb: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024,
    cpuMs: ((Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 1000) / ticksPerSecond,
  };
  const started = await Promise.all(children.trim().split(' ').filter(Boolean).map(Number).map(usageOf));
  return started.reduce(
    (sum, each) => ({ rssMb: sum.rssMb + each.rssMb, cpuMs: sum.cpuMs + each.cpuMs }),
    own,
  );
}

async function end(forked: ChildProcess): Promise<void> {
  if (forked.exitCode !== null || forked.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => forked.once('exit', () => resolve()));
  // The child ends itself on this; a busy one is not waited for.
  if (forked.connected) forked.disconnect();
  const timer = setTimeout(() => forked.kill('SIGKILL'), 500);
  await exited;
  clearTimeout(timer);
}

/** What the child has to read: all it runs. The folder above holds .env and the stored data and is not named as a whole. */
function programsFor(entry: string): string[] {
  const root = workspaceRoot();
  const programs = ['node_modules', 'packages', 'plugins', 'package.json'].map((name) => join(root, name));
  return [...programs, dirname(entry)];
}

/** What the child may do. Reading a folder covers all below it; all that is not named is refused. */
function permissions(readable: string[]): string[] {
  return [
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    '--allow-addons',
    '--allow-worker',
    '--disable-warning=SecurityWarning',
  ];
}

/** The folder the workspace's packages are installed in: the nearest above this file with a node_modules. */
function workspaceRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'node_modules', '.package-lock.json'))) {
    const above = dirname(folder);
    if (above === folder)
      throw new Error('The packages of the workspace are not installed. Run npm install.');
    folder = above;
  }
  return folder;
}

const codes: readonly string[] = [
  'image.empty',
  'image.unsupported_type',
  'image.damaged',
  'image.too_many_bytes',
  'image.too_many_pixels',
  'image.side_too_long',
  'pdf.too_many_bytes',
  'pdf.too_many_pages',
  'pdf.encrypted',
  'pdf.damaged',
  'pdf.no_such_page',
  'xml.too_large',
  'xml.encoding',
  'xml.not_xml',
  'xml.doctype',
  'xml.too_deep',
  'xml.too_many_elements',
  'xml.other_document',
  'reader.timed_out',
  'reader.over_budget',
  'reader.too_costly',
  'reader.crashed',
  'reader.model_damaged',
] satisfies ImageErrorCode[];

/** What a system says of a file, or of itself, that is not there for now: nothing a picture could do. */
const systemCodes: readonly string[] = [
  'EACCES',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOENT',
  'ENOTCONN',
  'EPERM',
  'ESTALE',
];

function revive(error: PlainError): Error {
  if (error.code !== undefined && codes.includes(error.code)) {
    return new ImageError(error.code as ImageErrorCode, error.message, { values: error.values ?? {} });
  }
  if (error.code !== undefined && systemCodes.includes(error.code)) {
    return Object.assign(new Error(error.message), { code: error.code });
  }
  return crashed(`${error.name}: ${error.message}`);
}

/** Codes of errors that say that nobody is at the other end. */
const channelCodes = new Set(['EPIPE', 'ECONNRESET', 'ERR_IPC_CHANNEL_CLOSED']);

function crashed(why: string): ImageError {
  return new ImageError(
    'reader.crashed',
    'The reader stopped while reading this file. It can be tried again.',
    {
      cause: new Error(why),
    },
  );
}

function notStarted(why: string): ReaderLostError {
  return new ReaderLostError('not_started', { cause: new Error(why) });
}

/** What is said of a process that did nothing for so long. */
function hung(timeoutMs: number): ImageError {
  const seconds = Math.round(timeoutMs / 100) / 10;
  return new ImageError('reader.timed_out', `Reading stood still for ${seconds} s and was stopped.`, {
    values: { seconds },
  });
}

/** The refusal of a reading that costs more processor time than it may. */
function overBudget(cpuMs: number): ImageError {
  const seconds = Math.round(cpuMs / 100) / 10;
  return new ImageError(
    'reader.over_budget',
    `Reading this page took more than ${seconds} s of a processor core and was stopped.`,
    { values: { seconds } },
  );
}
