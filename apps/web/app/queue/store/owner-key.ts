import { session } from '../../api/session.ts';
import type { QueueDatabase } from './queue-database.ts';
import { aesVault, type Vault } from './vault.ts';

const patienceMs = 8000;

/** Why there is no key to seal with. */
export type NoKey = 'signed-out' | 'refused' | 'not-reached';

/**
 * The vault of a user on this device. The key comes from the server (see server/api/queue-key.ts) and stays here, unreadable,
 * until the user signs out, so that the camera works without a network; anyone who signs in next removes it.
 */
export async function openVaultOf(
  database: QueueDatabase,
  userId: string,
): Promise<{ vault: Vault; renewed: Promise<Vault | undefined> } | NoKey> {
  await forgetKeys(database, (keptFor) => keptFor !== userId);
  const kept = (await database.getAll('keys', IDBKeyRange.bound([userId], [userId, []]))).sort(
    (a, b) => b.keptAt - a.keptAt,
  );
  const keys = new Map(kept.map(({ keyId, key }) => [keyId, key]));
  const fetched = fetchKey(database, userId, keys);
  if (kept[0]) {
    const { keyId } = kept[0];
    const renewed = fetched.then((id) =>
      typeof id === 'object' && id.keyId !== keyId ? aesVault(id.keyId, keys) : undefined,
    );
    return { vault: aesVault(keyId, keys), renewed };
  }
  const first = await fetched;
  if (typeof first === 'string') return first;
  return { vault: aesVault(first.keyId, keys), renewed: Promise.resolve(undefined) };
}

async function fetchKey(
  database: QueueDatabase,
  userId: string,
  keys: Map<string, CryptoKey>,
): Promise<{ keyId: string } | NoKey> {
  const answer = await session
    .GET('/device/queue-key', { signal: AbortSignal.timeout(patienceMs) })
    .catch(() => undefined);
  if (answer?.response.status === 401) return 'signed-out';
  if (answer?.response.status === 403) return 'refused';
  const told = answer?.data;
  if (!told) return 'not-reached';
  // Somebody else signed in meanwhile, in another tab.
  if (told.userId !== userId) return 'signed-out';
  if (!keys.has(told.id)) {
    const bytes = Uint8Array.from(atob(told.key), (letter) => letter.charCodeAt(0));
    const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
    keys.set(told.id, key);
    await database.put('keys', { userId, keyId: told.id, key, keptAt: Date.now() });
  }
  return { keyId: told.id };
}

/** Without it nothing of that user's can be opened on this device, until they sign in again. */
export async function forgetKeys(
  database: QueueDatabase,
  ofWhom: (userId: string) => boolean = () => true,
): Promise<void> {
  const transaction = database.transaction('keys', 'readwrite', { durability: 'strict' });
  for (const key of await transaction.store.getAllKeys())
    if (ofWhom(key[0])) await transaction.store.delete(key);
  await transaction.done;
}

/** Users whose items this device can open now. */
export async function usersWithKeys(database: QueueDatabase): Promise<string[]> {
  return [...new Set((await database.getAllKeys('keys')).map(([userId]) => userId))];
}

/** Without asking the server: what the service worker sends with. */
export async function keptVaultOf(database: QueueDatabase, userId: string): Promise<Vault | undefined> {
  const kept = (await database.getAll('keys', IDBKeyRange.bound([userId], [userId, []]))).sort(
    (a, b) => b.keptAt - a.keptAt,
  );
  const newest = kept[0];
  return newest && aesVault(newest.keyId, new Map(kept.map(({ keyId, key }) => [keyId, key])));
}
