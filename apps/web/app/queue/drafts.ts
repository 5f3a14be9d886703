import type { DBSchema, IDBPDatabase } from 'idb';
import type { DeviceReadingSummary } from '../device/device-words.ts';
import { openDeviceDatabase } from '../device-database.ts';
import { deviceProblem } from './device-problem.ts';
import { openPlace } from './open-place.ts';
import { QueueFullError } from './queue-types.ts';
import type { Vault } from './store/vault.ts';

/**
 * Pictures that were taken and not handed to the queue yet: a batch that is still looked through, a document that gets
 * another page. They are on the disk of the device before the shutter is heard, sealed like the queue's own.
 */

export type DraftKind = 'batch' | 'document';

export interface Draft {
  /** Becomes the capture's client-made id. */
  clientId: string;
  kind: DraftKind;
  /** Place in its batch or document; drafts are shown in this order. */
  order: number;
  /** Milliseconds since 1970. */
  takenAt: number;
  fileName: string;
  deviceReading?: DeviceReadingSummary;
  /** A small picture. */
  thumbnail: Blob;
  /** Once it is finished: the document it is a page of, so that sending goes on after a reload. */
  page?: { id: string; page: number };
  isFinished: boolean;
}

interface Row {
  clientId: string;
  owner: string;
  order: number;
  kind: DraftKind;
  isFinished: boolean;
  keyId: string;
  /** A {@link Draft} without its thumbnail, as JSON. */
  about: ArrayBuffer;
  thumbnail: ArrayBuffer;
  picture: ArrayBuffer;
}

interface DraftsDatabase extends DBSchema {
  drafts: { key: string; value: Row; indexes: { owner: string } };
}

export interface Drafts {
  /** In their order. */
  list(kind: DraftKind): Promise<Draft[]>;
  /** Durable when it resolves. @throws QueueFullError */
  keep(draft: Draft, picture: Blob): Promise<void>;
  change(draft: Draft): Promise<void>;
  /** Undefined where it is gone. */
  picture(clientId: string): Promise<Blob | undefined>;
  remove(clientId: string): Promise<void>;
}

const jpeg = 'image/jpeg';

interface Owner {
  userId: string;
  companyId: string;
}

let newest: { of: string; drafts: Promise<Drafts> } | undefined;

/** @param owner - user and company whose drafts these are; nobody else's are opened. @throws QueueFullError */
export function openDrafts(owner: Owner): Promise<Drafts> {
  const of = ownerName(owner);
  if (newest?.of === of) return newest.drafts;
  const drafts = open(owner);
  newest = { of, drafts };
  drafts.catch(() => {
    // Tried again at the next picture.
    if (newest?.drafts === drafts) newest = undefined;
  });
  return drafts;
}

const ownerName = ({ userId, companyId }: Owner): string => `${companyId} ${userId}`;

const openDatabase = (): Promise<IDBPDatabase<DraftsDatabase>> =>
  openDeviceDatabase<DraftsDatabase>('readout-drafts', 1, {
    upgrade(upgraded) {
      upgraded.createObjectStore('drafts', { keyPath: 'clientId' }).createIndex('owner', 'owner');
    },
  });

/** Pictures of somebody that were taken here and not handed to the queue yet; none where the browser keeps nothing. */
export async function countDrafts(owner: Owner): Promise<number> {
  if (typeof indexedDB === 'undefined') return 0;
  const database = await openDatabase().catch(() => undefined);
  if (!database) return 0;
  const count = await database.countFromIndex('drafts', 'owner', ownerName(owner)).catch(() => 0);
  database.close();
  return count;
}

async function open(owner: Owner): Promise<Drafts> {
  const place = await openPlace(owner.userId);
  if (typeof place === 'string') throw notNow();
  if (!place.store.isDurable) return inMemory();
  const database = await openDatabase();
  return inDatabase(database, ownerName(owner), place.vault);
}

