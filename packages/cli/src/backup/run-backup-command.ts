import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  BackupError,
  createBackup,
  generateKeyPair,
  type Key,
  openBackup,
  type Protection,
  parseIdentities,
  restoreBackup,
  verifyBackup,
} from '@readout/backup';
import {
  explainDatabaseFailure,
  findInstallation,
  type InstallationPlace,
  openInstallationDatabase,
  postgresFolder,
} from '@readout/database';
import { createFileSystemStore } from '@readout/store';
import { CommandError } from '../plugin/command-error.ts';
import { type BackupCommand, backupHelp, type KeySource } from './backup-arguments.ts';
import { getPassphrase } from './passphrase.ts';

interface Surroundings {
  print(text: string): Promise<void>;
  /** Of this Readout. */
  version: string;
}
type Of<Name extends BackupCommand['name']> = Extract<BackupCommand, { name: Name }>;

/**
 * @returns whether all is in order
 * @throws CommandError
 */
export async function runBackupCommand(command: BackupCommand, around: Surroundings): Promise<boolean> {
  try {
    switch (command.name) {
      case 'help':
        await around.print(backupHelp);
        return true;
      case 'new-key':
        await makeKey(command, around);
        return true;
      case 'backup':
        return await backUp(command, around);
      case 'verify':
        return await verify(command, around);
      case 'restore':
        await restore(command, around);
        return true;
    }
  } catch (error) {
    if (error instanceof BackupError)
      throw new CommandError(`${error.code}: ${error.message}`, { cause: error });
    throw error;
  }
}

async function makeKey({ file }: Of<'new-key'>, { print }: Surroundings): Promise<void> {
  const { identity, recipient } = await generateKeyPair();
  const text = `# Opens backups of Readout that are encrypted to ${recipient}\n# Whoever has this file can read them; without it nobody can. Keep it apart from the backups.\n${identity}\n`;
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      code === 'EEXIST'
        ? `${file} is there already and is left as it is: a lost key opens no backup any more.`
        : `${file} cannot be written (${code}).`,
      { cause: error },
    );
  }
  await print(
    `${file} holds the secret key. Keep it apart from the backups and from this machine: without it nobody can read them.\nThe public key, for --recipient and /admin/backup:\n${recipient}`,
  );
}

async function backUp(
  { target, recipients, passphrase, keep }: Of<'backup'>,
  { print, version }: Surroundings,
): Promise<boolean> {
  const place = find();
  if (!place.database && !existsSync(path.join(postgresFolder(place.dataFolder), 'cluster')))
    throw new CommandError(
      `There is no installation in ${place.dataFolder}. Set READOUT_DATA (and DATABASE_URL, for a database of your own) as for npm start.`,
    );
  const secret = process.env.READOUT_SECRET || (await readSecret(place));
  if (secret === undefined)
    throw new CommandError(
      `There is no secret in ${place.dataFolder} and READOUT_SECRET is not set: start Readout once, or set READOUT_SECRET as for npm start.`,
    );
  const protection: Protection = passphrase
    ? { kind: 'passphrase', passphrase: await getPassphrase(passphrase.file, { isNew: true }) }
    : recipients.length > 0
      ? { kind: 'recipients', recipients }
      : { kind: 'none' };
  const progress = showProgress();
  const result = await withDatabase(place, async (database) =>
    createBackup(
      {
        database,
        store: await createFileSystemStore(place.storeFolder),
        dataFolder: place.dataFolder,
        secret,
        version,
      },
      {
        target: path.resolve(target),
        protection,
        keep,
        onProgress: ({ step, table, objects, newBytes }) =>
          progress.show(
            step === 'rows' ? `rows of ${table}` : `${objects} files, ${megabytes(newBytes)} of them new`,
          ),
      },
    ),
  ).finally(progress.clear);
  await print(
    `Backup ${result.name} is in ${target}: ${result.rows} rows, ${result.objects} files (${megabytes(result.byteSize)}), ${result.newObjects} of them new (${megabytes(result.newBytes)} written).`,
  );
  if (result.removed.length > 0)
    await print(`Removed ${result.removed.length} older: ${result.removed.join(', ')}.`);
  if (protection.kind === 'none')
    await print(
      'It is not encrypted, so the secret is not in it: whoever restores it without READOUT_SECRET or the file "secret" signs in anew, sets second factors by an app up again, and signs new plugins with new keys. Keep the secret elsewhere, or encrypt with --recipient or --passphrase.',
    );
  if (result.erased.length > 0)
    await print(`${result.erased.length} originals were erased while it ran and are not in it.`);
  for (const key of result.missing)
    process.stderr.write(`missing in the store, and in no backup here: ${key}\n`);
  for (const key of result.altered)
    process.stderr.write(`altered in the store, and in no backup here: ${key}\n`);
  return result.missing.length + result.altered.length === 0;
}

