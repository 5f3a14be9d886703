import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  BackupError,
  createBackup,
  generateKeyPair,
  type Key,
  noteBackup,
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
import { findStore, type ObjectStore, StoreError, storeLocationsOf } from '@readout/store';
import { megabytes, moment } from '../format-units.ts';
import { CommandError, cannotRead, cannotWrite } from '../plugin/command-error.ts';
import { say } from '../say.ts';
import type { BackupCommand, KeySource } from './backup-arguments.ts';
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
        await around.print(say('cli.backup.help'));
        return true;
      case 'new-key':
        await makeKey(command, around);
        return true;
      case 'backup':
        return await backUp(command, around);
      case 'verify':
        return await verify(command, around);
      case 'restore':
        return await restore(command, around);
    }
  } catch (error) {
    if (error instanceof BackupError)
      throw new CommandError(`${error.code}: ${error.message}`, { cause: error });
    if (error instanceof StoreError) throw new CommandError(error.message, { cause: error });
    throw error;
  }
}

async function makeKey({ file }: Of<'new-key'>, { print }: Surroundings): Promise<void> {
  const { identity, recipient } = await generateKeyPair();
  const about = say('cli.backup.key_file', { recipient }).replaceAll(/^/gm, '# ');
  const text = `${about}\n${identity}\n`;
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST'
      ? new CommandError(say('cli.plugin.kept_file', { file }), { cause: error })
      : cannotWrite(file, error);
  }
  await print(say('cli.backup.key_made', { file, recipient }));
}

async function backUp(
  { target, recipients, passphrase, keep }: Of<'backup'>,
  { print, version }: Surroundings,
): Promise<boolean> {
  const place = find();
  if (!place.database && !existsSync(path.join(postgresFolder(place.dataFolder), 'cluster')))
    throw new CommandError(say('cli.store.no_installation', { folder: place.dataFolder }));
  const secret = process.env.READOUT_SECRET || (await readSecret(place));
  if (secret === undefined) throw new CommandError(say('cli.backup.no_secret', { folder: place.dataFolder }));
  const protection: Protection = passphrase
    ? { kind: 'passphrase', passphrase: await getPassphrase(passphrase.file, { isNew: true }) }
    : recipients.length > 0
      ? { kind: 'recipients', recipients }
      : { kind: 'none' };
  const progress = showProgress();
  const startedAt = new Date();
  const result = await withDatabase(place, async (database) => {
    const made = await createBackup(
      {
        database,
        store: await openStore(place),
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
            step === 'rows'
              ? say('cli.backup.rows_of', { table: table ?? '' })
              : say('cli.backup.files_new', { files: objects, size: megabytes(newBytes) }),
          ),
      },
    );
    await noteBackup(database, made, { startedAt, by: 'readout backup' });
    return made;
  }).finally(progress.clear);
  await print(
    say('cli.backup.made', {
      name: result.name,
      folder: target,
      rows: result.rows,
      files: result.objects,
      size: megabytes(result.byteSize),
      new: result.newObjects,
      written: megabytes(result.newBytes),
    }),
  );
  if (result.removed.length > 0)
    await print(
      say('cli.backup.removed', { count: result.removed.length, names: result.removed.join(', ') }),
    );
  if (protection.kind === 'none') await print(say('cli.backup.not_encrypted'));
  if (result.erased.length > 0) await print(say('cli.backup.erased', { count: result.erased.length }));
  for (const key of result.missing)
    process.stderr.write(`${say('cli.backup.lost', { how: 'missing', key })}\n`);
  for (const key of result.altered) process.stderr.write(`${say('cli.backup.lost', { key })}\n`);
  return result.missing.length + result.altered.length === 0;
}

async function verify({ source, backup, key }: Of<'verify'>, { print }: Surroundings): Promise<boolean> {
  const opened = await openBackup(path.resolve(source), { key: await keyOf(key), name: backup });
  const progress = showProgress();
  const result = await verifyBackup(opened, {
    onProgress: (objects) =>
      progress.show(say('cli.backup.files_of', { files: objects, of: opened.manifest.objects.count })),
  }).finally(progress.clear);
  for (const problem of result.problems) process.stderr.write(`${problem}\n`);
  const { name, createdAt } = opened.manifest;
  await print(
    result.problemCount === 0
      ? say('cli.backup.whole', {
          name,
          at: moment(createdAt),
          files: result.objects,
          lists: result.files,
          size: megabytes(result.byteSize),
          opened: result.wasOpened ? 'yes' : undefined,
        })
      : say('cli.backup.damaged', { name, at: moment(createdAt), places: result.problemCount }),
  );
  return result.problemCount === 0;
}

async function restore(
  { source, backup, key, keepId }: Of<'restore'>,
  { print }: Surroundings,
): Promise<boolean> {
  const opened = await openBackup(path.resolve(source), { key: await keyOf(key), name: backup });
  const place = find();
  const progress = showProgress();
  const result = await withDatabase(place, async (database) =>
    restoreBackup(
      opened,
      {
        database,
        store: await openStore(place),
        dataFolder: place.dataFolder,
        secret: process.env.READOUT_SECRET || undefined,
      },
      {
        keepId,
        onProgress: ({ step, table, objects }) =>
          progress.show(
            step === 'objects'
              ? say('cli.backup.files_of', { files: objects, of: opened.manifest.objects.count })
              : step === 'rows'
                ? say('cli.backup.rows_of', { table: table ?? '' })
                : say('cli.backup.comparing_rows'),
          ),
      },
    ),
  ).finally(progress.clear);
  await print(
    [
      say('cli.backup.restored', {
        name: opened.manifest.name,
        id: result.installationId,
        rows: result.rows,
        files: result.objects,
        size: megabytes(result.byteSize),
      }),
      ...(result.damaged.length > 0 ? [say('cli.backup.left_out', { count: result.damaged.length })] : []),
      ...(result.missing.length > 0 ? [say('cli.backup.lost_before', { count: result.missing.length })] : []),
      result.secret === 'restored'
        ? say('cli.backup.secret', { secret: 'restored', file: path.join(place.dataFolder, 'secret') })
        : say('cli.backup.secret', result.secret === 'in_environment' ? { secret: result.secret } : {}),
      say('cli.backup.after_restoring'),
    ].join('\n'),
  );
  for (const each of result.damaged)
    process.stderr.write(`${say('cli.backup.lost', { how: 'damaged', key: each })}\n`);
  return result.damaged.length === 0;
}

function find(): InstallationPlace {
  try {
    return findInstallation();
  } catch (error) {
    throw new CommandError((error as Error).message, { cause: error });
  }
}

async function openStore({ dataFolder }: InstallationPlace): Promise<ObjectStore> {
  let locations: ReturnType<typeof storeLocationsOf>;
  try {
    locations = storeLocationsOf(process.env, dataFolder);
  } catch (error) {
    throw new CommandError((error as Error).message, { cause: error });
  }
  return (await findStore(locations)).open();
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
    throw cannotRead(source.file, error);
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
