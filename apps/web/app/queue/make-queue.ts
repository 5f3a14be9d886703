import type { Problem } from '../api/answer.ts';
import { deviceProblem } from './device-problem.ts';
import { exportItems } from './export-items.ts';
import { bytesIn, findRefusal } from './find-refusal.ts';
import type { Opened } from './open-place.ts';
import { asShown, unreadable } from './queue-item.ts';
import {
  type AboutCaptures,
  type NewFile,
  type QueueCounts,
  type QueuedCapture,
  QueueFullError,
  type QueueHold,
  type QueueOwner,
  type QueueStorage,
} from './queue-types.ts';
import { demandRoom, isFull, storageState } from './room.ts';
import { type Sender, startSender } from './send/sender.ts';
import { readSlice } from './send/tus-send.ts';
import type { AboutItem, ItemRow } from './store/rows.ts';
import { storeItem } from './store/store-item.ts';
import { aboutPlace, openJson, thumbnailPlace } from './store/vault.ts';
import { joinTabs, type QueueTabs } from './tabs.ts';
import { makeThumbnail } from './thumbnail.ts';

const trashDays = 30;
const dayMs = 86_400_000;
/** What was received is shown for so long, and no more than that many. */
const receivedForMs = dayMs;
const maxReceived = 200;

/** The queue of one user in one page, once its place is open. */
export interface OwnedQueue {
  /** @param onKept - the file at that place among them is on the list */
  add(
    files: readonly NewFile[],
    about: AboutCaptures,
    onKept: (index: number) => void,
  ): Promise<QueuedCapture[]>;
  items(): QueuedCapture[];
  trashed(): QueuedCapture[];
  counts(): QueueCounts;
  hold(): QueueHold | undefined;
  holdProblem(): Problem | undefined;
  retry(clientIds: readonly string[]): Promise<void>;
  trash(clientIds: readonly string[], isTrashed: boolean): Promise<void>;
  emptyTrash(): Promise<void>;
  clear(): Promise<void>;
  markRead(captureIds: ReadonlySet<string>): Promise<void>;
  exportFile(clientIds?: readonly string[]): Promise<Blob>;
  picture(clientId: string): Promise<Blob | undefined>;
  thumbnail(clientId: string): Promise<Blob | undefined>;
  storage(): Promise<QueueStorage>;
  /** The connection may be back, or somebody signed in. */
  wake(): void;
  setCompany(companyId: string): void;
  close(): void;
}

