import { parseLanguages } from '../parse-languages.ts';
import { parseOptions } from '../parse-options.ts';
import { say } from '../say.ts';
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

/**
 * @param args arguments behind `mcp`
 * @throws UsageError
 */
export function parseMcpArguments(args: string[]): McpCommand {
  const { allow = [], languages = 'en', help } = parse(args);
  if (help) return { name: 'help' };
  if (allow.length === 0) throw new UsageError(say('cli.usage.allow'));
  return { name: 'serve', allow, languages: parseLanguages(languages) };
}

const parse = (args: string[]) =>
  parseOptions({
    args,
    options: {
      allow: { type: 'string', multiple: true },
      languages: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  }).values;
