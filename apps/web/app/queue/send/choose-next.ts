import type { ItemRow } from '../store/rows.ts';
import { longestDelayMs } from './outcome.ts';

/** Sent at the same time; what is large never takes all of it. */
export const maxParallel = 3;
const maxLarge = 2;
const largeBytes = 8 * 2 ** 20;

/**
 * Which items are sent next, oldest first. Page 1 of a document goes before its other pages, since they name it; an item
 * that waits for its next try, or a large one while large ones are on their way, is passed over, so that nothing holds up
 * the rest.
 *
 * @param rows - of one user, oldest first
 * @param now - milliseconds since 1970
 */
export function chooseNext(
  rows: readonly ItemRow[],
  { sending, now }: { sending: ReadonlySet<string>; now: number },
): {
  next: ItemRow[] /** When to look again if nothing happens before; undefined: nothing waits for the clock. */;
  wakeAt: number | undefined;
} {
  const pending = rows.filter((row) => row.state === 'stored' && row.trashedAt === undefined);
  const unsent = new Set(pending.map(({ clientId }) => clientId));
  const isLarge = (row: ItemRow): boolean => row.byteSize > largeBytes;
  let free = maxParallel - sending.size;
  let large = pending.filter((row) => sending.has(row.clientId) && isLarge(row)).length;
  let wakeAt: number | undefined;
  const next: ItemRow[] = [];
  for (const row of pending) {
    if (free <= 0) break;
    if (sending.has(row.clientId)) continue;
    const firstPage = row.document?.page === 1 ? undefined : row.document?.id;
    if (firstPage !== undefined && firstPage !== row.clientId && unsent.has(firstPage)) continue;
    const wait = row.nextTryAt - now;
    if (wait > 0 && wait <= longestDelayMs) {
      wakeAt = Math.min(wakeAt ?? Number.POSITIVE_INFINITY, row.nextTryAt);
      continue;
    }
    if (isLarge(row)) {
      if (large >= maxLarge) continue;
      large++;
    }
    free--;
    next.push(row);
  }
  return { next, wakeAt };
}
