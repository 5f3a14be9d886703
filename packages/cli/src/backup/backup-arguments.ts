import { parseArgs } from 'node:util';
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

export const backupHelp = `Usage: npx --no-install readout backup FOLDER [--recipient AGE1…] [--keep N]
       npx --no-install readout backup --verify FOLDER [--key FILE]
       npx --no-install readout backup --new-key FILE
       npx --no-install readout restore FOLDER [--key FILE] [--keep-id]

For the installation that npm start would run here: .env, READOUT_DATA, DATABASE_URL and READOUT_SECRET say where its
database and its files are. It may be running while it is backed up.

backup FOLDER          writes rows and files into the folder; what an earlier backup there holds is not copied again
  --recipient AGE1…    encrypts to this public key of age (may be given again); the secret is then included
  --passphrase         encrypts with a passphrase, which is asked for
  --passphrase-file F  encrypts with the passphrase in the first line of this file
  --keep N             afterwards removes all but the newest N backups in the folder
backup --verify FOLDER compares every byte of the newest backup with what was written
  --backup NAME        another one
  --key FILE           opens it too, with the secret key in this file (or --passphrase, --passphrase-file)
backup --new-key FILE  makes a pair of keys: the secret one is written to the file, the public one is shown
restore FOLDER         makes an installation of the newest backup, in an empty database and an empty data folder
  --backup, --key, --passphrase, --passphrase-file   as above
  --keep-id            the installation moves: it keeps its id and must not go on where it was

Exit status: 0 done and all in order, 1 not, 2 wrong usage.`;

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
  if (foreign) throw new UsageError(`--${foreign} does not go with ${describe(name)}.`);
  const [operand, ...more] = positionals;
  if (operand === undefined)
    throw new UsageError(`${describe(name)}: name the ${name === 'new-key' ? 'file' : 'folder'}.`);
  if (more.length > 0) throw new UsageError(`${describe(name)} takes no "${more[0]}" behind the rest.`);
  const passphrase =
    values.passphrase || values['passphrase-file'] !== undefined
      ? { file: values['passphrase-file'] }
      : undefined;
  if (name === 'new-key') return { name, file: operand };
  if (name === 'backup') {
    const recipients = values.recipient ?? [];
    if (passphrase && recipients.length > 0)
      throw new UsageError('A backup is encrypted either to keys or with a passphrase.');
    return { name, target: operand, recipients, passphrase, keep: parseKeep(values.keep) };
  }
  if (passphrase && values.key !== undefined)
    throw new UsageError('A backup is opened either with a key or with a passphrase.');
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
  const keep = Number(text);
  if (!Number.isInteger(keep) || keep < 1 || keep > 10_000)
    throw new UsageError(`--keep takes a whole number from 1 to 10000, not "${text}".`);
  return keep;
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}
