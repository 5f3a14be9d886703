import type { ObjectStore, OrphanCheck } from './object-store.ts';

/**
 * A store whose objects are moving from another one: what is new goes to the store, what is not in it yet is read where it
 * was before. What is removed goes from both.
 */
export function createMovingStore(store: ObjectStore, before: ObjectStore): ObjectStore {
  const inEither = async <T>(look: (at: ObjectStore) => Promise<T | undefined>): Promise<T | undefined> =>
    // Once more: it may have come over in between.
    (await look(store)) ?? (await look(before)) ?? (await look(store));
  const fromBoth = async (remove: (at: ObjectStore) => Promise<boolean>) => {
    // The older copy first: without the newer one it would be read again.
    const results = [await remove(before), await remove(store)];
    return results;
  };
  return {
    stage: (source, options) => store.stage(source, options),
    put: (key, bytes) => store.put(key, bytes),
    get: (key, range) => inEither((at) => at.get(key, range)),
    find: (key) => inEither((at) => at.find(key)),
    localFile: (key) => inEither((at) => at.localFile(key)),
    async verify(key, sha256, options) {
      const here = await store.verify(key, sha256, options);
      if (here.state === 'whole') return here;
      const there = await before.verify(key, sha256, options);
      // What is altered here is read before what is whole there: it has to be put right.
      return here.state === 'missing' ? there : here;
    },
    async delete(key) {
      await before.delete(key);
      await store.delete(key);
    },
    async *list(prefix) {
      yield* store.list(prefix);
      for await (const object of before.list(prefix)) if (!(await store.find(object.key))) yield object;
    },
    async quarantine(key, check: OrphanCheck) {
      return (await fromBoth((at) => at.quarantine(key, check))).some(Boolean);
    },
    async erase(key, check: OrphanCheck) {
      return (await fromBoth((at) => at.erase(key, check))).every(Boolean);
    },
    async sweepStaged(options) {
      return (await before.sweepStaged(options)) + (await store.sweepStaged(options));
    },
    async *listQuarantine(prefix) {
      yield* store.listQuarantine(prefix);
      yield* before.listQuarantine(prefix);
    },
    putBack: async (key, sha256) => (await store.putBack(key, sha256)) || (await before.putBack(key, sha256)),
    async removeQuarantined(object) {
      await store.removeQuarantined(object);
      await before.removeQuarantined(object);
    },
  };
}
