import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { BackupError } from './backup-error.ts';
import { replaceFile } from './files.ts';

/** Of the layout described in docs/decisions/0015. Grows when an earlier Readout could not read it any more. */
export const formatVersion = 1;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.number().int().nonnegative();
const writtenFile = z.object({ sha256, byteSize: size });
const uuid = z.uuid();

/** `readout-backup.json`: whose backups a folder holds, and how they are protected. */
const folderHead = z.object({
  format: z.number().int(),
  installationId: uuid,
  protection: z.enum(['none', 'recipients', 'passphrase']),
  /** Public keys of age. */
  recipients: z.array(z.string().max(4000)).max(20),
});
export type FolderHead = z.infer<typeof folderHead>;

/** `manifest.json`: one backup, its files by their hash. Holds nothing secret. */
const manifest = z.object({
  format: z.number().int(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  readoutVersion: z.string().max(100),
  installationId: uuid,
  files: z.record(z.string().regex(/^[a-z0-9_.-]{1,200}$/), writtenFile),
  objects: z.object({ count: size, byteSize: size }),
});
export type Manifest = z.infer<typeof manifest>;

const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

/** `contents.json`, sealed like everything else: what the files are. */
const contents = z.object({
  migrations: z.array(z.object({ name: z.string(), checksum: sha256 })),
  tables: z.array(
    z.object({
      schema: identifier,
      name: identifier,
      columns: z.array(identifier),
      rows: size,
      file: z.string(),
    }),
  ),
  sequences: z.array(
    z.object({ schema: identifier, name: identifier, lastValue: z.string().regex(/^\d+$/) }),
  ),
  /** Texts of the data folder: `legal/tos.md` and its like. */
  texts: z.record(z.string().regex(/^legal\/[A-Za-z0-9][A-Za-z0-9._-]{0,100}$/), z.string()),
  /** The installation's secret; never in a backup without protection. */
  secret: z.string().optional(),
  /** Originals that rows name and that could not be put in: not in the store, with other bytes, erased since. */
  missing: z.array(z.string()),
  altered: z.array(z.string()),
  erased: z.array(z.string()),
});
export type Contents = z.infer<typeof contents>;

export const headFile = 'readout-backup.json';
export const keyFile = 'key.age';
export const manifestFile = 'manifest.json';
export const contentsFile = 'contents.json';
/** Names of the object files of a backup, in the order of `keysFile`. */
export const namesFile = 'objects.zst';
/** Keys and sizes of the objects in the store, sealed. */
export const keysFile = 'keys.zst';

/** Folder of one backup, by the time it was begun: `20261122T084000123Z`. */
export const backupName = /^\d{8}T\d{9}Z$/;
/** File of one object: what it is called by, and the hash of the file. */
export const objectName = /^[0-9a-f]{64}\.[0-9a-f]{64}$/;

export async function writeHashedJson(path: string, content: unknown): Promise<void> {
  const text = JSON.stringify(content, null, 1);
  await replaceFile(path, `${createHash('sha256').update(text).digest('hex')}\n${text}\n`);
}

export const readFolderHead = (path: string): Promise<FolderHead | undefined> =>
  readHashedJson(path, folderHead);
export const readManifest = (path: string): Promise<Manifest | undefined> => readHashedJson(path, manifest);

/**
 * A file of `writeHashedJson`; undefined where there is none.
 *
 * @throws BackupError `backup.damaged`, `backup.newer_version`
 */
async function readHashedJson<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const at = text.indexOf('\n');
  const json = text.slice(at + 1, -1);
  if (!text.endsWith('\n') || createHash('sha256').update(json).digest('hex') !== text.slice(0, at))
    throw new BackupError('backup.damaged', `${path} is not what was written: its hash differs.`);
  return parse(json, schema, path);
}

export const parseContents = (json: string, path: string): Contents => parse(json, contents, path);

function parse<T>(json: string, schema: z.ZodType<T>, path: string): T {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new BackupError('backup.damaged', `${path} cannot be read.`, { cause });
  }
  // Before anything else is looked at: a later format may have other fields.
  const { format } = value as { format?: unknown };
  if (typeof format === 'number' && format > formatVersion)
    throw new BackupError(
      'backup.newer_version',
      `This backup was written by a newer Readout (format ${format}; this one knows ${formatVersion}). Restore it with that version.`,
    );
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw new BackupError(
      'backup.damaged',
      `${path} holds what no backup holds: ${z.prettifyError(parsed.error)}`,
    );
  return parsed.data;
}
