import { type ObjectStore, parseKey } from '@readout/store';
import { type ListedObject, listWithRows } from './known-objects.ts';
import type { OwnerClient } from './with-installation.ts';

export interface MoveSummary {
  /** Objects and bytes that came over now. */
  moved: number;
  bytes: number;
  /** Objects that were in the other store already. */
  there: number;
  /** Originals whose bytes are not those that were captured: they stay where they are. */
  altered: number;
  /** Files that no row knows: they stay as well. */
  unknown: number;
}

const atOnce = 4;
const maxBytes = Number.MAX_SAFE_INTEGER;

/**
 * Copies what rows know from one store to the other, beside servers that write to the other one and read both. Each original
 * is hashed as it is read and again from where it was written. Broken off, it goes on where it was.
 */
export async function moveObjects(
  { client, from, to }: { client: OwnerClient; from: ObjectStore; to: ObjectStore },
  {
    onAltered,
    onProgress,
  }: { onAltered: (key: string) => Promise<void>; onProgress: (summary: MoveSummary) => void },
): Promise<MoveSummary> {
  const summary: MoveSummary = { moved: 0, bytes: 0, there: 0, altered: 0, unknown: 0 };
  const objects = listWithRows(from, client);
  const work = async () => {
    for (let next = await objects.next(); !next.done; next = await objects.next()) {
      const outcome = next.value.isKnown ? await move({ client, from, to }, next.value) : 'unknown';
      summary[outcome]++;
      if (outcome === 'moved') summary.bytes += next.value.byteSize;
      if (outcome === 'altered') await onAltered(next.value.key);
      onProgress(summary);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, work));
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  return summary;
}

async function move(
  { client, from, to }: { client: OwnerClient; from: ObjectStore; to: ObjectStore },
  { key }: ListedObject,
): Promise<'moved' | 'there' | 'altered' | 'unknown'> {
  if (await to.find(key)) return 'there';
  const parsed = parseKey(key);
  const sha256 = parsed?.kind === 'originals' ? parsed.name : undefined;
  const found = await from.get(key);
  // Erased since it was listed.
  if (!found) return 'unknown';
  const staged = await to.stage(found.body, { maxBytes });
  try {
    if (sha256 !== undefined && staged.sha256 !== sha256) return 'altered';
    // A server may have made it again meanwhile.
    if (await to.find(key)) return 'there';
    await staged.commit(key);
  } finally {
    await staged.discard();
  }
  if ((await to.verify(key, staged.sha256, { isFresh: true })).state !== 'whole')
    throw new Error(`${key} is not what was written.`);
  // Erased on purpose meanwhile, which may have come before the copy.
  for await (const { isKnown } of listWithRows({ list: () => one(key) }, client))
    if (!isKnown) await to.delete(key);
  return 'moved';
}

async function* one(key: string) {
  yield { key, byteSize: 0, modifiedAt: new Date() };
}
