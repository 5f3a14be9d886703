import { createHash, createHmac } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asTargetError, BackupError } from './backup-error.ts';
import { oneChunk, writeDurably } from './files.ts';
import {
  backupName,
  type FolderHead,
  formatVersion,
  headFile,
  keyFile,
  objectName,
  readFolderHead,
  writeHashedJson,
} from './format.ts';
import {
  generateKeyPair,
  type Key,
  type Opener,
  openWith,
  type Protection,
  plain,
  recipientOf,
  type Sealer,
  sealTo,
  unwrapIdentity,
  wrapIdentity,
} from './protection.ts';

/** A folder that backups are written to. */
export interface TargetFolder {
  sealer: Sealer;
  /** What an original is called by: its hash, or what only this installation can make of it where it is protected. */
  nameOfOriginal(sha256: string): string;
  /** What any other object is called by. */
  nameOf(identity: string): string;
  head: FolderHead;
}

/**
 * Opens the folder, or makes it: everything in it belongs to one installation and is protected in one way.
 *
 * @param secret - of the installation: names of objects derive from it where they may not tell what is in them.
 */
export async function openTarget(
  target: string,
  { installationId, protection, secret }: { installationId: string; protection: Protection; secret: string },
): Promise<TargetFolder> {
  try {
    await mkdir(join(target, 'objects'), { recursive: true, mode: 0o700 });
    await mkdir(join(target, 'backups'), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw asTargetError(error, target);
  }
  const recipients = protection.kind === 'recipients' ? [...new Set(protection.recipients)].sort() : [];
  let head = await readFolderHead(join(target, headFile));
  if (!head) {
    const strangers = (await readdir(target)).filter(
      (name) => !['objects', 'backups', keyFile, `${keyFile}.new`, `${headFile}.new`].includes(name),
    );
    if (strangers.length > 0)
      throw new BackupError(
        'backup.not_a_backup',
        `${target} holds other things (${strangers[0]}) and no backups. Name an empty folder, or a new one.`,
      );
    head = { format: formatVersion, installationId, protection: protection.kind, recipients };
  } else {
    if (head.installationId !== installationId)
      throw new BackupError(
        'backup.other_installation',
        `${target} holds the backups of another installation (${head.installationId}; this one is ${installationId}). Name a folder of its own.`,
      );
    if (head.protection !== protection.kind || head.recipients.join() !== recipients.join())
      throw new BackupError(
        'backup.other_protection',
        `${target} holds backups that are ${describe(head)}; this one would be ${describe({ protection: protection.kind, recipients })}. Name another folder: what was copied before can be read with the former key only.`,
      );
  }
  let sealer: Sealer = plain;
  if (protection.kind === 'recipients') sealer = sealTo(recipients);
  if (protection.kind === 'passphrase')
    sealer = sealTo([await passphraseRecipient(target, protection.passphrase)]);
  if (!(await readFolderHead(join(target, headFile)))) await writeHashedJson(join(target, headFile), head);
  const nameKey = createHmac('sha256', secret).update('names in backups').digest();
  const isPlain = protection.kind === 'none';
  const hidden = (identity: string) => createHmac('sha256', nameKey).update(identity).digest('hex');
  return {
    sealer,
    head,
    nameOfOriginal: (sha256) => (isPlain ? sha256 : hidden(sha256)),
    nameOf: (identity) => (isPlain ? createHash('sha256').update(identity).digest('hex') : hidden(identity)),
  };
}

function describe({ protection, recipients }: Pick<FolderHead, 'protection' | 'recipients'>): string {
  if (protection === 'none') return 'not encrypted';
  return protection === 'passphrase'
    ? 'encrypted with a passphrase'
    : `encrypted to ${recipients.join(', ')}`;
}

/** The passphrase opens one key that is made with the folder, and that key everything else. */
async function passphraseRecipient(target: string, passphrase: string): Promise<string> {
  const path = join(target, keyFile);
  const wrapped = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (wrapped) return recipientOf(await unwrapIdentity(wrapped, passphrase));
  const { identity, recipient } = await generateKeyPair();
  const draft = `${path}.new`;
  await rm(draft, { force: true });
  await writeDurably(draft, oneChunk(await wrapIdentity(identity, passphrase)));
  await rename(draft, path);
  return recipient;
}

/** A folder that backups are read from. */
export interface SourceFolder {
  head: FolderHead;
  /** Undefined where what is in it is protected and no key was given. */
  opener: Opener | undefined;
  /** Finished backups, the newest first. */
  backups: string[];
}

/** @throws BackupError */
export async function openSource(source: string, key: Key | undefined): Promise<SourceFolder> {
  const head = await readFolderHead(join(source, headFile));
  if (!head)
    throw new BackupError(
      'backup.not_a_backup',
      `${source} is not a folder that "readout backup" wrote: it holds no ${headFile}.`,
    );
  return { head, opener: await openerOf(source, head, key), backups: await listBackups(source) };
}

async function openerOf(source: string, head: FolderHead, key: Key | undefined): Promise<Opener | undefined> {
  if (head.protection === 'none') return plain;
  if (!key) return undefined;
  if (key.kind === 'identities') return openWith(key.identities);
  const wrapped = await readFile(join(source, keyFile)).catch((cause: NodeJS.ErrnoException) => {
    throw new BackupError(
      head.protection === 'passphrase' ? 'backup.damaged' : 'backup.wrong_key',
      head.protection === 'passphrase'
        ? `${keyFile} is missing, without which the passphrase opens nothing.`
        : `The backup is encrypted to ${head.recipients.join(', ')}, not with a passphrase: give the key file with --key.`,
      { cause },
    );
  });
  return openWith([await unwrapIdentity(wrapped, key.passphrase)]);
}

/** Names of the finished backups in a folder, the newest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, 'backups')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => backupName.test(name))
    .sort()
    .reverse();
}

/** Folder of an object file: 4096 of them, so that none grows large. */
export const objectFolder = (folder: string, name: string): string =>
  join(folder, 'objects', name.slice(0, 3));

/** Where an object of a list is. @throws BackupError where the list holds something else than the name of one. */
export function objectPath(folder: string, name: string): string {
  if (!objectName.test(name))
    throw new BackupError('backup.damaged', 'A list of objects holds no name of one.');
  return join(objectFolder(folder, name), name);
}

/** The object file that is called by this, if there is one. */
export async function findObject(folder: string, id: string): Promise<string | undefined> {
  const names = await readdir(objectFolder(folder, id)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.find((name) => name.startsWith(`${id}.`) && objectName.test(name));
}
