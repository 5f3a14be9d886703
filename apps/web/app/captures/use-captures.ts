import type { CaptureListItem, CapturePage } from '@readout/domain/captures/rules';
import { useCallback, useReducer, useRef, useState } from 'react';
import type { Answer, Problem } from '../api/answer.ts';
import { askCaptures } from '../api/ask-captures.ts';
import { api } from '../api/client.ts';
import { listQuery, sortOf } from './filters.ts';
import { changeList, type ListState, listOf } from './list-store.ts';

const maxIdsPerRequest = 100;

/** What is asked for: the filter in its address form, and the fields whose values come along, separated by commas. */
interface Asked {
  query: string;
  fields: string;
}

const askList = ({ query, fields }: Asked, more: { ids?: string; cursor?: string } = {}) =>
  api.get('/captures', {
    query: {
      ...listQuery(query),
      sort: sortOf(query),
      limit: 200,
      ...(fields ? { fields } : {}),
      ...more,
    },
  });

/** Rows by their ids: those that the filter asks for, and of those that it does not the ones that are wanted anyway. */
async function askRows(
  asked: Asked,
  ids: readonly string[],
  isWanted: (id: string) => boolean = () => true,
): Promise<Answer<{ matching: CaptureListItem[]; others: CaptureListItem[] }>> {
  const answer = await askList(asked, { ids: ids.join(',') });
  if (!answer.ok) return answer;
  const matching = answer.value.items;
  const found = new Set(matching.map(({ id }) => id));
  const missing = ids.filter((id) => !found.has(id) && isWanted(id));
  if (missing.length === 0) return { ok: true, value: { matching, others: [] } };
  const others = await askCaptures(missing, asked);
  return others.ok ? { ok: true, value: { matching, others: others.value.items } } : others;
}

export interface Captures {
  list: ListState;
  /** Loads the next page unless one is on its way. */
  loadMore(): void;
  moreProblem: Problem | undefined;
  /** Fetches rows again; answers with those that are new to the list. */
  refresh(ids: readonly string[]): Promise<CaptureListItem[]>;
  /** Fetches values of rows that are shown and lack some of the fields; unless they are on their way or failed. */
  loadValues(ids: readonly string[]): void;
  valuesProblem: Problem | undefined;
  retryValues(): void;
  /** Looks at the top of the list and at what is loaded again, after a break. */
  resync(): Promise<void>;
  /** Begins again at the top, after one changed more rows oneself than are worth asking for one by one. */
  reload(): Promise<void>;
  showWaiting(): void;
  /** Takes out what one moved away oneself. */
  dropLeft(): void;
  /** What was added from here is shown at once, also where news of it has come already. */
  claimAsMine(ids: readonly string[]): void;
}

/** The list of one filter: `page` is its first page as the loader gave it. */
export function useCaptures(page: CapturePage, { query, fields }: Asked): Captures {
  const [list, dispatch] = useReducer(changeList, { page, query }, (first) =>
    listOf(first.page, sortOf(first.query)),
  );
  const [loaded, setLoaded] = useState(page);
  const [moreProblem, setMoreProblem] = useState<Problem>();
  const [valuesProblem, setValuesProblem] = useState<Problem>();
  if (loaded !== page) {
    setLoaded(page);
    setMoreProblem(undefined);
    setValuesProblem(undefined);
    dispatch({ type: 'loaded', page, sort: sortOf(query) });
  }
  const mine = useRef(new Set<string>());
  const loading = useRef<string>(undefined);
  const now = useRef({ list, query, fields, valuesProblem });
  now.current = { list, query, fields, valuesProblem };

  const loadMore = useCallback(() => {
    const { list: current, query: asked } = now.current;
    const cursor = current.nextCursor;
    const key = `${asked} ${cursor}`;
    if (!cursor || loading.current === key) return;
    loading.current = key;
    setMoreProblem(undefined);
    void askList(now.current, { cursor }).then((answer) => {
      if (loading.current === key) loading.current = undefined;
      if (now.current.query !== asked) return;
      if (answer.ok) dispatch({ type: 'more', page: answer.value });
      else setMoreProblem(answer.problem);
    });
  }, []);

  const refresh = useCallback(async (ids: readonly string[]): Promise<CaptureListItem[]> => {
    const fresh: CaptureListItem[] = [];
    for (let at = 0; at < ids.length; at += maxIdsPerRequest) {
      const asked = ids.slice(at, at + maxIdsPerRequest);
      const { query: filter } = now.current;
      const answer = await askRows(now.current, asked, (id) => now.current.list.byId.has(id));
      if (!answer.ok || now.current.query !== filter) continue;
      const { matching, others } = answer.value;
      fresh.push(...matching.filter((item) => !now.current.list.byId.has(item.id)));
      dispatch({ type: 'refreshed', asked, matching, others, mine: mine.current });
    }
    return fresh;
  }, []);

  /** Rows whose values are on their way. */
  const asking = useRef(new Set<string>());
  const loadValues = useCallback((ids: readonly string[]) => {
    const { query: filter, fields: wanted, valuesProblem: problem } = now.current;
    const keyOf = (id: string): string => `${filter} ${wanted} ${id}`;
    const asked = ids.filter((id) => !asking.current.has(keyOf(id))).slice(0, maxIdsPerRequest);
    if (asked.length === 0 || problem) return;
    for (const id of asked) asking.current.add(keyOf(id));
    void askRows(now.current, asked).then((answer) => {
      for (const id of asked) asking.current.delete(keyOf(id));
      if (now.current.query !== filter || now.current.fields !== wanted) return;
      if (answer.ok) dispatch({ type: 'valued', items: [...answer.value.matching, ...answer.value.others] });
      else setValuesProblem(answer.problem);
    });
  }, []);

  const resync = useCallback(async () => {
    const { list: current, query: filter } = now.current;
    const top = await askList(now.current);
    if (top.ok && now.current.query === filter) {
      dispatch({ type: 'refreshed', asked: [], matching: top.value.items, others: [], mine: mine.current });
    }
    const seen = new Set(top.ok ? top.value.items.map(({ id }) => id) : []);
    await refresh(current.order.slice(0, 2 * maxIdsPerRequest).filter((id) => !seen.has(id)));
  }, [refresh]);

  const reload = useCallback(async () => {
    const { query: filter } = now.current;
    const top = await askList(now.current);
    if (top.ok && now.current.query === filter)
      dispatch({ type: 'loaded', page: top.value, sort: sortOf(filter) });
  }, []);

  return {
    list,
    loadMore,
    moreProblem,
    refresh,
    loadValues,
    valuesProblem,
    retryValues: useCallback(() => setValuesProblem(undefined), []),
    resync,
    reload,
    showWaiting: useCallback(() => dispatch({ type: 'show-waiting' }), []),
    dropLeft: useCallback(() => dispatch({ type: 'drop-left' }), []),
    claimAsMine: useCallback((ids) => {
      const fresh = ids.filter((id) => !mine.current.has(id));
      if (fresh.length === 0) return;
      mine.current = new Set([...mine.current, ...fresh]);
      dispatch({ type: 'claimed', mine: mine.current });
    }, []),
  };
}
