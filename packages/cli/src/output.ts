import { once } from 'node:events';
import { visible } from './format-table.ts';
import { CommandError } from './plugin/command-error.ts';
import { say } from './say.ts';
import { UsageError } from './usage-error.ts';

export const exitStatus = { failed: 1, usage: 2 };

/** Runs a command: what is not in order goes to stderr in a line, and sets the exit status. */
export async function answer(run: () => Promise<void>): Promise<void> {
  // The reader of the results may stop early (`readout read … | head`): no reason to complain.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  try {
    await run();
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`readout: ${error.message}\n${say('cli.try_help')}\n`);
      process.exitCode = exitStatus.usage;
    } else if (error instanceof CommandError) {
      for (const line of `readout: ${error.message}`.split('\n')) complain(line);
    } else throw error;
  }
}

/** Says what went wrong; the command then has failed. */
export function complain(line: string): void {
  process.stderr.write(`${visible(line)}\n`);
  process.exitCode = exitStatus.failed;
}

/** Waits while who reads the results is behind: hundreds of readings do not pile up in memory. */
export async function print(text: string): Promise<void> {
  if (!process.stdout.write(`${text}\n`)) await once(process.stdout, 'drain');
}
