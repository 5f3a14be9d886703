import { randomUUID } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ignore, makeFolder, orUndefined, syncFolder, walk } from './files.ts';
import { type ObjectStore, StoreError } from './object-store.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isInstallationId(text: string): boolean {
  return uuid.test(text);
}

/** @throws TypeError */
export function demandInstallationId(id: string): void {
  if (!uuid.test(id)) throw new TypeError(`Not the id of an installation: ${id}`);
}

/** File in the store's folder that holds the id of the installation whose files these are. */
const idFileName = 'installation';
/** And the one that says that some of them are in another store. */
const moveFileName = 'moving';

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
  demandInstallationId(id);
  await makeFolder(root);
  await writeDurably(join(root, idFileName), id, replace ? rename : linkUnlessThere);
  await syncFolder(root);
  return (await readStoreId(root)) ?? id;
}

const linkUnlessThere = (draft: string, path: string) => link(draft, path).catch(ignore('EEXIST'));

async function writeDurably(
  path: string,
  line: string,
  place: (draft: string, path: string) => Promise<void>,
): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${line}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await place(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Whose store it is, as the store itself says. */
export interface StoreOwner {
  /** Of the store, for people. */
  name: string;
  /** The same on every machine: `folder`, or as `READOUT_STORE` has it. */
  setting: string;
  /** Id of the installation; undefined where the store has none yet. @throws StoreError `other_installation` where it is no id */
  readId(): Promise<string | undefined>;
  /**
   * Says durably whose it is.
   * @param options.replace - also where another installation's id is there already.
   * @returns the id that is there now
   */
  writeId(id: string, options?: { replace?: boolean }): Promise<string>;
  /** The setting of the other store, while objects move from one of them to the other. */
  readMove(): Promise<string | undefined>;
  writeMove(other: string | undefined): Promise<void>;
  /** Whether anything was ever kept in it, in quarantine or not. */
  holdsFiles(): Promise<boolean>;
  holdsObject(key: string): Promise<boolean>;
}

/** A store where its settings say, not yet opened: whose it is comes first. */
export interface FoundStore {
  owner: StoreOwner;
  /** @param options.installationId - whose it is: where it does not say so any more, it is away */
  open(options?: { installationId?: string }): Promise<ObjectStore>;
}

export function folderOwner(root: string): StoreOwner {
  return {
    name: root,
    setting: 'folder',
    readId: () => readStoreId(root),
    writeId: (id, options) => writeStoreId(root, id, options),
    async readMove() {
      return (await orUndefined(readFile(join(root, moveFileName), 'utf8')))?.trim();
    },
    async writeMove(other) {
      await makeFolder(root);
      if (other === undefined) await rm(join(root, moveFileName), { force: true });
      else await writeDurably(join(root, moveFileName), other, rename);
      await syncFolder(root);
    },
    holdsFiles: () => holdsFiles(root),
    async holdsObject(key) {
      const file = await orUndefined(open(join(root, 'objects', ...key.split('/')), 'r'));
      await file?.close();
      return file !== undefined;
    },
  };
}

async function holdsFiles(root: string): Promise<boolean> {
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
 * @throws StoreError `other_installation`, `unknown_files`, `files_missing`, `half_moved`
 */
export async function claimStore(
  owner: StoreOwner,
  installationId: string,
  known: KnownFiles,
): Promise<'known' | 'new' | 'fits'> {
  const found = await owner.readId();
  if (found === installationId) {
    const other = await owner.readMove();
    if (other === undefined) return 'known';
    throw new StoreError(
      'half_moved',
      `Some files of the store in ${owner.name} are in the other one (${other}): moving them has not ended.`,
    );
  }
  if (found !== undefined) throw otherInstallation(owner.name, found, installationId);
  const [hasFiles, hasRows] = [await owner.holdsFiles(), await known.any()];
  if (hasFiles && !hasRows)
    throw new StoreError(
      'unknown_files',
      `The store in ${owner.name} holds files and the database knows none of them: it is new, or not the one these files belong to.`,
    );
  if (hasRows) {
    const keys = await known.sample();
    let there = 0;
    for (const key of keys) if (await owner.holdsObject(key)) there++;
    // Some may have been lost before; a store of somebody else has none.
    if (there < keys.length / 2)
      throw new StoreError(
        'files_missing',
        hasFiles
          ? `The store in ${owner.name} is not the one this database belongs to: of ${keys.length} originals that were looked for it has ${there}.`
          : `The database knows originals, and the store in ${owner.name} is empty.`,
      );
  }
  const now = await owner.writeId(installationId);
  if (now !== installationId) throw otherInstallation(owner.name, now, installationId);
  return hasRows ? 'fits' : 'new';
}

/**
 * The same for two stores that both have objects of the installation, while they move. Each is marked so that neither is used
 * alone before they are all in one.
 *
 * @param also - where objects are besides
 */
export async function claimMovingStores(
  owner: StoreOwner,
  also: StoreOwner,
  installationId: string,
  known: KnownFiles,
): Promise<'known' | 'new' | 'fits'> {
  const [ownId, otherId] = [await owner.readId(), await also.readId()];
  for (const [id, { name }] of [
    [ownId, owner],
    [otherId, also],
  ] as const)
    if (id !== undefined && id !== installationId) throw otherInstallation(name, id, installationId);
  for (const [id, each] of [
    [ownId, owner],
    [otherId, also],
  ] as const)
    if (id === undefined && (ownId ?? otherId) !== undefined && (await each.holdsFiles()))
      throw new StoreError('unknown_files', `The store in ${each.name} holds files and does not say whose.`);
  const how = (ownId ?? otherId) === undefined ? await claimStore(also, installationId, known) : 'known';
  // What has all of it already stays so, however long the other one is named.
  if ((await also.readMove()) !== owner.setting) {
    await owner.writeMove(also.setting);
    await also.writeMove(owner.setting);
  }
  for (const each of [owner, also]) {
    const now = await each.writeId(installationId);
    if (now !== installationId) throw otherInstallation(each.name, now, installationId);
  }
  return how;
}

function otherInstallation(name: string, found: string, installationId: string): StoreError {
  return new StoreError(
    'other_installation',
    `The store in ${name} belongs to the installation ${found}, the database to ${installationId}.`,
  );
}
