/** Where somebody is in the workspace. */
export interface Whereabouts {
  /** Document shown beside the list. */
  openId: string | undefined;
  /** Row that was moved to last: ahead of what is shown while that is on its way. */
  rowId: string | undefined;
  /** Rows of the list, from the top. */
  order: readonly string[];
}

/**
 * The one capture that keys act on: what is shown; where nothing is, the row one is on. A row that has gone is nobody's
 * any more: nothing else takes its place unless somebody moves there.
 */
export function currentCapture({ openId, rowId, order }: Whereabouts): string | undefined {
  if (openId !== undefined) return openId;
  return rowId !== undefined && order.includes(rowId) ? rowId : undefined;
}

/**
 * The row below or above the one that was moved to last, which may not be shown yet: a key held down goes on. At the ends
 * the last there is, from nowhere the first.
 */
export function rowBeside({ rowId, order }: Whereabouts, by: 1 | -1): string | undefined {
  const from = rowId === undefined ? -1 : order.indexOf(rowId);
  return order[Math.min(order.length - 1, Math.max(0, from + by))];
}

/** What takes the place of captures that leave the list: the next below `id` that stays, without one the next above. */
export function rowAfter(
  order: readonly string[],
  id: string,
  leaving: ReadonlySet<string>,
): string | undefined {
  const at = order.indexOf(id);
  if (at < 0) return undefined;
  const stays = (each: string): boolean => !leaving.has(each);
  return order.slice(at + 1).find(stays) ?? order.slice(0, at).findLast(stays);
}

export type Target = { of: 'selection' } | { of: 'one'; id: string } | { of: 'nothing' };

/** What a key acts on: the rows that are selected where one sees them, else the current capture. */
export function targetOf(
  where: Whereabouts,
  { isSelecting, showsList }: { isSelecting: boolean; showsList: boolean },
): Target {
  if (isSelecting && showsList) return { of: 'selection' };
  const id = currentCapture(where);
  return id === undefined ? { of: 'nothing' } : { of: 'one', id };
}
