import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ObjectStore } from './object-store.ts';

export interface StoreUnderTest {
  store: ObjectStore;
  /** Lets the stored (or, with `staged`, the staged) objects look older than they are. */
  age(what: { key: string } | 'staged', byMs: number): Promise<void>;
  /** Objects that are staged and not committed. */
  countStaged(): Promise<number>;
  close(): Promise<void>;
}

const key = (name: string) => `00000000-0000-4000-8000-000000000001/originals/ab/${name}`;
const hourMs = 3_600_000;

/** What every driver of the object store has to do. */
export function storeContract(name: string, create: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
    let under: StoreUnderTest;
    let store: ObjectStore;
    beforeAll(async () => {
      under = await create();
      store = under.store;
    });
    afterAll(() => under.close());

    const stage = (bytes: Uint8Array, maxBytes = 10_000_000) => store.stage(inChunks(bytes), { maxBytes });
    const read = async (at: string, range?: { start: number; end: number }) => {
      const object = await store.get(at, range);
      return object && (await buffer(object.body));
    };

    test('what is committed is read back byte for byte, with hash, size and head as they came', async () => {
      const bytes = randomBytes(300_000);
      const object = await stage(bytes);
      expect(object.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
      expect(object.byteSize).toBe(bytes.length);
      expect(Buffer.from(object.head)).toEqual(bytes.subarray(0, 4096));
      expect(await store.find(key('back'))).toBeUndefined();
      await object.commit(key('back'));
      expect(await read(key('back'))).toEqual(bytes);
      expect((await store.find(key('back')))?.byteSize).toBe(bytes.length);
      expect(await under.countStaged()).toBe(0);
    });

    test('a range gives exactly its bytes, both ends included', async () => {
      await store.put(key('range'), Buffer.from('0123456789'));
      expect((await read(key('range'), { start: 2, end: 5 }))?.toString()).toBe('2345');
      expect((await read(key('range'), { start: 9, end: 9 }))?.toString()).toBe('9');
    });

    test('a stream longer than allowed is refused while it comes and leaves nothing', async () => {
      let taken = 0;
      async function* endless() {
        for (;;) {
          taken++;
          yield new Uint8Array(1000);
        }
      }
      await expect(store.stage(endless(), { maxBytes: 5000 })).rejects.toMatchObject({
        name: 'StoreError',
        code: 'too_large',
      });
      expect(taken).toBe(6);
      expect(await under.countStaged()).toBe(0);
    });

    test('a stream that breaks off half-way leaves nothing and its error is the one that is thrown', async () => {
      async function* broken() {
        yield new Uint8Array(1000);
        throw new Error('connection reset');
      }
      await expect(store.stage(broken(), { maxBytes: 5000 })).rejects.toThrow('connection reset');
      expect(await under.countStaged()).toBe(0);
    });

    test('discarded bytes are gone; discarding after the commit changes nothing', async () => {
      await (await stage(Buffer.from('dropped'))).discard();
      expect(await under.countStaged()).toBe(0);
      const kept = await stage(Buffer.from('kept'));
      await kept.commit(key('kept'));
      await kept.discard();
      expect((await read(key('kept')))?.toString()).toBe('kept');
    });

    test('the same bytes committed many times at once are there once and whole', async () => {
      const bytes = randomBytes(50_000);
      const objects = await Promise.all(Array.from({ length: 8 }, () => stage(bytes)));
      await Promise.all(objects.map((object) => object.commit(key('many'))));
      expect(await read(key('many'))).toEqual(bytes);
      const listed = await Array.fromAsync(store.list('00000000-0000-4000-8000-000000000001/originals'));
      expect(listed.filter((object) => object.key === key('many'))).toHaveLength(1);
    });

    test('what is not there is undefined, and deleting it is no error', async () => {
      expect(await store.get(key('nothing'))).toBeUndefined();
      expect(await store.localFile(key('nothing'))).toBeUndefined();
      await store.delete(key('nothing'));
      await store.put(key('gone'), Buffer.from('x'));
      await store.delete(key('gone'));
      expect(await store.get(key('gone'))).toBeUndefined();
    });

    test('a local file holds the same bytes', async () => {
      await store.put(key('local'), Buffer.from('local bytes'));
      const file = await store.localFile(key('local'));
      expect(await readFile(file!.path, 'utf8')).toBe('local bytes');
      await file!.release();
    });

    test('keys that would leave the store are refused', async () => {
      for (const bad of ['../escape', 'a/../../b', '/etc/passwd', ''])
        await expect(store.put(bad, Buffer.from('x'))).rejects.toThrow(TypeError);
    });

    test('an orphan older than the bound is removed, a young one and one that is none are kept', async () => {
      await store.put(key('orphan'), Buffer.from('x'));
      expect(
        await store.removeOrphan(key('orphan'), { olderThanMs: hourMs, isOrphan: async () => true }),
      ).toBe(false);
      await under.age({ key: key('orphan') }, 2 * hourMs);
      expect(
        await store.removeOrphan(key('orphan'), { olderThanMs: hourMs, isOrphan: async () => false }),
      ).toBe(false);
      expect((await read(key('orphan')))?.toString()).toBe('x');
      expect(
        await store.removeOrphan(key('orphan'), { olderThanMs: hourMs, isOrphan: async () => true }),
      ).toBe(true);
      expect(await store.get(key('orphan'))).toBeUndefined();
    });

    test('bytes stored again while their old copy is being removed are not lost', async () => {
      await store.put(key('raced'), Buffer.from('same'));
      await under.age({ key: key('raced') }, 2 * hourMs);
      let asked = 0;
      await store.removeOrphan(key('raced'), {
        olderThanMs: hourMs,
        isOrphan: async () => {
          // The second time the object is out of reach already: an intake commits the same bytes now.
          if (++asked === 2) await (await stage(Buffer.from('same'))).commit(key('raced'));
          return true;
        },
      });
      expect(asked).toBe(2);
      expect((await read(key('raced')))?.toString()).toBe('same');
    });

    test('a row that appears while the object is being removed brings it back', async () => {
      await store.put(key('claimed'), Buffer.from('claimed'));
      await under.age({ key: key('claimed') }, 2 * hourMs);
      let asked = 0;
      const isOrphan = async () => {
        asked++;
        // In reach all the time, also between the two questions.
        expect((await read(key('claimed')))?.toString()).toBe('claimed');
        return asked === 1;
      };
      expect(await store.removeOrphan(key('claimed'), { olderThanMs: hourMs, isOrphan })).toBe(false);
      expect((await read(key('claimed')))?.toString()).toBe('claimed');
    });

    test('what was staged and never committed is swept after the bound, not before', async () => {
      const object = await stage(Buffer.from('left behind'));
      const isOrphan = async () => true;
      expect(await store.sweepStaged({ olderThanMs: hourMs, isOrphan })).toBe(0);
      await under.age('staged', 2 * hourMs);
      expect(await store.sweepStaged({ olderThanMs: hourMs, isOrphan })).toBe(1);
      expect(await under.countStaged()).toBe(0);
      await expect(object.commit(key('late'))).rejects.toThrow();
    });
  });
}

async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length || at === 0; at += 65_536) yield bytes.subarray(at, at + 65_536);
}
