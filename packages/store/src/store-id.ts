import { randomUUID } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode, makeFolder, orUndefined, syncFolder, walk } from './files.ts';
import { StoreError } from './object-store.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** File in the store's folder that holds the id of the installation whose files these are. */
export const idFileName = 'installation';

/** Id of the installation that the store in the folder belongs to; undefined where it has none yet. */
export async function readStoreId(root: string): Promise<string | undefined> {
  const text = await orUndefined(readFile(join(root, idFileName), 'utf8'));
  if (text === undefined) return undefined;
  const id = text.trim();
  if (uuid.test(id)) return id;
  throw new StoreError(
    'other_installation',
    `${join(root, idFileName)} should hold the id of an installation and holds something else.`,
  );
}

/**
 * Says durably whose files these are. Where two processes do so at once, one of them wins.
 *
 * @param options.replace - also where another installation's id is there already.
 * @returns the id that is there now
 */
export async function writeStoreId(root: string, id: string, { replace = false } = {}): Promise<string> {
  if (!uuid.test(id)) throw new TypeError(`Not the id of an installation: ${id}`);
  await makeFolder(root);
  const path = join(root, idFileName);
  const draft = `${path}.${randomUUID()}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${id}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    if (replace) await rename(draft, path);
    else
      await link(draft, path).catch((error: unknown) => {
        if (!hasCode(error, 'EEXIST')) throw error;
      });
    await syncFolder(root);
  } finally {
    await rm(draft, { force: true });
  }
  return (await readStoreId(root)) ?? id;
}

/** Whether any file was ever kept in the folder, in quarantine or not. */
export async function holdsFiles(root: string): Promise<boolean> {
  for (const folder of ['objects', 'quarantine', 'leaving'])
    for await (const _path of walk(join(root, folder))) return true;
  return false;
}

/** What the database knows of its files, asked only where the store does not say whose it is. */
export interface KnownFiles {
  /** Whether the database knows any. */
  any(): Promise<boolean>;
  /** Keys of some of them, the newest and the oldest among them. */
  sample(): Promise<string[]>;
}

/**
 * Sees to it that database and store belong together before anything is written to either. A new store, and one from
 * before stores had ids whose files fit, are given the id.
 *
 * @returns how that was found out
 * @throws StoreError `other_installation`, `unknown_files`, `files_missing`
 */
export async function claimStore(
  root: string,
  installationId: string,
  known: KnownFiles,
): Promise<'known' | 'new' | 'fits'> {
  const found = await readStoreId(root);
  if (found === installationId) return 'known';
  if (found !== undefined) throw otherInstallation(root, found, installationId);
  const [hasFiles, hasRows] = [await holdsFiles(root), await known.any()];
  if (hasFiles && !hasRows)
    throw new StoreError(
      'unknown_files',
      `The store in ${root} holds files and the database knows none of them: it is new, or not the one these files belong to.`,
    );
  if (hasRows) {
    const keys = await known.sample();
    let there = 0;
    for (const key of keys) if (await holdsObject(root, key)) there++;
    // Some may have been lost before; a store of somebody else has none.
    if (there < keys.length / 2)
      throw new StoreError(
        'files_missing',
        hasFiles
          ? `The store in ${root} is not the one this database belongs to: of ${keys.length} originals that were looked for it has ${there}.`
          : `The database knows originals, and the store in ${root} is empty.`,
      );
  }
  const now = await writeStoreId(root, installationId);
  if (now !== installationId) throw otherInstallation(root, now, installationId);
  return hasRows ? 'fits' : 'new';
}

async function holdsObject(root: string, key: string): Promise<boolean> {
  const file = await orUndefined(open(join(root, 'objects', ...key.split('/')), 'r'));
  await file?.close();
  return file !== undefined;
}

function otherInstallation(root: string, found: string, installationId: string): StoreError {
  return new StoreError(
    'other_installation',
    `The store in ${root} belongs to the installation ${found}, the database to ${installationId}.`,
  );
}
