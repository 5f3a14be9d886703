import { answer, exitStatus, print } from '../output.ts';
import { say } from '../say.ts';
import { runServerCommand } from '../server/run-server-command.ts';
import { isServerCommand, parseServerArguments } from '../server/server-arguments.ts';
import { UsageError } from '../usage-error.ts';
import { parsePluginArguments } from './plugin-arguments.ts';
import { runPluginCommand } from './run-plugin-command.ts';

/**
 * The `readout` command that comes with the kit, for a folder without Readout: all that needs no engine and no database.
 *
 * @param args arguments behind the program's name
 */
export const main = (args: string[]): Promise<void> =>
  answer(async () => {
    if (!(await run(args))) process.exitCode = exitStatus.failed;
  });

async function run([command, ...rest]: string[]): Promise<boolean> {
  if (command === 'plugin') return runPluginCommand(parsePluginArguments(rest), print);
  if (isServerCommand(command)) return runServerCommand(parseServerArguments(command, rest), print);
  if (command !== undefined && command !== '--help')
    throw new UsageError(say('cli.usage.only_plugins', { command }));
  await print(say('cli.plugin.help'));
  return true;
}
