import { expect, test } from 'vitest';
import { memoryStore } from '../store/memory-store.ts';
import { storeItem } from '../store/store-item.ts';
import { aboutPlace, aesVault, openJson, openVault, SealedError, type Vault } from '../store/vault.ts';
import { startSender } from './sender.ts';
import { readSlice, SendError } from './tus-send.ts';

const about = { source: 'camera' } as const;
const owner = { userId: 'u', companyId: 'c' };

/** A queue in memory with a server that answers as it is told. */
function arrange(answer: (clientId: string, tries: number) => string | SendError, vault: Vault = openVault) {
  const store = memoryStore();
  const tries = new Map<string, number>();
  const holds: (string | undefined)[] = [];
  let now = 1_000_000;
  const sender = startSender({
    store,
    vault: () => vault,
    companyId: () => 'c',
    onChanged: () => {},
    onSending: () => {},
    onProgress: () => {},
    onHold: (hold) => holds.push(hold),
    now: () => now,
    async send({ row }) {
      const count = (tries.get(row.clientId) ?? 0) + 1;
      tries.set(row.clientId, count);
      const result = answer(row.clientId, count);
      if (typeof result === 'string') return result;
      throw result;
    },
  });
  return {
    store,
    sender,
    tries,
    holds,
    pass: (ms: number) => {
      now += ms;
    },
    async add(name: string, byteSize = 10) {
      const row = await storeItem({ store, vault }, new File([new Uint8Array(byteSize)], name), {
        ...owner,
        addedAt: now++,
        about,
      });
      sender.offer([row]);
      return row.clientId;
    },
  };
}

test('a refused capture stops none of the others, and stays with its bytes and the reason', async () => {
  const refusal = new SendError({
    status: 415,
    problem: { status: 415, code: 'image.unsupported_type', title: 'Not a picture', detail: '' },
  });
  const asked: string[] = [];
  const queue = arrange((clientId) => {
    asked.push(clientId);
    return clientId === asked[1] ? refusal : `capture of ${clientId}`;
  });
  const ids: string[] = [];
  for (const name of ['a.png', 'b.png', 'c.png', 'd.png', 'e.png']) ids.push(await queue.add(name));
  await queue.sender.settled();
  const refused = asked[1]!;
  const kept = await queue.store.row(refused);
  expect(kept).toMatchObject({ state: 'failed', attempts: 1, chunkCount: 1 });
  expect(await queue.store.chunk(refused, 0)).toBeDefined();
  expect(await openJson(openVault, kept!.sealed, aboutPlace(refused), kept!.keyId)).toMatchObject({
    problem: { code: 'image.unsupported_type' },
  });
  expect(queue.tries.get(refused)).toBe(1);
  for (const id of ids.filter((each) => each !== refused))
    expect(await queue.store.row(id)).toMatchObject({
      state: 'received',
      captureId: `capture of ${id}`,
      chunkCount: 0,
    });
  queue.sender.stop();
});

test('bytes leave the device only with the server’s acknowledgement', async () => {
  const queue = arrange((_, tries) => (tries === 1 ? new SendError({ status: 0 }) : 'capture'));
  const id = await queue.add('a.png');
  await queue.sender.settled();
  expect(queue.holds).toEqual(['offline']);
  expect(await queue.store.chunk(id, 0)).toBeDefined();
  expect(await queue.store.row(id)).toMatchObject({ state: 'stored', attempts: 0 });
  queue.sender.wake();
  await queue.sender.settled();
  expect(queue.holds).toEqual(['offline', undefined]);
  expect(await queue.store.chunk(id, 0)).toBeUndefined();
  expect(await queue.store.row(id)).toMatchObject({ state: 'received' });
  queue.sender.stop();
});