/** @param tell - something changed */
export async function makeQueue(
  owner: QueueOwner,
  place: Opened,
  { tell, onReceived }: { tell(): void; onReceived(item: QueuedCapture): void },
): Promise<OwnedQueue> {
  const { store } = place;
  let { companyId } = owner;
  const rows = new Map<string, ItemRow>();
  const details = new Map<string, { sealed: ArrayBuffer; about: AboutItem }>();
  const sending = new Map<string, number>();
  let held: { hold: QueueHold; problem: Problem | undefined } | undefined;
  let sender: Sender | undefined;
  let isClosed = false;
  let lastAddedAt = 0;

  const vault = () => place.vault();
  const aboutOf = async (row: ItemRow): Promise<void> => {
    if (details.get(row.clientId)?.sealed === row.sealed) return;
    const about = await openJson<AboutItem>(vault(), row.sealed, aboutPlace(row.clientId), row.keyId).catch(
      () => unreadable(row),
    );
    details.set(row.clientId, { sealed: row.sealed, about });
  };
  const keep = async (row: ItemRow): Promise<void> => {
    await aboutOf(row);
    rows.set(row.clientId, row);
  };
  const shown = (row: ItemRow): QueuedCapture =>
    asShown(row, {
      about: details.get(row.clientId)?.about ?? unreadable(row),
      sentBytes: sending.get(row.clientId),
      held,
    });
  /** After a change of ours: shown here, told to the other tabs, handed to the sender wherever it runs. */
  const changedHere = async (changed: readonly ItemRow[]): Promise<void> => {
    await Promise.all(changed.map(keep));
    tabs?.say({ kind: 'changed', ids: changed.map(({ clientId }) => clientId) });
    sender?.offer(changed);
    tell();
  };
  const changedElsewhere = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) {
      const row = await store.row(id);
      if (row && row.userId !== owner.userId) continue;
      const before = rows.get(id);
      if (row) {
        await keep(row);
        if (row.state === 'received' && before?.state === 'stored') onReceived(shown(row));
        sender?.offer([row]);
      } else {
        rows.delete(id);
        details.delete(id);
        sender?.withdraw(id);
      }
    }
    tell();
  };

  const becomeSender = (): (() => void) => {
    if (isClosed) return () => {};
    const mine = startSender({
      store,
      vault,
      companyId: () => companyId,
      onChanged: (row) => {
        void keep(row).then(() => {
          tabs?.say({ kind: 'changed', ids: [row.clientId] });
          if (row.state === 'received') onReceived(shown(row));
          tell();
        });
      },
      onSending: (clientId, isOn) => {
        if (isOn) sending.set(clientId, rows.get(clientId)?.sentBytes ?? 0);
        else sending.delete(clientId);
        tabs?.say({ kind: 'sending', id: clientId, sentBytes: isOn ? 0 : null });
        tell();
      },
      onProgress: (clientId, sentBytes) => {
        sending.set(clientId, sentBytes);
        tabs?.say({ kind: 'sending', id: clientId, sentBytes });
        tell();
      },
      onHold: (hold, problem) => {
        held = hold && { hold, problem };
        tabs?.say({ kind: 'hold', hold: hold ?? null, problem: problem ?? null });
        tell();
      },
    });
    sender = mine;
    mine.offer([...rows.values()]);
    return () => {
      mine.stop();
      if (sender === mine) sender = undefined;
      sending.clear();
      tell();
    };
  };

  const tabs: QueueTabs | undefined = store.isDurable
    ? joinTabs(owner.userId, {
        becomeSender,
        hear(word) {
          if (word.kind === 'changed') void changedElsewhere(word.ids);
          else if (word.kind === 'sending') {
            if (word.sentBytes === null) sending.delete(word.id);
            else sending.set(word.id, word.sentBytes);
            tell();
          } else if (word.kind === 'hold') {
            held = word.hold ? { hold: word.hold, problem: word.problem ?? undefined } : undefined;
            tell();
          } else if (word.kind === 'wake') sender?.wake();
        },
        /** What another tab that just came has to know. */
        state: () => [
          { kind: 'hold', hold: held?.hold ?? null, problem: held?.problem ?? null },
          ...[...sending].map(([id, sentBytes]) => ({ kind: 'sending' as const, id, sentBytes })),
        ],
      })
    : undefined;

  for (const row of await prune(await store.rows(owner.userId))) rows.set(row.clientId, row);
  await Promise.all([...rows.values()].map(aboutOf));
  const stopSender = tabs ? undefined : becomeSender();
  tabs?.start();
  place.onRenewed(() => {
    // What another key opens may be readable now.
    details.clear();
    void Promise.all([...rows.values()].map(aboutOf)).then(tell);
  });
  tell();

  /** Forgets what is over: received long ago, or deleted a month ago. */
  async function prune(all: readonly ItemRow[]): Promise<ItemRow[]> {
    const now = Date.now();
    const received = all.filter(({ receivedAt }) => receivedAt !== undefined).reverse();
    const over = new Set([
      ...received
        .filter(({ receivedAt }, index) => index >= maxReceived || now - (receivedAt ?? 0) > receivedForMs)
        .map(({ clientId }) => clientId),
      ...all
        .filter(({ trashedAt }) => trashedAt !== undefined && now - trashedAt > trashDays * dayMs)
        .map(({ clientId }) => clientId),
    ]);
    if (over.size > 0) await store.remove([...over]);
    return all.filter(({ clientId }) => !over.has(clientId));
  }

  async function removeForGood(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await store.remove(ids);
    for (const id of ids) {
      rows.delete(id);
      details.delete(id);
      sender?.withdraw(id);
    }
    tabs?.say({ kind: 'changed', ids: [...ids] });
    tell();
  }

  const addOne = (
    file: NewFile,
    { about, index, refusal }: { about: AboutCaptures; index: number; refusal: Problem | undefined },
  ): Promise<ItemRow> => {
    lastAddedAt = Math.max(Date.now(), lastAddedAt + 1);
    return storeItem({ store, vault: vault() }, file, {
      userId: owner.userId,
      companyId,
      addedAt: lastAddedAt,
      about,
      index,
      refusal,
    });
  };

  return {
    async add(files, about, onKept) {
      const freeTrash = async (): Promise<boolean> => {
        const trashed = [...rows.values()].filter(({ trashedAt }) => trashedAt !== undefined);
        await removeForGood(trashed.map(({ clientId }) => clientId));
        return trashed.length > 0;
      };
      const added: ItemRow[] = [];
      const fresh: string[] = [];
      const addAll = (): Promise<void> =>
        place.whileAdding(async () => {
          for (const [index, file] of files.entries()) {
            if (index < added.length) continue;
            const row = await addOne(file, { about, index, refusal: refusals[index] });
            added.push(row);
            // Before it is told of: no file is on the list twice.
            onKept(index);
            if (!rows.has(row.clientId)) {
              fresh.push(row.clientId);
              await changedHere([row]);
            }
          }
          tabs?.ask();
        });
      let refusals: (Problem | undefined)[] = [];
      try {
        refusals = await Promise.all(files.map(findRefusal));
        const total = files.reduce((sum, file, index) => sum + (refusals[index] ? 0 : bytesIn(file).size), 0);
        if (store.isDurable) await demandRoom(total, freeTrash);
        await addAll().catch(async (error: unknown) => {
          // Browsers only estimate: what they refuse in the end is believed, and what was deleted makes room.
          if (!isFull(error) || !(await freeTrash())) throw error;
          await addAll();
        });
      } catch (error) {
        await removeForGood(fresh).catch(() => {});
        if (error instanceof QueueFullError) throw error;
        const problem = isFull(error)
          ? deviceProblem('device.full')
          : deviceProblem('device.not_kept', error);
        throw new QueueFullError(problem, { cause: error });
      }
      return added.map((row) => shown(rows.get(row.clientId) ?? row));
    },
    items: () =>
      [...rows.values()]
        .filter(({ trashedAt }) => trashedAt === undefined)
        .sort((a, b) => a.addedAt - b.addedAt)
        .map(shown),
    trashed: () =>
      [...rows.values()]
        .filter(({ trashedAt }) => trashedAt !== undefined)
        .sort((a, b) => (b.trashedAt ?? 0) - (a.trashedAt ?? 0))
        .map(shown),
    counts() {
      const present = [...rows.values()].filter(({ trashedAt }) => trashedAt === undefined);
      return {
        waiting: present.filter(({ state }) => state === 'stored').length,
        failed: present.filter(({ state }) => state === 'failed').length,
      };
    },
    hold: () => held?.hold,
    holdProblem: () => held?.problem,
    async retry(clientIds) {
      const changed = await Promise.all(
        clientIds.map((id) =>
          store.change(id, (row) =>
            (row.state === 'failed' || row.state === 'stored') && row.chunkCount > 0
              ? { ...row, state: 'stored', attempts: 0, nextTryAt: 0 }
              : row,
          ),
        ),
      );
      await changedHere(changed.filter((row) => row !== undefined));
      wake();
    },
    async trash(clientIds, isTrashed) {
      const now = Date.now();
      // Of what was never kept there is nothing to bring back.
      const neverKept = clientIds.filter((id) => {
        const row = rows.get(id);
        return row?.state === 'failed' && row.chunkCount === 0;
      });
      await removeForGood(neverKept);
      const changed = await Promise.all(
        clientIds
          .filter((id) => !neverKept.includes(id))
          .map((id) =>
            store.change(id, ({ trashedAt: _, ...row }) => (isTrashed ? { ...row, trashedAt: now } : row)),
          ),
      );
      await changedHere(changed.filter((row) => row !== undefined));
    },
    emptyTrash: () =>
      removeForGood(
        [...rows.values()].filter(({ trashedAt }) => trashedAt !== undefined).map(({ clientId }) => clientId),
      ),
    clear: () =>
      removeForGood(
        [...rows.values()]
          .filter(({ receivedAt }) => receivedAt !== undefined)
          .map(({ clientId }) => clientId),
      ),
    async markRead(captureIds) {
      const meant = [...rows.values()].filter(
        ({ state, captureId }) =>
          state === 'received' && captureId !== undefined && captureIds.has(captureId),
      );
      const changed = await Promise.all(
        meant.map(({ clientId }) => store.change(clientId, (row) => ({ ...row, state: 'read' }))),
      );
      if (meant.length > 0) await changedHere(changed.filter((row) => row !== undefined));
    },
    exportFile(clientIds) {
      const meant = [...rows.values()].filter(
        ({ clientId, trashedAt, chunkCount }) =>
          chunkCount > 0 && (clientIds ? clientIds.includes(clientId) : trashedAt === undefined),
      );
      return exportItems(meant, { item: shown, bytes: (row) => bytesOf(row) });
    },
    async picture(clientId) {
      const row = rows.get(clientId);
      return row && row.chunkCount > 0 ? bytesOf(row) : undefined;
    },
    async thumbnail(clientId) {
      const row = rows.get(clientId);
      if (!row) return undefined;
      const kept = await store.thumbnail(clientId);
      if (kept)
        return new Blob([await vault().open(kept, thumbnailPlace(clientId), row.keyId)], {
          type: 'image/jpeg',
        });
      if (row.chunkCount === 0) return undefined;
      const made = await makeThumbnail(await bytesOf(row));
      if (!made) return undefined;
      // Sealed under the item's own key, as all that belongs to it.
      if (row.keyId === vault().keyId)
        await store
          .keepThumbnail(clientId, await vault().seal(await made.arrayBuffer(), thumbnailPlace(clientId)))
          .catch(() => {});
      return made;
    },
    storage: () => storageState(store.isDurable),
    wake,
    setCompany(id) {
      companyId = id;
    },
    close() {
      isClosed = true;
      tabs?.leave();
      stopSender?.();
      store.close();
    },
  };

  function wake(): void {
    if (sender) sender.wake();
    else tabs?.say({ kind: 'wake' });
  }

  async function bytesOf(row: ItemRow): Promise<Blob> {
    const bytes = await readSlice(store, vault(), row, 0, row.byteSize);
    return new Blob([bytes], { type: details.get(row.clientId)?.about.mediaType ?? '' });
  }
}
