import { readdirSync, readFileSync } from 'node:fs';
import { movedFlag } from '../give-up-root.ts';

/** Of the process that does a started server's work: where only root can reach the programs, another than the one started. */
export const workingPid = (started: number): number =>
  descendantsOf(started).find((pid) => commandOf(pid)?.includes(movedFlag)) ?? started;

/** Processes that this one started, and those they started. Linux only. */
export function descendantsOf(pid: number): number[] {
  let text = '';
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`))
      text += `${readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')} `;
  } catch {
    // It ended meanwhile.
  }
  return text
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .flatMap((child) => [child, ...descendantsOf(child)]);
}

/** Undefined where the process ended meanwhile. */
export function commandOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return undefined;
  }
}

export function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}
