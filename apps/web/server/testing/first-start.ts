import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Names the folder in which a test run keeps what a first start left. */
const variable = 'TEST_AFTER_FIRST_START';

/** Vitest's global set-up: room for what a first start takes its time for, the database. The first to need it makes it. */
export default function setup(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'readout-first-start-'));
  process.env[variable] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/**
 * A data folder of an installation without an account, copied from the one first start of this test run. Outside of a run
 * it is empty, and the start on it a first one.
 *
 * @param startFirst - starts a server on an empty folder, and stops it.
 */
export async function makeDataFolder(startFirst: (folder: string) => Promise<void>): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'readout-spawned-'));
  const kept = process.env[variable];
  if (!kept) return folder;
  const made = path.join(kept, 'made');
  if (!existsSync(made)) {
    await startFirst(folder);
    keep(folder, made);
    return folder;
  }
  execFileSync('cp', ['-a', `${made}/.`, folder]);
  return folder;
}

/** Two files may have started first at the same time: one of them is kept. */
function keep(folder: string, made: string): void {
  const draft = mkdtempSync(`${made}-`);
  execFileSync('cp', ['-a', `${folder}/.`, draft]);
  try {
    renameSync(draft, made);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
  }
}
