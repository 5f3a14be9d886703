import { parseArgs } from 'node:util';
import { parseLanguages } from '../parse-languages.ts';
import { UsageError } from '../usage-error.ts';

export type McpCommand =
  | { name: 'help' }
  | {
      name: 'serve';
      /** Folders that may be read; never empty. */
      allow: string[];
      /** BCP 47 tags, most important first. */
      languages: string[];
    };

export const mcpHelp = `Usage: npx --no-install readout mcp --allow DIR [options]

Serves the tool read_picture over the Model Context Protocol on standard input and output: an assistant names a picture or PDF
below DIR and gets its text, barcodes and records, with cut-outs of where values were seen. Nothing leaves this machine but
what the assistant does with the answer.

Options:
  --allow DIR          folder whose files may be read (may be given again); symbolic links out of it lead nowhere
  --languages DE,EN    languages of the text, most important first (default: en)
  --help               show this`;

/**
 * @param args arguments behind `mcp`
 * @throws UsageError
 */
export function parseMcpArguments(args: string[]): McpCommand {
  const { allow = [], languages = 'en', help } = parse(args);
  if (help) return { name: 'help' };
  if (allow.length === 0) throw new UsageError('Say what may be read: readout mcp --allow DIR.');
  return { name: 'serve', allow, languages: parseLanguages(languages) };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        allow: { type: 'string', multiple: true },
        languages: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}
