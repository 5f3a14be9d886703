import { parseOptions } from '../parse-options.ts';
import { parseWholeNumber } from '../parse-whole-number.ts';
import { say } from '../say.ts';
import { UsageError } from '../usage-error.ts';

/** What opens or closes a backup: a key, or a passphrase out of a file or typed in. */
export type KeySource = { kind: 'key'; file: string } | { kind: 'passphrase'; file: string | undefined };

export type BackupCommand =
  | { name: 'help' }
  | { name: 'new-key'; file: string }
  | {
      name: 'backup';
      target: string;
      recipients: string[];
      passphrase: { file: string | undefined } | undefined;
      keep: number | undefined;
    }
  | { name: 'verify'; source: string; backup: string | undefined; key: KeySource | undefined }
  | {
      name: 'restore';
      source: string;
      backup: string | undefined;
      key: KeySource | undefined;
      keepId: boolean;
    };

const commands = ['backup', 'restore'] as const;
type BackupCommandName = (typeof commands)[number];

export function isBackupCommand(name: string | undefined): name is BackupCommandName {
  return (commands as readonly (string | undefined)[]).includes(name);
}

const options = {
  recipient: { type: 'string', multiple: true },
  passphrase: { type: 'boolean' },
  'passphrase-file': { type: 'string' },
  keep: { type: 'string' },
  verify: { type: 'boolean' },
  'new-key': { type: 'boolean' },
  backup: { type: 'string' },
  key: { type: 'string' },
  'keep-id': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;
type Option = keyof typeof options;

const passphraseOptions: Option[] = ['passphrase', 'passphrase-file'];
const allowed: Record<'backup' | 'verify' | 'new-key' | 'restore', Option[]> = {
  backup: ['recipient', 'keep', ...passphraseOptions],
  verify: ['verify', 'backup', 'key', ...passphraseOptions],
  'new-key': ['new-key'],
  restore: ['backup', 'key', 'keep-id', ...passphraseOptions],
};

/** @throws UsageError */
export function parseBackupArguments(command: BackupCommandName, args: string[]): BackupCommand {
  const { values, positionals } = parse(args);
  if (values.help) return { name: 'help' };
  const name =
    command === 'backup' && values.verify
      ? 'verify'
      : command === 'backup' && values['new-key']
        ? 'new-key'
        : command;
  const foreign = Object.keys(values).find((option) => !allowed[name].includes(option as Option));
  if (foreign)
    throw new UsageError(say('cli.usage.unexpected', { command: describe(name), argument: `--${foreign}` }));
  const [operand, ...more] = positionals;
  if (operand === undefined)
    throw new UsageError(
      say('cli.usage.name_operand', {
        command: describe(name),
        operand: name === 'new-key' ? undefined : 'folder',
      }),
    );
  if (more.length > 0)
    throw new UsageError(say('cli.usage.unexpected', { command: describe(name), argument: more[0]! }));
  const passphrase =
    values.passphrase || values['passphrase-file'] !== undefined
      ? { file: values['passphrase-file'] }
      : undefined;
  if (name === 'new-key') return { name, file: operand };
  if (name === 'backup') {
    const recipients = values.recipient ?? [];
    if (passphrase && recipients.length > 0) throw new UsageError(say('cli.usage.either_protection'));
    return { name, target: operand, recipients, passphrase, keep: parseKeep(values.keep) };
  }
  if (passphrase && values.key !== undefined) throw new UsageError(say('cli.usage.either_key'));
  const key: KeySource | undefined =
    values.key !== undefined
      ? { kind: 'key', file: values.key }
      : passphrase && { kind: 'passphrase', ...passphrase };
  return name === 'verify'
    ? { name, source: operand, backup: values.backup, key }
    : { name, source: operand, backup: values.backup, key, keepId: values['keep-id'] ?? false };
}

const describe = (name: keyof typeof allowed): string =>
  ({
    backup: 'readout backup',
    verify: 'readout backup --verify',
    'new-key': 'readout backup --new-key',
    restore: 'readout restore',
  })[name];

function parseKeep(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return parseWholeNumber('--keep', text, 1, 10_000);
}

const parse = (args: string[]) => parseOptions({ args, allowPositionals: true, options });
