import { parseArgs } from 'node:util';
import { UsageError } from '../usage-error.ts';

export type StoreCommand =
  | { name: 'help' }
  | { name: 'verify'; json: boolean }
  | { name: 'adopt-store'; yes: boolean }
  | { name: 'quarantine'; json: boolean; putBack: boolean };

export const storeCommands = ['verify', 'adopt-store', 'quarantine'] as const;
export type StoreCommandName = (typeof storeCommands)[number];

export function isStoreCommand(name: string | undefined): name is StoreCommandName {
  return (storeCommands as readonly (string | undefined)[]).includes(name);
}

export const storeHelp = `Usage: npx --no-install readout verify [--json]
       npx --no-install readout quarantine [--put-back] [--json]
       npx --no-install readout adopt-store [--yes]

For the installation that npm start would run here: .env, READOUT_DATA and DATABASE_URL say where its database and its
files are. It may be running meanwhile.

  verify               reads every stored original and compares it with its SHA-256; says what is altered, truncated or
                       missing, and which files the database does not know
  quarantine           lists files that the database did not know, by the day they were set aside
    --put-back         puts all of them back in their place
  adopt-store          makes the files of the store this installation's; says first whose they are
    --yes              does so
  --json               one JSON object a line
  --help               show this

Exit status: 0 all is in order, 1 it is not, 2 wrong usage.`;

/** @throws UsageError */
export function parseStoreArguments(name: StoreCommandName, args: string[]): StoreCommand {
  const { values } = parse(name, args);
  if (values.help) return { name: 'help' };
  if (name === 'verify') return { name, json: values.json ?? false };
  if (name === 'adopt-store') return { name, yes: values.yes ?? false };
  return { name, json: values.json ?? false, putBack: values['put-back'] ?? false };
}

const flags: Record<StoreCommandName, readonly string[]> = {
  verify: ['json'],
  'adopt-store': ['yes'],
  quarantine: ['json', 'put-back'],
};

function parse(name: StoreCommandName, args: string[]) {
  try {
    const parsed = parseArgs({
      args,
      options: {
        json: { type: 'boolean' },
        yes: { type: 'boolean' },
        'put-back': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    const foreign = Object.keys(parsed.values).find((flag) => flag !== 'help' && !flags[name].includes(flag));
    if (foreign) throw new Error(`readout ${name} takes no --${foreign}.`);
    return parsed;
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}
