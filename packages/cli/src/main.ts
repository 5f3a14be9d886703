import { readFile } from 'node:fs/promises';
import { ImageError } from '@readout/image-reader';
import { parseArguments } from './arguments.ts';
import { formatJson } from './format-json.ts';
import { formatTable } from './format-table.ts';
import { answer, complain, exitStatus, print } from './output.ts';
import { say } from './say.ts';

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

/** Each command loads what it needs when it is its turn: of a short one, loading is what takes the time. */
async function run(args: string[]): Promise<void> {
  const command = parseArguments(args);
  if (command.name === 'help') return print(say('cli.help'));
  if (command.name === 'version') return print(await version());
  if (command.name === 'audit') {
    const { runAuditCommand } = await import('./audit/run-audit-command.ts');
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
    const { runPluginCommand } = await import('./plugin/run-plugin-command.ts');
    if (!(await runPluginCommand(command.command, print))) process.exitCode = exitStatus.failed;
    return;
  }
  if (command.name === 'server') {
    const { runServerCommand } = await import('./server/run-server-command.ts');
    if (!(await runServerCommand(command.command, print))) process.exitCode = exitStatus.failed;
    return;
  }
  if (command.name === 'store') {
    const { runStoreCommand } = await import('./store/run-store-command.ts');
    if (!(await runStoreCommand(command.command, print))) process.exitCode = exitStatus.failed;
    return;
  }
  if (command.name === 'backup') {
    const { runBackupCommand } = await import('./backup/run-backup-command.ts');
    if (!(await runBackupCommand(command.command, { print, version: await version() })))
      process.exitCode = exitStatus.failed;
    return;
  }
  const { failureInWords, readFiles } = await import('./read.ts');
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
