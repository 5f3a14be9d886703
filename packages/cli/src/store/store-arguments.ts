import { parseOptions } from '../parse-options.ts';
import { say } from '../say.ts';
import { UsageError } from '../usage-error.ts';

export type StoreCommand =
  | { name: 'help' }
  | { name: 'verify'; json: boolean }
  | { name: 'adopt-store'; yes: boolean }
  | { name: 'quarantine'; json: boolean; putBack: boolean }
  | { name: 'migrate'; json: boolean };

export const storeCommands = ['verify', 'adopt-store', 'quarantine', 'store'] as const;
export type StoreCommandName = (typeof storeCommands)[number];

export function isStoreCommand(name: string | undefined): name is StoreCommandName {
  return (storeCommands as readonly (string | undefined)[]).includes(name);
}

/** @throws UsageError */
export function parseStoreArguments(name: StoreCommandName, args: string[]): StoreCommand {
  const isMigration = name === 'store';
  if (isMigration && args[0] !== 'migrate' && !args.some((arg) => arg === '--help' || arg === '-h'))
    throw new UsageError(say('cli.usage.say_what', { usage: 'readout store migrate' }));
  const { values } = parse(name, isMigration && args[0] === 'migrate' ? args.slice(1) : args);
  if (values.help) return { name: 'help' };
  if (isMigration) return { name: 'migrate', json: values.json ?? false };
  if (name === 'verify') return { name, json: values.json ?? false };
  if (name === 'adopt-store') return { name, yes: values.yes ?? false };
  return { name, json: values.json ?? false, putBack: values['put-back'] ?? false };
}

const flags: Record<StoreCommandName, readonly string[]> = {
  verify: ['json'],
  'adopt-store': ['yes'],
  quarantine: ['json', 'put-back'],
  store: ['json'],
};

function parse(name: StoreCommandName, args: string[]) {
  const parsed = parseOptions({
    args,
    options: {
      json: { type: 'boolean' },
      yes: { type: 'boolean' },
      'put-back': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const foreign = Object.keys(parsed.values).find((flag) => flag !== 'help' && !flags[name].includes(flag));
  if (foreign)
    throw new UsageError(
      say('cli.usage.unexpected', { command: `readout ${name}`, argument: `--${foreign}` }),
    );
  return parsed;
}
