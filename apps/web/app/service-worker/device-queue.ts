import { findRefusal } from '../queue/find-refusal.ts';
import { type Sender, startSender } from '../queue/send/sender.ts';
import { forgetKeys, keptVaultOf, usersWithKeys } from '../queue/store/owner-key.ts';
import { databaseStore, openQueueDatabase } from '../queue/store/queue-database.ts';
import { storeItem } from '../queue/store/store-item.ts';
import { channelName, type QueueWord, senderLock } from '../queue/tabs.ts';

/** Sends what waits on this device while no page does. @throws where something is left, so that the browser tries again */
export async function drainQueue(): Promise<void> {
  const database = await openQueueDatabase();
  let left = 0;
  try {
    const store = databaseStore(database);
    for (const userId of await usersWithKeys(database)) {
      const vault = await keptVaultOf(database, userId);
      if (!vault) continue;
      await navigator.locks.request(senderLock(userId), { ifAvailable: true }, async (lock) => {
        // A page is open and sends.
        if (!lock) return;
        const channel = new BroadcastChannel(channelName(userId));
        const say = (word: QueueWord): void => channel.postMessage(word);
        let sender: Sender | undefined;
        channel.addEventListener('message', ({ data }: MessageEvent<QueueWord>) => {
          if (data.kind === 'who') say({ kind: 'sender' });
          else if (data.kind === 'changed')
            void Promise.all(data.ids.map((id) => store.row(id))).then((rows) =>
              sender?.offer(rows.filter((row) => row !== undefined)),
            );
        });
        sender = startSender({
          store,
          vault: () => vault,
          companyId: () => undefined,
          onChanged: (row) => say({ kind: 'changed', ids: [row.clientId] }),
          onSending: (id, isOn) => say({ kind: 'sending', id, sentBytes: isOn ? 0 : null }),
          onProgress: (id, sentBytes) => say({ kind: 'sending', id, sentBytes }),
          onHold: () => {},
        });
        sender.offer(await store.rows(userId));
        await sender.settled();
        sender.stop();
        channel.close();
      });
      const waiting = (await store.rows(userId)).filter(
        ({ state, trashedAt }) => (state === 'stored' || state === 'failed') && trashedAt === undefined,
      );
      left += waiting.filter(({ state }) => state === 'stored').length;
      await showBadge(waiting.length);
    }
  } finally {
    database.close();
  }
  if (left > 0) throw new Error(`${left} captures wait for the next try.`);
}

async function showBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {});
}

/**
 * Keeps files the system's share sheet handed over, for who is signed in on this device.
 * @returns how many; undefined where nobody is, so that nothing could be kept
 */
export async function keepShared(
  files: readonly File[],
  companyOf: (userId: string) => Promise<string | undefined>,
): Promise<number | undefined> {
  const database = await openQueueDatabase();
  try {
    const [userId] = await usersWithKeys(database);
    const vault = userId === undefined ? undefined : await keptVaultOf(database, userId);
    const companyId = userId === undefined ? undefined : await companyOf(userId);
    if (userId === undefined || !vault || companyId === undefined) return undefined;
    const store = databaseStore(database);
    const channel = new BroadcastChannel(channelName(userId));
    for (const [index, file] of files.entries()) {
      const row = await storeItem({ store, vault }, file, {
        userId,
        companyId,
        addedAt: Date.now() + index,
        about: { source: 'desktop' },
        refusal: await findRefusal(file),
      });
      channel.postMessage({ kind: 'changed', ids: [row.clientId] } satisfies QueueWord);
    }
    channel.close();
    return files.length;
  } finally {
    database.close();
  }
}

/** Nobody can open what waits here until they sign in again. */
export async function lockQueue(): Promise<void> {
  const database = await openQueueDatabase();
  await forgetKeys(database);
  database.close();
}
