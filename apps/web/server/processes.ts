import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import {
  beatProcess,
  forgetProcesses,
  listProcessesOfHost,
  type ProcessReport,
} from '@readout/domain/platform/processes';
import { rootFolder } from './config.ts';
import type { Services } from './services.ts';

const beatEveryMs = 30_000;

/** Version of this Readout, as its package says. */
export const readoutVersion = (
  JSON.parse(readFileSync(path.join(rootFolder, 'package.json'), 'utf8')) as { version: string }
).version;

/** Shows this process among those of the installation until it leaves. */
export async function registerProcess({
  config,
  db,
  log,
}: Pick<Services, 'config' | 'db' | 'log'>): Promise<{ id: string; leave(): Promise<void> }> {
  const id = randomUUID();
  const host = hostname();
  const report = (): ProcessReport => ({
    id,
    role: config.role,
    host,
    pid: process.pid,
    version: readoutVersion,
    nodeVersion: process.versions.node,
    startedAt: new Date(performance.timeOrigin),
    memoryBytes: process.memoryUsage.rss(),
  });
  const beat = () =>
    beatProcess(db, report()).catch((err: unknown) =>
      log.debug({ err }, 'this process could not report itself'),
    );
  // Of this host alone: elsewhere the same number is another process.
  const others = await listProcessesOfHost(db, { host });
  const dead = others.filter(({ pid }) => pid === process.pid || !isAlive(pid)).map((other) => other.id);
  await forgetProcesses(db, { ids: dead });
  await beat();
  const timer = setInterval(beat, beatEveryMs);
  timer.unref();
  return {
    id,
    async leave() {
      clearInterval(timer);
      await forgetProcesses(db, { ids: [id] });
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process lives, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
