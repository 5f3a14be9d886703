import { stat } from 'node:fs/promises';
import { visible } from '../format-table.ts';
import { say } from '../say.ts';
import { apiKey } from './api-key.ts';
import { CommandError, cannotRead } from './command-error.ts';
import { inspectPackage } from './inspect-package.ts';
import { packageOf } from './pack-plugin.ts';
import type { PluginCommand } from './plugin-arguments.ts';
import { openPluginFolder } from './plugin-folder.ts';
import { readPackageFile } from './read-package-file.ts';
import { sendPackage } from './send-package.ts';
import { testPlugin } from './test-plugin.ts';

type PublishCommand = Extract<PluginCommand, { name: 'publish' }>;

/** Sending 20 MB over a slow line, and looking at it there. */
const timeoutMs = 120_000;

/**
 * Brings a plugin into the company an API key is of.
 * @throws CommandError with what stood in the way; then nothing was published, or what was published is the same
 */
export async function publishPlugin(
  command: PublishCommand,
  print: (text: string) => Promise<void>,
): Promise<void> {
  // What is missing is said before anything is bundled.
  const key = await apiKey(command.keyFile, process.env);
  const bytes = (await isFolder(command.source))
    ? await packFolder(command, print)
    : await openFile(command, print);
  const { server, use } = command;
  const { company, pluginId, version, sha256, isUsed } = await sendPackage(bytes, {
    server,
    key,
    use,
    timeoutMs,
  });
  await print(
    [
      visible(
        say('cli.plugin.published', { company, plugin: pluginId, version, used: isUsed ? 'yes' : 'no' }),
      ),
      visible(`SHA-256 ${sha256}`),
      say('cli.plugin.where', {
        used: isUsed ? 'yes' : undefined,
        address: `${new URL(`/settings/plugins/${encodeURIComponent(pluginId)}`, server)}`,
      }),
    ].join('\n'),
  );
}

async function packFolder(
  { source: folder, fixtures = 'readings' }: PublishCommand,
  print: (text: string) => Promise<void>,
): Promise<Uint8Array<ArrayBuffer>> {
  const plugin = await openPluginFolder(folder);
  if (!(await testPlugin(plugin, folder, print, { update: false })))
    throw new CommandError(say('cli.plugin.make_fixtures_pass', {}));
  const { bytes, facts } = await packageOf(plugin, { folder, fixtures });
  await print(`${visible(plugin.manifest.id)} ${visible(plugin.manifest.version)}: ${facts}`);
  return bytes;
}

async function openFile(
  { source: file, fixtures }: PublishCommand,
  print: (text: string) => Promise<void>,
): Promise<Uint8Array<ArrayBuffer>> {
  if (fixtures !== undefined) throw new CommandError(say('cli.plugin.packed_already', { file }));
  const bytes = await readPackageFile(file);
  await print(await inspectPackage(bytes, [], say('cli.plugin.signature_by_server')));
  return bytes;
}

async function isFolder(source: string): Promise<boolean> {
  try {
    return (await stat(source)).isDirectory();
  } catch (error) {
    throw cannotRead(source, error);
  }
}
