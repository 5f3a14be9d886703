import type { Bucket } from './bucket.ts';
import { copyMark } from './bucket-paths.ts';
import { StoreError } from './object-store.ts';
import { demandInstallationId, isInstallationId, type StoreOwner } from './store-id.ts';

const folder = 'installation/';
const moving = 'moving/';

/** Says that the bucket is this installation's. Each has a path of its own: none is ever written over. */
export const ownerPath = (installationId: string): string => folder + installationId;

export function bucketOwner(bucket: Bucket): StoreOwner {
  const ids = async () =>
    (await Array.fromAsync(bucket.list(folder))).map(({ path }) => path.slice(folder.length));
  const moves = async () => (await Array.fromAsync(bucket.list(moving))).map(({ path }) => path);
  const readId = async () => {
    const [id, second] = await ids();
    if (id === undefined) return undefined;
    if (second === undefined && isInstallationId(id)) return id;
    throw new StoreError(
      'other_installation',
      `${bucket.name} should hold the id of one installation below ${folder} and holds something else.`,
    );
  };
  return {
    name: bucket.name,
    setting: bucket.name,
    readId,
    async writeId(id, { replace = false } = {}) {
      demandInstallationId(id);
      const before = await ids();
      if (!replace && before.some((other) => other !== id)) return (await readId()) ?? id;
      if (!before.includes(id)) await bucket.putBytes(ownerPath(id), Buffer.from(`${id}\n`));
      // Of two that did so at once neither is the owner: each sees the other, and makes way.
      const others = (await ids()).filter((other) => other !== id);
      if (replace) for (const other of others) await bucket.remove(folder + other);
      else if (others[0] !== undefined) {
        await bucket.remove(ownerPath(id));
        return others[0];
      }
      return id;
    },
    async readMove() {
      const [other] = (await moves()).map((path) => path.slice(moving.length));
      return other === undefined ? undefined : Buffer.from(other, 'hex').toString();
    },
    async writeMove(other) {
      for (const path of await moves()) await bucket.remove(path);
      if (other !== undefined)
        await bucket.putBytes(moving + Buffer.from(other).toString('hex'), Buffer.from(`${other}\n`));
    },
    async holdsFiles() {
      for (const below of ['objects/', 'quarantine/'])
        for await (const _entry of bucket.list(below)) return true;
      return false;
    },
    async holdsObject(key) {
      for await (const _entry of bucket.list(`objects/${key}${copyMark}`)) return true;
      return false;
    },
  };
}
