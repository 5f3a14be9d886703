import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { ImageError } from '../errors.ts';
import { type ChildReader, type ChildReaderOptions, createChildReader } from './host.ts';

// Generous: other work on the machine slows processes and decoders, not results.
const open: ChildReader[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((reader) => reader.close()));
});

function reader(options: Partial<ChildReaderOptions> = {}): ChildReader {
  const entry = new URL('./probe-child.ts', import.meta.url);
  const made = createChildReader({ entry, timeoutMs: 200_000, maxRssMb: 1_000, ...options });
  open.push(made);
  return made;
}

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no error',
    (error: unknown) => (error instanceof ImageError ? error.code : error),
  );

test('answers jobs in the order they came, bytes included', async () => {
  const child = reader();
  const values = [1, 'two', Uint8Array.of(3)];
  expect(await Promise.all(values.map((value) => child.run({ do: 'echo', value })))).toEqual(values);
});

test('every process gets what the host starts it with, a replacing one too', async () => {
  const child = reader({ init: { plugins: ['receipt'] } });
  await codeOf(child.run({ do: 'die' }));
  expect(await child.run({ do: 'init' })).toEqual({ plugins: ['receipt'] });
});

test('a renewed process does the jobs asked for before with the old start, those after with the new one', async () => {
  const child = reader({ init: 'old' });
  const before = child.run({ do: 'init' });
  const renewed = child.renew('new');
  const after = child.run({ do: 'init' });
  await renewed;
  expect([await before, await after]).toEqual(['old', 'new']);
});

test('an error keeps its code across the process boundary and costs no process', async () => {
  const child = reader();
  expect(await codeOf(child.run({ do: 'fail' }))).toBe('image.damaged');
  const pid = child.pid();
  await child.run({ do: 'echo', value: 1 });
  expect(child.pid()).toBe(pid);
});

test('the child sees nothing of the environment of its host', async () => {
  process.env.READOUT_PROBE_SECRET = 'postgres://user:password@host';
  try {
    const environment = (await reader().run({ do: 'environment' })) as Record<string, string>;
    expect(
      Object.keys(environment).every((name) => /^(MALLOC_|ORT_|PWD$|OLDPWD$|SHLVL$|_$)/.test(name)),
    ).toBe(true);
  } finally {
    delete process.env.READOUT_PROBE_SECRET;
  }
});

test('the child reads only what it is given, writes nothing, starts nothing and has no network', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'readout-child-'));
  writeFileSync(join(folder, 'secret'), 'secret');
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  try {
    const child = reader();
    expect(await child.run({ do: 'read', path: join(folder, 'secret') })).toBe('ERR_ACCESS_DENIED');
    expect(await child.run({ do: 'write', path: join(folder, 'made') })).toBe('ERR_ACCESS_DENIED');
    expect(await child.run({ do: 'spawn' })).toBe('ERR_ACCESS_DENIED');
    expect(await child.run({ do: 'connect', port })).toBe('ERR_ACCESS_DENIED');
  } finally {
    server.close();
  }
});

test('a process that dies costs one job, the next is done by a fresh one', async () => {
  const child = reader();
  const [died, next] = [child.run({ do: 'die' }), child.run({ do: 'echo', value: 'next' })];
  await expect(died).rejects.toMatchObject({ code: 'reader.crashed' });
  await expect(died).rejects.not.toHaveProperty('why');
  expect(await next).toBe('next');
});

test('a process killed from outside in the middle of a job costs that job', async () => {
  const child = reader();
  await child.warmUp();
  const looping = child.run({ do: 'loop' });
  process.kill(child.pid()!, 'SIGKILL');
  // Told apart from a process that died by itself: the file may have nothing to do with it.
  await expect(looping).rejects.toMatchObject({ code: 'reader.crashed', why: 'killed' });
  expect(await child.run({ do: 'echo', value: 1 })).toBe(1);
});

test('a job that costs more processor time than it may is stopped, one that only waits is not', async () => {
  const child = reader();
  await child.warmUp();
  const costs: number[] = [];
  const limits = { cpuMs: 300, onCost: (cpuMs: number) => costs.push(cpuMs) };
  expect(await codeOf(child.run({ do: 'loop' }, limits))).toBe('reader.over_budget');
  expect(await child.run({ do: 'wait', ms: 1200 }, limits)).toBe('waited');
  // What the job itself says only ever lowers it.
  for (const cpuMs of [200, 60_000])
    expect(
      await codeOf(child.run({ do: 'loop-within', cpuMs }, { cpuMs: cpuMs === 200 ? 60_000 : 200 })),
    ).toBe('reader.over_budget');
  expect(costs).toHaveLength(2);
  expect(costs[0]).toBeGreaterThan(300);
});

test('a process that gets a core only now and then goes on; one that stands still is stopped, and the next job is done', async () => {
  const child = reader();
  await child.warmUp();
  const limits = { timeoutMs: 3_000 };
  expect(await child.run({ do: 'work-now-and-then', times: 90 }, limits)).toBe('worked');
  expect(await codeOf(child.run({ do: 'wait', ms: 600_000 }, limits))).toBe('reader.timed_out');
  expect(await child.run({ do: 'echo', value: 1 })).toBe(1);
});

test('a process that holds too much memory is replaced after its job', async () => {
  const child = reader({ maxRssMb: 150 });
  await child.warmUp();
  const before = child.pid();
  expect(await child.run({ do: 'hold-memory' })).toBe(1);
  await child.warmUp();
  expect(child.pid()).not.toBe(before);
  expect(await child.run({ do: 'echo', value: 1 })).toBe(1);
});

test('a child that cannot start fails the job and not the host', async () => {
  const child = reader({ entry: new URL('./no-such-entry.ts', import.meta.url) });
  await expect(child.run({ do: 'echo', value: 1 })).rejects.toMatchObject({
    code: 'reader.crashed',
    why: 'not_started',
  });
});

test('closing ends the child', async () => {
  const child = reader();
  await child.warmUp();
  const pid = child.pid()!;
  await child.close();
  expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
});

test('a child busy for ever ends when its host is killed', async () => {
  const script = fileURLToPath(new URL('./probe-host.ts', import.meta.url));
  const host = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const outermost = await new Promise<number>((resolve) => {
      host.stdout.once('data', (line: Buffer) => resolve(Number(line.toString())));
    });
    const pid = innermost(outermost);
    await expect.poll(() => processorTicks(pid)).toBeGreaterThan(50);
    host.kill('SIGKILL');
    await expect.poll(() => isRunning(pid)).toBe(false);
  } finally {
    host.kill('SIGKILL');
  }
});

/** The process itself, where others around it keep it in its jail. */
function innermost(pid: number): number {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return child === undefined ? pid : innermost(Number(child));
}

/** Hundredths of a second of processor time a process has used: starting up takes fewer than 50. */
function processorTicks(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[13]);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process nobody has waited for yet still has its number.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
