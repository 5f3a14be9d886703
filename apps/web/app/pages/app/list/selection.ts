/** Which rows a bulk action is meant for. */
export interface Selection {
  /** Row the next shift-click extends from. */
  anchor: string | null;
  ids: ReadonlySet<string>;
  /** Everything the filter matches, also what has not been loaded. */
  allMatching: boolean;
}

export const nothingSelected: Selection = { anchor: null, ids: new Set(), allMatching: false };

export function toggle(selection: Selection, id: string, loaded: readonly string[]): Selection {
  // Taking one row out of "all matching" leaves what is loaded, less that row.
  const ids = new Set(selection.allMatching ? loaded : selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { anchor: id, ids, allMatching: false };
}

/** From the anchor to `id`, as file managers do; adds to what is selected. */
export function extendTo(selection: Selection, id: string, order: readonly string[]): Selection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(id);
  if (from < 0 || to < 0) return toggle(selection, id, order);
  const ids = new Set(selection.ids);
  for (const each of order.slice(Math.min(from, to), Math.max(from, to) + 1)) ids.add(each);
  return { anchor: selection.anchor, ids, allMatching: false };
}

export function selectAllMatching(loaded: readonly string[]): Selection {
  return { anchor: null, ids: new Set(loaded), allMatching: true };
}

/** Rows that are gone are no longer selected. */
export function without(selection: Selection, gone: readonly string[]): Selection {
  if (!gone.some((id) => selection.ids.has(id))) return selection;
  const ids = new Set(selection.ids);
  for (const id of gone) ids.delete(id);
  return { ...selection, ids };
}

export const isSelected = (selection: Selection, id: string): boolean =>
  selection.allMatching || selection.ids.has(id);

/** Rows meant: `total` of the filter with {@link Selection.allMatching}. */
export const selectedCount = (selection: Selection, total: number): number =>
  selection.allMatching ? total : selection.ids.size;
