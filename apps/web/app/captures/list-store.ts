import {
  type CaptureListItem,
  type CapturePage,
  type CaptureSort,
  parseSort,
} from '@readout/domain/captures/rules';

/** Rows of the list as far as they are loaded, and what happened to them since. */
export interface ListState {
  sort: CaptureSort;
  order: readonly string[];
  byId: ReadonlyMap<string, CaptureListItem>;
  nextCursor: string | undefined;
  total: number;
  totalIsMinimum: boolean;
  /** Came in while one was reading: shown when asked for, so that nothing moves under the pointer. */
  waiting: readonly CaptureListItem[];
  /** Still shown, no longer what the filter asks for. */
  left: ReadonlySet<string>;
}

export type ListChange =
  | { type: 'loaded'; page: CapturePage; sort: CaptureSort }
  | { type: 'more'; page: CapturePage }
  /** Answer to a refetch of `asked`: `matching` fits the filter, `others` exists and does not. */
  | {
      type: 'refreshed';
      asked: readonly string[];
      matching: readonly CaptureListItem[];
      others: readonly CaptureListItem[];
      mine: ReadonlySet<string>;
    }
  /** Values of rows that are there: nothing else about them is changed. */
  | { type: 'valued'; items: readonly CaptureListItem[] }
  | { type: 'show-waiting' }
  /** Of what waits, this is one's own, which is not held back. */
  | { type: 'claimed'; mine: ReadonlySet<string> }
  | { type: 'removed'; ids: readonly string[] }
  /** Takes out the rows that are no longer what the filter asks for: one moved them away oneself. */
  | { type: 'drop-left' };

export function listOf(page: CapturePage, sort: CaptureSort): ListState {
  return {
    sort,
    order: page.items.map((item) => item.id),
    byId: new Map(page.items.map((item) => [item.id, item])),
    nextCursor: page.nextCursor,
    total: page.total,
    totalIsMinimum: page.totalIsMinimum,
    waiting: [],
    left: new Set(),
  };
}

export function changeList(state: ListState, change: ListChange): ListState {
  switch (change.type) {
    case 'loaded':
      return listOf(change.page, change.sort);
    case 'more': {
      const fresh = change.page.items.filter((item) => !state.byId.has(item.id));
      return {
        ...state,
        order: [...state.order, ...fresh.map((item) => item.id)],
        byId: new Map([...state.byId, ...change.page.items.map((item) => [item.id, item] as const)]),
        nextCursor: change.page.nextCursor,
        total: Math.max(change.page.total, state.order.length + fresh.length),
        totalIsMinimum: change.page.totalIsMinimum,
      };
    }
    case 'refreshed':
      return refresh(state, change);
    case 'valued': {
      const valued = change.items.flatMap(({ id, values }) => {
        const item = state.byId.get(id);
        return item && values ? [[id, { ...item, values }] as const] : [];
      });
      return valued.length === 0 ? state : { ...state, byId: new Map([...state.byId, ...valued]) };
    }
    case 'show-waiting':
      return insert({ ...state, waiting: [] }, state.waiting);
    case 'claimed':
      return showOwn(state, [], change.mine);
    case 'drop-left':
      return { ...changeList(state, { type: 'removed', ids: [...state.left] }), left: new Set() };
    case 'removed': {
      const gone = new Set(change.ids);
      const shown = change.ids.filter((id) => state.byId.has(id));
      if (shown.length === 0 && !state.waiting.some((item) => gone.has(item.id))) return state;
      const byId = new Map(state.byId);
      for (const id of shown) byId.delete(id);
      return {
        ...state,
        order: state.order.filter((id) => !gone.has(id)),
        byId,
        waiting: state.waiting.filter((item) => !gone.has(item.id)),
        total: Math.max(0, state.total - shown.filter((id) => !state.left.has(id)).length),
      };
    }
  }
}

function refresh(
  state: ListState,
  { asked, matching, others, mine }: Extract<ListChange, { type: 'refreshed' }>,
): ListState {
  const byId = new Map(state.byId);
  const left = new Set(state.left);
  let waiting = [...state.waiting];
  let { total } = state;
  const unseen: CaptureListItem[] = [];
  for (const item of matching) {
    if (byId.has(item.id)) {
      byId.set(item.id, item);
      if (left.delete(item.id)) total += 1;
      continue;
    }
    const at = waiting.findIndex((each) => each.id === item.id);
    if (at >= 0) waiting[at] = item;
    else if (belongsAbove(state, item)) unseen.push(item);
  }
  for (const item of others) {
    waiting = waiting.filter((each) => each.id !== item.id);
    if (!byId.has(item.id)) continue;
    byId.set(item.id, item);
    if (!left.has(item.id)) {
      left.add(item.id);
      total = Math.max(0, total - 1);
    }
  }
  const answered = new Set([...matching, ...others].map((item) => item.id));
  const gone = asked.filter((id) => !answered.has(id));
  const next = changeList({ ...state, byId, left, waiting, total }, { type: 'removed', ids: gone });
  // Nothing is shown that could move: a list that says "nothing" must not hold any back.
  if (next.order.length === 0) return insert({ ...next, waiting: [] }, [...unseen, ...next.waiting]);
  return showOwn(next, unseen, mine);
}

/** News of what one added oneself may come before it is known to be one's own. */
function showOwn(state: ListState, unseen: readonly CaptureListItem[], mine: ReadonlySet<string>): ListState {
  const arrived = [...unseen, ...state.waiting];
  const own = arrived.filter((item) => mine.has(item.id));
  if (own.length === 0 && unseen.length === 0) return state;
  return insert(
    { ...state, waiting: arrived.filter((item) => !mine.has(item.id)).sort(asListed(state.sort)) },
    own,
  );
}

/** Rows further down come with the page they belong to; only what would stand inside the loaded part is news. */
function belongsAbove(state: ListState, item: CaptureListItem): boolean {
  const last = state.byId.get(state.order.at(-1) ?? '');
  return state.nextCursor === undefined || !last || asListed(state.sort)(item, last) <= 0;
}

/** What stands above what, as the server lists it: nearly right below right, and last what has no key to sort by. */
function asListed(sort: CaptureSort): (a: CaptureListItem, b: CaptureListItem) => number {
  const { by, isDescending } = parseSort(sort);
  const compare = (a: string | number, b: string | number): number =>
    (a < b ? -1 : a > b ? 1 : 0) * (isDescending ? -1 : 1);
  const byKey = (a: CaptureListItem, b: CaptureListItem): number => {
    if (by === 'captured') return 0;
    const [one, other] = [a.sortedBy[by], b.sortedBy[by]];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return compare(one, other);
  };
  return (a, b) =>
    Number(a.isNear ?? false) - Number(b.isNear ?? false) ||
    byKey(a, b) ||
    compare(a.createdAt, b.createdAt) ||
    compare(a.id, b.id);
}

/** Puts rows in where they belong; those that are there already stay, whatever was changed in them since. */
function insert(state: ListState, items: readonly CaptureListItem[]): ListState {
  const fresh = items.filter((item) => !state.byId.has(item.id));
  if (fresh.length === 0) return state;
  const byId = new Map(state.byId);
  for (const item of fresh) byId.set(item.id, item);
  const compare = asListed(state.sort);
  const order = [...state.order];
  for (const item of fresh) {
    const at = order.findIndex((id) => compare(item, byId.get(id)!) < 0);
    order.splice(at < 0 ? order.length : at, 0, item.id);
  }
  return { ...state, byId, order, total: state.total + fresh.length };
}
