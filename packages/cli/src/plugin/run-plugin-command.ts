import { say } from '../say.ts';
import { addFixtures } from './add-fixture.ts';
import { CommandError } from './command-error.ts';
import { inspectPackage } from './inspect-package.ts';
import { newPlugin } from './new-plugin.ts';
import { writePackage } from './pack-plugin.ts';
import type { PluginCommand } from './plugin-arguments.ts';
import { openPluginFolder } from './plugin-folder.ts';
import { publishPlugin } from './publish-plugin.ts';
import { readPackageFile } from './read-package-file.ts';
import { testPlugin } from './test-plugin.ts';

/**
 * @returns whether all is in order
 * @throws CommandError
 */
export async function runPluginCommand(
  command: PluginCommand,
  print: (text: string) => Promise<void>,
): Promise<boolean> {
  switch (command.name) {
    case 'help':
      await print(say('cli.plugin.help'));
      return true;
    case 'new':
      await print(await newPlugin(command.folder));
      return true;
    case 'test':
      return testPlugin(await openPluginFolder(command.folder), command.folder, print, command);
    case 'fixture': {
      const plugin = await openPluginFolder(command.folder);
      await addFixtures(plugin, command, await readerOf(command.from), print);
      return true;
    }
    case 'pack': {
      const plugin = await openPluginFolder(command.folder);
      if (!(await testPlugin(plugin, command.folder, print, { update: false })))
        throw new CommandError(say('cli.plugin.make_fixtures_pass', { what: 'packed' }));
      await print(await writePackage(plugin, command));
      return true;
    }
    case 'inspect':
      await print(await inspectPackage(await readPackageFile(command.file), command.publicKeys));
      return true;
    case 'publish':
      await publishPlugin(command, print);
      return true;
  }
}

/** The engine is loaded where it is needed. */
const readerOf = async (from: 'pictures' | 'captures') =>
  from === 'captures'
    ? (await import('./read-captures.ts')).readCaptures
    : (await import('./read-pictures.ts')).readPictures;
