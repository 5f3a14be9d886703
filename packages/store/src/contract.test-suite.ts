import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ObjectStore } from './object-store.ts';

export interface StoreUnderTest {
  store: ObjectStore;
  /** Lets the stored (or, with `staged`, the staged) objects look older than they are. */
  age(what: { key: string } | 'staged', byMs: number): Promise<void>;
  /** Changes the bytes of a stored object behind the store's back. */
  overwrite(key: string, bytes: Uint8Array): Promise<void>;
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
      expect(object.sha256).toBe(sha256Of(bytes));
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

    const quarantined = () => Array.fromAsync(store.listQuarantine());
    const always = async () => true;

    test('an orphan older than the bound goes to the quarantine and comes back from it, a young one and one that is none are left alone', async () => {
      await store.put(key('orphan'), Buffer.from('x'));
      expect(await store.quarantine(key('orphan'), { olderThanMs: hourMs, isOrphan: always })).toBe(false);
      await under.age({ key: key('orphan') }, 2 * hourMs);
      expect(
        await store.quarantine(key('orphan'), { olderThanMs: hourMs, isOrphan: async () => false }),
      ).toBe(false);
      expect((await read(key('orphan')))?.toString()).toBe('x');
      expect(await store.quarantine(key('orphan'), { olderThanMs: hourMs, isOrphan: always })).toBe(true);
      expect(await store.get(key('orphan'))).toBeUndefined();
      const day = new Date().toISOString().slice(0, 10);
      expect(await quarantined()).toEqual([{ key: key('orphan'), day, byteSize: 1 }]);
      expect(await store.putBack(key('orphan'))).toBe(true);
      expect((await read(key('orphan')))?.toString()).toBe('x');
      expect(await quarantined()).toEqual([]);
      expect(await store.putBack(key('orphan'))).toBe(false);
    });

    test('copies of one day are all kept, and only the one with the right bytes comes back', async () => {
      const [right, wrong] = [Buffer.from('right'), Buffer.from('wrong')];
      for (const bytes of [right, wrong]) {
        await store.put(key('copies'), bytes);
        await under.age({ key: key('copies') }, 2 * hourMs);
        await store.quarantine(key('copies'), { olderThanMs: hourMs, isOrphan: always });
      }
      expect(await quarantined()).toHaveLength(2);
      await store.put(key('copies'), wrong);
      expect(await store.putBack(key('copies'), sha256Of(right))).toBe(true);
      expect((await read(key('copies')))?.toString()).toBe('right');
      expect(await store.putBack(key('copies'), sha256Of(Buffer.from('neither')))).toBe(false);
      const [left] = await quarantined();
      await store.removeQuarantined(left!);
      expect(await quarantined()).toEqual([]);
    });

    test('what is erased on purpose skips the quarantine, and goes from it too', async () => {
      await store.put(key('erased'), Buffer.from('x'));
      expect(await store.erase(key('erased'), { olderThanMs: hourMs, isOrphan: always })).toBe(false);
      await under.age({ key: key('erased') }, 2 * hourMs);
      expect(await store.erase(key('erased'), { olderThanMs: hourMs, isOrphan: async () => false })).toBe(
        false,
      );
      expect((await read(key('erased')))?.toString()).toBe('x');
      await store.quarantine(key('erased'), { olderThanMs: hourMs, isOrphan: always });
      await store.put(key('erased'), Buffer.from('x'));
      await under.age({ key: key('erased') }, 2 * hourMs);
      expect(await store.erase(key('erased'), { olderThanMs: hourMs, isOrphan: always })).toBe(true);
      expect(await store.get(key('erased'))).toBeUndefined();
      expect(await quarantined()).toEqual([]);
    });

    test('bytes stored again while their old copy is being removed are not lost', async () => {
      for (const remove of ['quarantine', 'erase'] as const) {
        await store.put(key('raced'), Buffer.from('same'));
        await under.age({ key: key('raced') }, 2 * hourMs);
        let asked = 0;
        await store[remove](key('raced'), {
          olderThanMs: hourMs,
          isOrphan: async () => {
            // The second time the object is out of reach already: an intake commits the same bytes now.
            if (++asked === 2) await (await stage(Buffer.from('same'))).commit(key('raced'));
            return true;
          },
        });
        expect(asked).toBeGreaterThan(1);
        expect((await read(key('raced')))?.toString()).toBe('same');
      }
    });

    test('a row that appears while the object is being removed brings it back', async () => {
      for (const remove of ['quarantine', 'erase'] as const) {
        await store.put(key('claimed'), Buffer.from('claimed'));
        await under.age({ key: key('claimed') }, 2 * hourMs);
        let asked = 0;
        const isOrphan = async () => {
          asked++;
          // In reach all the time, also between the two questions.
          expect((await read(key('claimed')))?.toString()).toBe('claimed');
          expect((await store.find(key('claimed')))?.byteSize).toBe(7);
          return asked === 1;
        };
        expect(await store[remove](key('claimed'), { olderThanMs: hourMs, isOrphan })).toBe(false);
        expect((await read(key('claimed')))?.toString()).toBe('claimed');
      }
    });

    test('many sweeps of one orphan at once move it once and lose nothing', async () => {
      const bytes = randomBytes(1000);
      await store.put(key('swept'), bytes);
      await under.age({ key: key('swept') }, 2 * hourMs);
      const check = { olderThanMs: hourMs, isOrphan: always };
      await Promise.all(Array.from({ length: 8 }, () => store.quarantine(key('swept'), check)));
      await store.sweepStaged(check);
      expect((await quarantined()).filter((object) => object.key === key('swept'))).toHaveLength(1);
      expect(await store.putBack(key('swept'), sha256Of(bytes))).toBe(true);
      expect(await read(key('swept'))).toEqual(bytes);
    });

    test('verifying tells the whole from the altered, the truncated and the missing, also when asked again', async () => {
      const bytes = randomBytes(700_000);
      const flipped = Buffer.from(bytes);
      flipped[350_000]! ^= 1;
      const at = key('verified');
      const sha256 = sha256Of(bytes);
      expect(await store.verify(at, sha256)).toEqual({ state: 'missing' });
      await store.put(at, bytes);
      let seen = 0;
      const onRead = async (byteSize: number) => {
        seen += byteSize;
      };
      expect(await store.verify(at, sha256, { onRead })).toEqual({ state: 'whole', byteSize: 700_000 });
      expect(seen).toBe(700_000);
      for (const isFresh of [false, true]) {
        await under.overwrite(at, flipped);
        expect(await store.verify(at, sha256, { isFresh })).toEqual({ state: 'altered', byteSize: 700_000 });
        await under.overwrite(at, bytes.subarray(0, 1000));
        expect(await store.verify(at, sha256, { isFresh })).toEqual({ state: 'altered', byteSize: 1000 });
        // Healed by the same bytes.
        await (await stage(bytes)).commit(at);
        expect(await store.verify(at, sha256, { isFresh })).toMatchObject({ state: 'whole' });
      }
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

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length || at === 0; at += 65_536) yield bytes.subarray(at, at + 65_536);
}