function inDatabase(database: IDBPDatabase<DraftsDatabase>, owner: string, vault: () => Vault): Drafts {
  const openAbout = async (row: Row): Promise<Omit<Draft, 'thumbnail'>> => {
    const bytes = await vault().open(row.about, `draft ${row.clientId}`, row.keyId);
    return JSON.parse(new TextDecoder().decode(bytes)) as Omit<Draft, 'thumbnail'>;
  };
  const sealAbout = ({ thumbnail: _, ...about }: Draft): Promise<ArrayBuffer> =>
    vault().seal(encode(JSON.stringify(about)), `draft ${about.clientId}`);

  return {
    async list(kind) {
      const rows = (await database.getAllFromIndex('drafts', 'owner', owner)).filter(
        (row) => row.kind === kind,
      );
      const drafts = await Promise.all(
        rows.map(async (row): Promise<Draft[]> => {
          try {
            const thumbnail = await vault().open(row.thumbnail, `draft small ${row.clientId}`, row.keyId);
            return [{ ...(await openAbout(row)), thumbnail: new Blob([thumbnail], { type: jpeg }) }];
          } catch {
            // Sealed with a key that is not here now: it is there again once its owner's key is.
            return [];
          }
        }),
      );
      return drafts.flat().sort((a, b) => a.order - b.order);
    },
    async keep(draft, picture) {
      try {
        const [about, thumbnail, bytes] = await Promise.all([
          sealAbout(draft),
          vault().seal(await draft.thumbnail.arrayBuffer(), `draft small ${draft.clientId}`),
          vault().seal(await picture.arrayBuffer(), `draft picture ${draft.clientId}`),
        ]);
        const { clientId, order, kind, isFinished } = draft;
        const transaction = database.transaction('drafts', 'readwrite', { durability: 'strict' });
        await transaction.store.put({
          clientId,
          owner,
          order,
          kind,
          isFinished,
          keyId: vault().keyId,
          about,
          thumbnail,
          picture: bytes,
        });
        await transaction.done;
      } catch (cause) {
        throw noRoom(cause);
      }
    },
    async change(draft) {
      const row = await database.get('drafts', draft.clientId);
      if (!row) return;
      // Under the key of its other pieces.
      if (row.keyId !== vault().keyId) {
        const picture = await this.picture(draft.clientId);
        if (picture) await this.keep(draft, picture);
        return;
      }
      const about = await sealAbout(draft);
      await database.put('drafts', { ...row, order: draft.order, isFinished: draft.isFinished, about });
    },
    async picture(clientId) {
      const row = await database.get('drafts', clientId);
      if (!row) return undefined;
      return new Blob([await vault().open(row.picture, `draft picture ${clientId}`, row.keyId)], {
        type: jpeg,
      });
    },
    async remove(clientId) {
      await database.delete('drafts', clientId);
    },
  };
}

/** Where the browser keeps nothing at all: as long as the page is open. */
function inMemory(): Drafts {
  const kept = new Map<string, { draft: Draft; picture: Blob }>();
  return {
    async list(kind) {
      return [...kept.values()]
        .map(({ draft }) => draft)
        .filter((draft) => draft.kind === kind)
        .sort((a, b) => a.order - b.order);
    },
    async keep(draft, picture) {
      kept.set(draft.clientId, { draft, picture });
    },
    async change(draft) {
      const known = kept.get(draft.clientId);
      if (known) kept.set(draft.clientId, { ...known, draft });
    },
    async picture(clientId) {
      return kept.get(clientId)?.picture;
    },
    async remove(clientId) {
      kept.delete(clientId);
    },
  };
}

const encode = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

const noRoom = (cause: unknown): QueueFullError => new QueueFullError(deviceProblem('queue.full'), { cause });

/** What is kept here is sealed with a key of the server. */
const notNow = (): QueueFullError => new QueueFullError(deviceProblem('queue.no_key'));
