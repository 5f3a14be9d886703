import { type AuditCommand, parseAuditArguments } from './audit/audit-arguments.ts';
import { type BackupCommand, isBackupCommand, parseBackupArguments } from './backup/backup-arguments.ts';
import { type McpCommand, parseMcpArguments } from './mcp/mcp-arguments.ts';
import { isModelsCommand, type ModelsCommand, parseModelsArguments } from './models/models-arguments.ts';
import { parseLanguages } from './parse-languages.ts';
import { parseOptions } from './parse-options.ts';
import { type PluginCommand, parsePluginArguments } from './plugin/plugin-arguments.ts';
import { say } from './say.ts';
import { isServerCommand, parseServerArguments, type ServerCommand } from './server/server-arguments.ts';
import { isStoreCommand, parseStoreArguments, type StoreCommand } from './store/store-arguments.ts';
import { UsageError } from './usage-error.ts';

/** What a call asks for. */
export type Command =
  | { name: 'help' }
  | { name: 'version' }
  | { name: 'audit'; command: AuditCommand }
  | { name: 'mcp'; command: McpCommand }
  | { name: 'models'; command: ModelsCommand }
  | { name: 'plugin'; command: PluginCommand }
  | { name: 'server'; command: ServerCommand }
  | { name: 'store'; command: StoreCommand }
  | { name: 'backup'; command: BackupCommand }
  | {
      name: 'read';
      files: string[];
      json: boolean;
      /** Ids of the only plugins to run; undefined is all. */
      plugins: string[] | undefined;
      only: 'barcodes' | 'text' | undefined;
      /** BCP 47 tags, most important first; never empty. */
      languages: string[];
      /** Folder of text models; undefined: those of the installation here. */
      models: string | undefined;
    };

/**
 * @param args arguments behind the program's name
 * @throws UsageError
 */
export function parseArguments(args: string[]): Command {
  const [first] = args;
  if (isStoreCommand(first)) return { name: 'store', command: parseStoreArguments(first, args.slice(1)) };
  if (isServerCommand(first)) return { name: 'server', command: parseServerArguments(first, args.slice(1)) };
  if (first === 'audit') return { name: 'audit', command: parseAuditArguments(args.slice(1)) };
  if (first === 'mcp') return { name: 'mcp', command: parseMcpArguments(args.slice(1)) };
  if (isModelsCommand(first)) return { name: 'models', command: parseModelsArguments(args.slice(1)) };
  if (first === 'plugin') return { name: 'plugin', command: parsePluginArguments(args.slice(1)) };
  if (isBackupCommand(first)) return { name: 'backup', command: parseBackupArguments(first, args.slice(1)) };
  const { values, positionals } = parse(args);
  if (values.help) return { name: 'help' };
  if (values.version) return { name: 'version' };
  const [command, ...files] = positionals;
  if (command === undefined)
    throw new UsageError(say('cli.usage.say_what', { usage: 'npx --no-install readout read FILE…' }));
  if (command !== 'read') throw new UsageError(say('cli.usage.no_command', { command }));
  if (files.length === 0) throw new UsageError(say('cli.usage.name_files'));
  const { only } = values;
  if (only !== undefined && only !== 'barcodes' && only !== 'text') {
    throw new UsageError(
      say('cli.usage.choice', { option: '--only', choices: 'barcodes, text', value: only }),
    );
  }
  return {
    name: 'read',
    files,
    json: values.json ?? false,
    plugins: values.plugin,
    only,
    languages: parseLanguages(values.languages ?? 'en'),
    models: values.models,
  };
}

const parse = (args: string[]) =>
  parseOptions({
    args,
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      plugin: { type: 'string', multiple: true },
      only: { type: 'string' },
      languages: { type: 'string' },
      models: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'v' },
    },
  });