async function verify({ source, backup, key }: Of<'verify'>, { print }: Surroundings): Promise<boolean> {
  const opened = await openBackup(path.resolve(source), { key: await keyOf(key), name: backup });
  const progress = showProgress();
  const result = await verifyBackup(opened, {
    onProgress: (objects) => progress.show(`${objects} of ${opened.manifest.objects.count} files`),
  }).finally(progress.clear);
  for (const problem of result.problems) process.stderr.write(`${problem}\n`);
  const { name, createdAt } = opened.manifest;
  await print(
    result.problemCount === 0
      ? `Backup ${name} of ${createdAt} is whole: ${result.objects} files and ${result.files} lists, ${megabytes(result.byteSize)} compared.${result.wasOpened ? '' : ' It was not opened: that takes the key.'}`
      : `Backup ${name} of ${createdAt} is damaged in ${result.problemCount} places.`,
  );
  return result.problemCount === 0;
}

async function restore(
  { source, backup, key, keepId }: Of<'restore'>,
  { print }: Surroundings,
): Promise<void> {
  const opened = await openBackup(path.resolve(source), { key: await keyOf(key), name: backup });
  const place = find();
  const progress = showProgress();
  const result = await withDatabase(place, async (database) =>
    restoreBackup(
      opened,
      {
        database,
        store: await createFileSystemStore(place.storeFolder),
        dataFolder: place.dataFolder,
        secret: process.env.READOUT_SECRET || undefined,
      },
      {
        keepId,
        onProgress: ({ step, table, objects }) =>
          progress.show(
            step === 'objects'
              ? `${objects} of ${opened.manifest.objects.count} files`
              : step === 'rows'
                ? `rows of ${table}`
                : 'comparing rows with each other',
          ),
      },
    ),
  ).finally(progress.clear);
  await print(
    [
      `Backup ${opened.manifest.name} is restored as the installation ${result.installationId}: ${result.rows} rows, ${result.objects} files (${megabytes(result.byteSize)}), every one compared with its hash.`,
      ...(result.missing.length > 0
        ? [`${result.missing.length} originals were lost before the backup was made and are not there.`]
        : []),
      {
        restored: `The secret is in ${path.join(place.dataFolder, 'secret')}.`,
        in_environment: 'READOUT_SECRET is the secret it was made with.',
        not_in_backup:
          'The secret was not in it. With the former READOUT_SECRET everything goes on; without it a new one is made: second factors by an app have to be set up again.',
      }[result.secret],
      'Everybody signs in anew; mails that waited are listed as failed, and backups from /admin are switched off. Start Readout with npm start.',
    ].join('\n'),
  );
}

function find(): InstallationPlace {
  try {
    return findInstallation();
  } catch (error) {
    throw new CommandError((error as Error).message, { cause: error });
  }
}

async function withDatabase<T>(
  place: InstallationPlace,
  work: (address: Parameters<typeof createBackup>[0]['database']) => Promise<T>,
): Promise<T> {
  const opened = await openInstallationDatabase(place.database, place.dataFolder).catch((cause: unknown) => {
    throw new CommandError((cause as Error).message, { cause });
  });
  try {
    return await work(opened.address);
  } catch (cause) {
    const explained = explainDatabaseFailure(opened.address, cause);
    throw explained === cause ? cause : new CommandError((explained as Error).message, { cause });
  } finally {
    await opened.close();
  }
}

async function readSecret({ dataFolder }: InstallationPlace): Promise<string | undefined> {
  const file = path.join(dataFolder, 'secret');
  return existsSync(file) ? (await readFile(file, 'utf8')).trim() : undefined;
}

async function keyOf(source: KeySource | undefined): Promise<Key | undefined> {
  if (!source) return undefined;
  if (source.kind === 'passphrase')
    return { kind: 'passphrase', passphrase: await getPassphrase(source.file, { isNew: false }) };
  const text = await readFile(source.file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${source.file} cannot be read (${error.code}).`, { cause: error });
  });
  return { kind: 'identities', identities: parseIdentities(text) };
}

/** One line on a terminal, written over; nothing where nobody looks. */
function showProgress(): { show: (text: string) => void; clear: () => void } {
  let shownAt = 0;
  const isTerminal = process.stderr.isTTY;
  return {
    show(text) {
      if (!isTerminal || performance.now() - shownAt < 200) return;
      shownAt = performance.now();
      process.stderr.write(`\r${text}\u001b[K`);
    },
    clear() {
      if (isTerminal) process.stderr.write('\r\u001b[K');
    },
  };
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
