import type { CaptureDetail } from '@readout/domain/captures/rules';
import {
  type RefObject,
  startTransition,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useNavigate, useParams, useRouteLoaderData } from 'react-router';
import { api } from '../../api/client.ts';
import type { Whereabouts } from '../../captures/current-capture.ts';
import { listQuery, sortOf } from '../../captures/filters.ts';
import type { Moving } from '../../captures/workspace-context.ts';
import { showProblem } from '../../ui/undo.tsx';
import type { RowsHandle } from './list/rows.tsx';

/** What is shown beside the list, as the router has it: there is no second opinion about it. */
function useShownCapture() {
  const { captureId } = useParams();
  const shown = useRouteLoaderData<{ detail: CaptureDetail }>('pages/app/$captureId/page')?.detail.capture;
  // The address of something that is not here names nothing else either.
  return { captureId, shown, openId: captureId === undefined ? undefined : (shown?.id ?? captureId) };
}

/** Where somebody is going. Each way is one of its own: what an earlier one still has to say ends no later one. */
interface Way {
  /** `next`: to what waits next, before anyone knows what that is; undefined: back to the list. */
  to: string | undefined;
}

/** Where one is in the workspace and how one gets elsewhere. */
export function useWhereabouts({
  order,
  query,
  addressOf,
  rows,
}: {
  order: readonly string[];
  query: string;
  addressOf(captureId?: string): string;
  rows: RefObject<RowsHandle | null>;
}): { where: Whereabouts; shown: CaptureDetail['capture'] | undefined; moving: Moving } {
  const { captureId, shown, openId } = useShownCapture();
  const navigate = useNavigate();
  // Keys come faster than pages are drawn: what they read is a step ahead of the state.
  const row = useRef(openId);
  const [rowId, setRowId] = useState(openId);
  const way = useRef<Way>(undefined);
  const now = useRef({ captureId, openId, query, order, shownSince: 0 });
  // Not while it is drawn: until that is over, one sees what was there before.
  useLayoutEffect(() => {
    const before = now.current;
    const isOther = before.openId !== openId;
    if (before.query !== query) row.current = openId;
    if (before.captureId !== captureId && way.current?.to === captureId) way.current = undefined;
    // The row goes along with what is shown, however one came there, unless one is on the way further already.
    if (isOther && openId !== undefined && way.current?.to === undefined) row.current = openId;
    const shownSince = isOther ? performance.now() : before.shownSince;
    now.current = { captureId, openId, query, order, shownSince };
    setRowId(row.current);
  });

  // A way ends with what it leads to being drawn, or with being given up.
  const [ended, setEnded] = useState<Way>();
  useEffect(() => {
    if (ended === undefined) return;
    setEnded(undefined);
    if (way.current !== ended) return;
    way.current = undefined;
    row.current = now.current.openId ?? row.current;
    setRowId(row.current);
  }, [ended]);

  const before = useRef(openId);
  useEffect(() => {
    if (before.current === openId) return;
    before.current = openId;
    if (openId !== undefined) rows.current?.follow(openId);
    else if (row.current !== undefined) rows.current?.focus(row.current);
  }, [openId, rows]);

  const moving = useMemo<Moving>(() => {
    const toRow = (id: string | undefined): void => {
      row.current = id;
      setRowId(id);
    };
    const open: Moving['open'] = async (id, options) => {
      const mine = { to: id };
      way.current = mine;
      await navigate(addressOf(id), options);
      // Queued behind the router's own drawing.
      startTransition(() => setEnded(mine));
    };
    return {
      where: () => ({ openId: now.current.openId, order: now.current.order, rowId: row.current }),
      isUnderWay: () => way.current !== undefined,
      isMeantBy: ({ timeStamp }) => way.current?.to === undefined && timeStamp >= now.current.shownSince,
      open,
      toRow: (id) => {
        if (now.current.openId === undefined) toRow(id);
      },
      goTo: (id) => {
        toRow(id);
        if (id !== undefined) rows.current?.focus(id);
        const { openId: here } = now.current;
        if (here !== undefined && (here !== id || way.current !== undefined))
          void open(id, { replace: true });
      },
      toNext: async (after) => {
        const from = now.current.openId;
        const mine = { to: 'next' };
        way.current = mine;
        const answer = await api.get('/review/next', {
          query: { ...listQuery(query), sort: sortOf(query), ...(after === undefined ? {} : { after }) },
        });
        const next = answer.ok ? answer.value?.captureId : undefined;
        // Somebody who has gone elsewhere meanwhile stays there.
        const isStillHere = now.current.openId === from && way.current === mine;
        if (isStillHere && next !== undefined && next !== after) {
          await open(next);
          return true;
        }
        if (way.current === mine) setEnded(mine);
        if (!answer.ok) showProblem(answer.problem);
        return !answer.ok || !isStillHere;
      },
    };
  }, [addressOf, navigate, query, rows]);

  return { where: { openId, rowId, order }, shown, moving };
}
