import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createZstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { BackupError } from './backup-error.ts';
import { openSource } from './backup-folder.ts';
import { linesOf, readVerified } from './files.ts';
import {
  backupName,
  type Contents,
  contentsFile,
  type FolderHead,
  keysFile,
  type Manifest,
  manifestFile,
  namesFile,
  parseContents,
  readManifest,
} from './format.ts';
import type { Key, Opener } from './protection.ts';

/** An object of a backup: where it belongs in the store, and the file it is in. */
export interface ListedObject {
  key: string;
  name: string;
  /** Of the object; absent where the store did not have it any more when it was listed. */
  byteSize?: number | undefined;
}

/** One finished backup, whose manifest is in order. */
export interface OpenedBackup {
  folder: string;
  head: FolderHead;
  manifest: Manifest;
  /** Undefined where it is protected and no key was given: then only hashes can be compared. */
  opener: Opener | undefined;
  /** The bytes of one of its files as they are stored, compared with the manifest. */
  stored(file: string): AsyncIterable<Uint8Array>;
  /** The lines of a list that is not sealed. */
  names(): AsyncIterable<string>;
}

const listedObject = z.object({
  key: z.string().max(500),
  name: z.string().max(200),
  byteSize: z.number().int().nonnegative().optional(),
});

/**
 * Opens a backup of the folder, the newest one unless another is named.
 *
 * @throws BackupError
 */
export async function openBackup(
  source: string,
  { key, name }: { key?: Key | undefined; name?: string | undefined } = {},
): Promise<OpenedBackup> {
  const { head, opener, backups } = await openSource(source, key);
  if (name !== undefined && !(backupName.test(name) && backups.includes(name)))
    throw new BackupError(
      'backup.no_such_backup',
      `${source} holds no finished backup "${name.slice(0, 60)}"; it holds ${backups.join(', ') || 'none'}.`,
    );
  const chosen = name ?? backups[0];
  if (chosen === undefined)
    throw new BackupError('backup.none_finished', `${source} holds no backup that was finished.`);
  const folder = join(source, 'backups', chosen);
  const manifest = await readManifest(join(folder, manifestFile));
  if (!manifest) throw new BackupError('backup.damaged', `${join(folder, manifestFile)} is missing.`);
  if (manifest.installationId !== head.installationId || manifest.name !== chosen)
    throw new BackupError('backup.damaged', `${join(folder, manifestFile)} belongs to another backup.`);
  const stored = (file: string) => {
    const expected = manifest.files[file];
    if (!expected) throw new BackupError('backup.damaged', `The backup names no file ${file}.`);
    return readVerified(join(folder, file), expected);
  };
  return {
    folder: source,
    head,
    manifest,
    opener,
    stored,
    names: () => linesOf(decompress(stored(namesFile))),
  };
}

export function needOpener({ opener, head }: OpenedBackup): Opener {
  if (opener) return opener;
  throw new BackupError(
    'backup.key_needed',
    head.protection === 'passphrase'
      ? 'The backup is encrypted with a passphrase: give it with --passphrase-file, or where you are asked.'
      : `The backup is encrypted to ${head.recipients.join(', ')}: give the file of a matching secret key with --key.`,
  );
}

/** @throws BackupError `backup.key_needed`, `backup.wrong_key`, `backup.damaged` */
export async function readContents(backup: OpenedBackup): Promise<Contents> {
  const bytes = await buffer(needOpener(backup).open(backup.stored(contentsFile)));
  const contents = parseContents(bytes.toString('utf8'), contentsFile);
  for (const { file } of contents.tables)
    if (!backup.manifest.files[file])
      throw new BackupError('backup.damaged', `The backup names no file ${file}.`);
  return contents;
}

/** Every object, in the order it was written in. */
export async function* readObjects(backup: OpenedBackup): AsyncGenerator<ListedObject> {
  const lines = linesOf(decompress(needOpener(backup).open(backup.stored(keysFile))));
  for await (const line of lines) {
    const parsed = listedObject.safeParse(JSON.parse(line));
    if (!parsed.success) throw new BackupError('backup.damaged', 'The list of objects holds what none does.');
    yield parsed.data;
  }
}

/** The rows of a table as COPY wrote them. */
export const readRows = (backup: OpenedBackup, file: string): Readable =>
  decompress(needOpener(backup).open(backup.stored(file)));

function decompress(source: AsyncIterable<Uint8Array>): Readable {
  return pipeline(Readable.from(source), createZstdDecompress(), () => {});
}
