import type { DB } from '@readout/database';
import { type Erasure, forgetErasure, listErasures } from '@readout/domain/originals/erasures';
import { findUnknown, type StoredName } from '@readout/domain/originals/find-unknown';
import { leaveStoreTask, permitSweep, takeStoreTask } from '@readout/domain/originals/store-care';
import { isUuid } from '@readout/domain/uuid';
import { derivedKey, derivedKinds, exportKey, type ObjectStore, originalKey, parseKey } from '@readout/store';
import type { Kysely } from 'kysely';

export interface SweepDeps {
  db: Kysely<DB>;
  platform: Kysely<DB>;
  store: ObjectStore;
  log: { warn(fields: object, text: string): void };
}

export interface SweepResult {
  /** Files of uploads that ended without a capture. */
  staged: number;
  /** Originals, pages and companies that were erased on purpose and have left the store. */
  removed: number;
  /** Files no row knows, moved to the quarantine now. */
  quarantined: number;
  /** Files that were in the quarantine and that a row knows again. */
  putBack: number;
  /** Files whose days in the quarantine were over. */
  expired: number;
  /** Files no row knows that wait for somebody's word. */
  held: number;
}

const quarantineDays = 30;
const leaseSeconds = 600;
const keysAtOnce = 500;
const erasuresAtOnce = 1000;
/** Orphans beyond this many are counted, and moved by a later sweep. */
const orphansAtOnce = 100_000;

/**
 * Brings the store in line with the rows: what was erased on purpose is removed, what no row knows goes to the
 * quarantine, and comes back from it once a row knows it again. One process at a time.
 * @returns undefined where another process is at it
 */
export async function sweepStore(
  deps: SweepDeps,
  { processId, now, olderThanMs }: { processId: string; now: Date; olderThanMs: number },
): Promise<SweepResult | undefined> {
  const mine = () => takeStoreTask(deps, { task: 'sweep', processId, forSeconds: leaseSeconds });
  if (!(await mine())) return undefined;
  try {
    const staged = await deps.store.sweepStaged({ olderThanMs, isOrphan: (key) => isUnknown(deps, key) });
    const removed = await eraseForGood(deps, olderThanMs);
    const found = await findOrphans(deps, { olderThanMs, onBatch: mine });
    const { permitted, cap, isHeld } = await permit(deps, found);
    let quarantined = 0;
    for (const key of found.keys.slice(0, permitted)) {
      if (quarantined % keysAtOnce === 0 && !(await mine())) break;
      if (await deps.store.quarantine(key, { olderThanMs, isOrphan: () => isUnknown(deps, key) }))
        quarantined++;
    }
    if (isHeld)
      deps.log.warn(
        { orphans: found.orphans, files: found.files, cap },
        'the store holds more files that the database does not know than a sweep may move: nothing was moved, look at /admin/system',
      );
    const { putBack, expired } = await lookIntoQuarantine(deps, { now, mayExpire: !isHeld });
    return { staged, removed, quarantined, putBack, expired, held: isHeld ? found.orphans : 0 };
  } finally {
    await leaveStoreTask(deps, { task: 'sweep', processId });
  }
}

async function permit(deps: SweepDeps, { orphans, files }: { orphans: number; files: number }) {
  const { permitted, cap } = await permitSweep(deps, { orphans, files });
  return { permitted, cap, isHeld: permitted < orphans };
}

async function findOrphans(
  deps: SweepDeps,
  { olderThanMs, onBatch }: { olderThanMs: number; onBatch: () => Promise<unknown> },
): Promise<{ keys: string[]; orphans: number; files: number }> {
  const found = { keys: [] as string[], orphans: 0, files: 0 };
  const settle = async (batch: { key: string }[]) => {
    for (const { key } of await unknownOf(deps, batch)) {
      found.orphans++;
      if (found.keys.length < orphansAtOnce) found.keys.push(key);
    }
    await onBatch();
  };
  let batch: { key: string }[] = [];
  for await (const { key, modifiedAt } of deps.store.list('')) {
    found.files++;
    if (Date.now() - modifiedAt.getTime() <= olderThanMs) continue;
    batch.push({ key });
    if (batch.length < keysAtOnce) continue;
    await settle(batch);
    batch = [];
  }
  await settle(batch);
  return found;
}

async function lookIntoQuarantine(
  deps: SweepDeps,
  { now, mayExpire }: { now: Date; mayExpire: boolean },
): Promise<{ putBack: number; expired: number }> {
  const lastDay = new Date(now.getTime() - quarantineDays * 86_400_000).toISOString().slice(0, 10);
  const result = { putBack: 0, expired: 0 };
  const settle = async (batch: { key: string; day: string }[]) => {
    const unknown = new Set(await unknownOf(deps, batch));
    for (const object of batch) {
      const parsed = parseKey(object.key);
      const sha256 = parsed?.kind === 'originals' ? parsed.name : undefined;
      if (!unknown.has(object) && parsed && (await deps.store.putBack(object.key, sha256))) result.putBack++;
      else if (mayExpire && object.day < lastDay) {
        await deps.store.removeQuarantined(object);
        result.expired++;
      }
    }
  };
  let batch: { key: string; day: string }[] = [];
  for await (const object of deps.store.listQuarantine()) {
    batch.push(object);
    if (batch.length < keysAtOnce) continue;
    await settle(batch);
    batch = [];
  }
  await settle(batch);
  return result;
}

async function eraseForGood(deps: SweepDeps, olderThanMs: number): Promise<number> {
  let removed = 0;
  for (const erasure of await listErasures(deps, { limit: erasuresAtOnce })) {
    let isDone = true;
    for (const key of await keysOf(deps, erasure)) {
      const isOrphan = () => isUnknown(deps, key);
      // What was stored again under the same hash stays; what is too young is tried again.
      if (!(await deps.store.erase(key, { olderThanMs, isOrphan })) && (await isOrphan())) isDone = false;
    }
    if (!isDone) continue;
    await forgetErasure(deps, erasure);
    removed++;
  }
  return removed;
}

async function keysOf({ store }: SweepDeps, { companyId, kind, name }: Erasure): Promise<string[]> {
  if (kind === 'original') return [originalKey(companyId, name)];
  if (kind === 'derived') return derivedKinds.map((derived) => derivedKey(companyId, name, derived));
  if (kind === 'export') return [exportKey(companyId, name)];
  const keys = new Set<string>();
  for await (const { key } of store.list(`${companyId}/`)) keys.add(key);
  for await (const { key } of store.listQuarantine(`${companyId}/`)) keys.add(key);
  return [...keys];
}

async function isUnknown(deps: Pick<SweepDeps, 'db'>, key: string): Promise<boolean> {
  return (await unknownOf(deps, [{ key }])).length > 0;
}

/** Those that no row of their company knows. What is not one of our keys is left alone. */
async function unknownOf<T extends { key: string }>(
  deps: Pick<SweepDeps, 'db'>,
  objects: readonly T[],
): Promise<T[]> {
  const ours = objects.flatMap((object) => {
    const parsed = parseKey(object.key);
    if (!parsed || !isUuid(parsed.companyId)) return [];
    if (parsed.kind !== 'originals' && !isUuid(parsed.name.slice(0, 36))) return [];
    return [{ ...parsed, object } satisfies StoredName & { object: T }];
  });
  const unknown: T[] = [];
  for (const [companyId, group] of Map.groupBy(ours, (each) => each.companyId))
    unknown.push(...(await findUnknown(deps, { companyId, objects: group })).map(({ object }) => object));
  return unknown;
}
