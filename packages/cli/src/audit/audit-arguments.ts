import { parseOptions } from '../parse-options.ts';
import { say } from '../say.ts';
import { UsageError } from '../usage-error.ts';

export type AuditCommand =
  | { name: 'help' }
  | {
      name: 'verify';
      /** Downloaded chains; none: those of the installation. */
      files: string[];
      /** File with heads that were kept. */
      expect: string | undefined;
      /** Print the heads, to be kept. */
      head: boolean;
    };

/**
 * @param args arguments behind `audit`
 * @throws UsageError
 */
export function parseAuditArguments(args: string[]): AuditCommand {
  const { values, positionals } = parse(args);
  const [command, ...files] = positionals;
  if (values.help || command === undefined) return { name: 'help' };
  if (command !== 'verify')
    throw new UsageError(say('cli.usage.no_command', { command: `audit ${command}` }));
  return { name: 'verify', files, expect: values.expect, head: values.head ?? false };
}

const parse = (args: string[]) =>
  parseOptions({
    args,
    allowPositionals: true,
    options: {
      head: { type: 'boolean' },
      expect: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
