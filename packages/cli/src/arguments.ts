import { parseArgs } from 'node:util';
import { type AuditCommand, parseAuditArguments } from './audit/audit-arguments.ts';
import { type BackupCommand, isBackupCommand, parseBackupArguments } from './backup/backup-arguments.ts';
import { type McpCommand, parseMcpArguments } from './mcp/mcp-arguments.ts';
import { parseLanguages } from './parse-languages.ts';
import { type PluginCommand, parsePluginArguments } from './plugin/plugin-arguments.ts';
import { isServerCommand, parseServerArguments, type ServerCommand } from './server/server-arguments.ts';
import { isStoreCommand, parseStoreArguments, type StoreCommand } from './store/store-arguments.ts';
import { UsageError } from './usage-error.ts';

/** What a call asks for. */
export type Command =
  | { name: 'help' }
  | { name: 'version' }
  | { name: 'audit'; command: AuditCommand }
  | { name: 'mcp'; command: McpCommand }
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
    };

export const help = `Usage: npx --no-install readout read FILE… [options]
       npx --no-install readout login | send | list | watch | export …   work with a Readout elsewhere; see send --help
       npx --no-install readout mcp --allow DIR …   tools for assistants, without a server; see mcp --help
       npx --no-install readout plugin COMMAND …    make, test, sign, inspect and publish plugins; see plugin --help
       npx --no-install readout verify | quarantine | adopt-store    look after the files of an installation; see verify --help
       npx --no-install readout audit verify …      show that an audit list was not changed; see audit --help
       npx --no-install readout backup | restore …   back an installation up while it runs; see backup --help

Run it in the folder Readout was installed in; from elsewhere name its packages/cli/bin/readout.js in full.

Reads barcodes, text and records from pictures (JPEG, PNG, WebP, AVIF, HEIC, GIF, TIFF, BMP) and PDFs.
read sends nothing to any other machine.

Options:
  --json               one JSON object a line, one for each picture or page
  --plugin ID          run only this reader (may be given again)
  --only barcodes      read only barcodes
  --only text          read only text
  --languages DE,EN    languages of the text, most important first (default: en);
                       the first also decides how dates and amounts are understood
  --help               show this
  --version            show the version

Exit status: 0 all read, 1 a file failed (its code is on stderr), 2 wrong usage.`;

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
  if (first === 'plugin') return { name: 'plugin', command: parsePluginArguments(args.slice(1)) };
  if (isBackupCommand(first)) return { name: 'backup', command: parseBackupArguments(first, args.slice(1)) };
  const { values, positionals } = parse(args);
  if (values.help) return { name: 'help' };
  if (values.version) return { name: 'version' };
  const [command, ...files] = positionals;
  if (command === undefined) throw new UsageError('Say what to do: npx --no-install readout read FILE…');
  if (command !== 'read') throw new UsageError(`There is no command "${command}".`);
  if (files.length === 0) throw new UsageError('Name at least one file to read.');
  const { only } = values;
  if (only !== undefined && only !== 'barcodes' && only !== 'text') {
    throw new UsageError(`--only takes barcodes or text, not "${only}".`);
  }
  return {
    name: 'read',
    files,
    json: values.json ?? false,
    plugins: values.plugin,
    only,
    languages: parseLanguages(values.languages ?? 'en'),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        plugin: { type: 'string', multiple: true },
        only: { type: 'string' },
        languages: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}