test('while something stands in the way of all, one try at a time asks whether it still does', async () => {
  const queue = arrange(() => new SendError({ status: 0 }));
  for (let index = 0; index < 20; index++) await queue.add(`${index}.png`);
  await queue.sender.settled();
  const before = [...queue.tries.values()].reduce((sum, tries) => sum + tries, 0);
  expect(before).toBeLessThanOrEqual(3);
  queue.sender.wake();
  await queue.sender.settled();
  expect([...queue.tries.values()].reduce((sum, tries) => sum + tries, 0)).toBe(before + 1);
  queue.sender.stop();
});

test('a new capture is tried at once, whatever the one before it ran into, and one that always fails holds up no other', async () => {
  let cursed: string | undefined;
  const queue = arrange((clientId) => {
    cursed ??= clientId;
    return clientId === cursed ? new SendError({ status: 0 }) : `capture of ${clientId}`;
  });
  const first = await queue.add('a.png');
  await queue.sender.settled();
  // Held up again and again, everything waits for a minute.
  for (let index = 0; index < 8; index++) {
    queue.sender.wake();
    await queue.sender.settled();
  }
  queue.pass(1000);
  const second = await queue.add('b.png');
  await queue.sender.settled();
  expect(await queue.store.row(second)).toMatchObject({ state: 'received' });
  expect(queue.holds.at(-1)).toBeUndefined();
  // From then on it is known to be that one's own trouble.
  expect(await queue.store.row(first)).toMatchObject({ state: 'stored', attempts: 1 });
  queue.sender.stop();
});

test('what the server asks to wait for is waited for by new captures too', async () => {
  const queue = arrange(() => new SendError({ status: 503, retryAfterMs: 600_000 }));
  await queue.add('a.png');
  await queue.sender.settled();
  queue.pass(60_000);
  const second = await queue.add('b.png');
  await queue.sender.settled();
  expect(queue.tries.get(second)).toBeUndefined();
  queue.sender.stop();
});

test('a server’s failure is tried again later, by itself, and longer each time', async () => {
  const queue = arrange(
    () =>
      new SendError({
        status: 500,
        problem: { status: 500, code: 'server.unexpected', title: 'x', detail: '' },
      }),
  );
  const id = await queue.add('a.png');
  await queue.sender.settled();
  const one = await queue.store.row(id);
  expect(one).toMatchObject({ state: 'stored', attempts: 1 });
  queue.pass(3000);
  queue.sender.offer([]);
  await queue.sender.settled();
  const two = await queue.store.row(id);
  expect(two?.attempts).toBe(2);
  expect((two?.nextTryAt ?? 0) - (one?.nextTryAt ?? 0)).toBeGreaterThan(3000);
  queue.sender.stop();
});

test('what is sealed is read back whole, under its own key alone, and in its own place', async () => {
  const key = (): Promise<CryptoKey> =>
    crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const mine = aesVault('mine', new Map([['mine', await key()]]));
  const store = memoryStore();
  const bytes = new Uint8Array(2_500_000).map((_, index) => (index * 17) % 253);
  const row = await storeItem({ store, vault: mine }, new File([bytes], 'a.png'), {
    ...owner,
    addedAt: 1,
    about,
  });
  const slice = new Uint8Array(await (await readSlice(store, mine, row, 1_000_000, 2_400_000)).arrayBuffer());
  expect(Buffer.from(slice).equals(Buffer.from(bytes.subarray(1_000_000, 2_400_000)))).toBe(true);
  const theirs = aesVault('mine', new Map([['mine', await key()]]));
  await expect(readSlice(store, theirs, row, 0, 10)).rejects.toThrow(SealedError);
  // Pieces exchanged with one another, or cut off at the end, are noticed.
  const [first, second] = [await store.chunk(row.clientId, 0), await store.chunk(row.clientId, 1)];
  await store.keepChunks(row.clientId, 0, [second as ArrayBuffer, first as ArrayBuffer]);
  await expect(readSlice(store, mine, row, 0, 10)).rejects.toThrow(SealedError);
  await store.keepChunks(row.clientId, 0, [first as ArrayBuffer, second as ArrayBuffer]);
  await expect(readSlice(store, mine, { ...row, chunkCount: 2 }, 0, 10)).rejects.toThrow(SealedError);
});
