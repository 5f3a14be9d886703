import { parseArgs } from 'node:util';
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

export const auditHelp = `Usage: npx --no-install readout audit verify [FILE…] [options]

Shows that nothing in an audit list was changed, moved or removed since it was written: of every company and of the
installation itself, where npm start would run it (READOUT_DATA, DATABASE_URL); or in FILE, the chain that
/settings/audit and /admin/audit hand out ("the whole chain with proofs"), or the lines of JSON that READOUT_AUDIT_STREAM
sends. Where names or texts were erased, it says when.

Options:
  --head               print the heads instead: one line "company sequence hash" for each chain. Keep them where who runs
                       the installation cannot change them
  --expect FILE        heads that were kept: each must be found again in the chain
  --help               show this

Exit status: 0 every chain holds, 1 one is broken (the first event that does not hold is on stderr), 2 wrong usage.`;

/**
 * @param args arguments behind `audit`
 * @throws UsageError
 */
export function parseAuditArguments(args: string[]): AuditCommand {
  const { values, positionals } = parse(args);
  const [command, ...files] = positionals;
  if (values.help || command === undefined) return { name: 'help' };
  if (command !== 'verify') throw new UsageError(`There is no command "audit ${command}".`);
  return { name: 'verify', files, expect: values.expect, head: values.head ?? false };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        head: { type: 'boolean' },
        expect: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}
