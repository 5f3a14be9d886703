import { readFile } from 'node:fs/promises';
import { ImageError } from '@readout/image-reader';
import { parseArguments } from './arguments.ts';
import { runAuditCommand } from './audit/run-audit-command.ts';
import { formatJson } from './format-json.ts';
import { formatTable } from './format-table.ts';
import { answer, complain, exitStatus, print } from './output.ts';
import { runPluginCommand } from './plugin/run-plugin-command.ts';
import { failureInWords, readFiles } from './read.ts';
import { say } from './say.ts';
import { runServerCommand } from './server/run-server-command.ts';

/**
 * The `readout` command. Results go to stdout, everything else to stderr; sets the exit status.
 *
 * @param args arguments behind the program's name
 */
export async function main(args: string[]): Promise<void> {
  await answer(async () => {
    try {
      await run(args);
    } catch (error) {
      if (!(error instanceof ImageError)) throw error;
      complain(
        `readout: ${say('cli.engine_failed', { why: (error.cause as Error | undefined)?.message ?? error.message })}`,
      );
    }
  });
}

async function run(args: string[]): Promise<void> {
  const command = parseArguments(args);
  if (command.name === 'help') return print(say('cli.help'));
  if (command.name === 'version') return print(await version());
  if (command.name === 'audit') {
    if (!(await runAuditCommand(command.command, print))) process.exitCode = exitStatus.failed;
    return;
  }
  if (command.name === 'mcp') {
    if (command.command.name === 'help') return print(say('cli.mcp.help'));
    const { serveMcp } = await import('./mcp/serve-mcp.ts');
    return serveMcp({ ...command.command, version: await version() });
  }
  if (command.name === 'models') {
    const { runModelsCommand } = await import('./models/run-models-command.ts');
    return runModelsCommand(command.command, print);
  }
  if (command.name === 'plugin') {
    if (!(await runPluginCommand(command.command, print))) process.exitCode = exitStatus.failed;
    return;
  }
  if (command.name === 'server') {
    if (!(await runServerCommand(command.command, print))) process.exitCode = exitStatus.failed;
    return;
  }
  if (command.name === 'store') {
    // Nothing that only reads pictures loads a database.
    const { runStoreCommand } = await import('./store/run-store-command.ts');
    if (!(await runStoreCommand(command.command, print))) process.exitCode = exitStatus.failed;
    return;
  }
  if (command.name === 'backup') {
    // Nothing that only reads pictures loads a database.
    const { runBackupCommand } = await import('./backup/run-backup-command.ts');
    if (!(await runBackupCommand(command.command, { print, version: await version() })))
      process.exitCode = exitStatus.failed;
    return;
  }
  for await (const result of readFiles(command)) {
    if ('code' in result) {
      const why = failureInWords(result);
      complain(
        `${result.file}: ${result.code} ${result.page === undefined ? why : say('cli.read.page_failed', { page: result.page, why })}`,
      );
      continue;
    }
    await print(command.json ? formatJson(result) : formatTable(result));
    for (const run of result.runs) {
      if (!run.ok)
        complain(
          `${result.file}: ${run.code} ${say('cli.read.reader_failed', { plugin: run.plugin, why: run.message })}`,
        );
    }
  }
}

async function version(): Promise<string> {
  const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
