import { Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { useWorkspace } from '../../../captures/workspace-context.ts';
import { useHydrated } from '../../../ui/hydrated.ts';
import { useText } from '../../../ui/texts.tsx';
import { CaptureRow, RowSkeleton, rowHeightPx } from './capture-row.tsx';
import classes from './list.module.css';
import { isSelected, type Selection } from './selection.ts';

/** Rows before the end at which the next page is fetched. */
const prefetchRows = 60;
const skeletonRows = 6;

export interface RowsHandle {
  focus(id: string): void;
  /** Brings a row into sight and, where the focus is in the list, moves it there. */
  follow(id: string): void;
}

interface RowsProps {
  ref: Ref<RowsHandle>;
  selection: Selection;
  activeId: string | undefined;
  onActive(id: string): void;
  onToggle(id: string, extend: boolean): void;
  label: string;
}

const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/** The list itself: only what is in sight is in the page, however long it is. */
export function Rows({ ref, selection, activeId, onActive, onToggle, label }: RowsProps) {
  const text = useText();
  const { captures, openId, addressOf } = useWorkspace();
  const { list, loadMore, moreProblem } = captures;
  const scroller = useRef<HTMLDivElement>(null);
  const hydrated = useHydrated();
  const count = list.order.length + (list.nextCursor ? skeletonRows : 0);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan: 12,
    getItemKey: (index) => list.order[index] ?? `more-${index}`,
    // Rendered on the server, the first page is there whole: it can be read before scripts run.
    initialRect: { width: 360, height: rowHeightPx * 50 },
  });
  const items = rows.getVirtualItems();
  // The row that Tab leads to: of a capture that is not in the list there is none.
  const reachedId = activeId !== undefined && list.byId.has(activeId) ? activeId : list.order[0];
  const last = items.at(-1)?.index ?? 0;

  useEffect(() => {
    if (list.nextCursor && !moreProblem && last >= list.order.length - prefetchRows) loadMore();
  }, [last, list.order.length, list.nextCursor, moreProblem, loadMore]);

  // Rows put in above what one looks at must not move it.
  const before = useRef(list.order);
  useBrowserLayoutEffect(() => {
    const element = scroller.current;
    const previous = before.current;
    before.current = list.order;
    if (!element || element.scrollTop === 0 || previous === list.order) return;
    const anchor = previous[Math.floor(element.scrollTop / rowHeightPx)];
    const from = anchor === undefined ? -1 : previous.indexOf(anchor);
    const to = anchor === undefined || list.order[from] === anchor ? from : list.order.indexOf(anchor);
    if (to > from && from >= 0) element.scrollTop += (to - from) * rowHeightPx;
  }, [list.order]);

  const order = useRef(list.order);
  order.current = list.order;
  useImperativeHandle(ref, () => {
    const reveal = (id: string): boolean => {
      const index = order.current.indexOf(id);
      if (index >= 0) rows.scrollToIndex(index, { align: 'auto' });
      return index >= 0;
    };
    const focus = (id: string): void => {
      reveal(id);
      const before = document.activeElement;
      requestAnimationFrame(() => {
        const focused = document.activeElement;
        // A key of somebody who is fast has put it elsewhere meanwhile.
        const isElsewhere =
          focused !== before && focused !== document.body && !scroller.current?.contains(focused);
        if (!isElsewhere) document.getElementById(`row-${id}`)?.focus({ preventScroll: true });
      });
    };
    return {
      focus,
      follow: (id) => {
        const isThere = reveal(id);
        const focused = document.activeElement;
        if (!(focused instanceof HTMLElement) || !scroller.current?.contains(focused)) return;
        if (isThere) focus(id);
        // A row that is no longer meant must not take the keys.
        else focused.blur();
      },
    };
  }, [rows]);

  return (
    <div ref={scroller} className={classes.scroller} data-testid="list-scroller">
      {/* biome-ignore lint/a11y/useSemanticElements: rows are virtualised, a table cannot be */}
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={list.totalIsMinimum ? -1 : list.total}
        aria-multiselectable
        className={classes.canvas}
        style={{ height: rows.getTotalSize() }}
      >
        {/* A grid owns rows through a row group; the wrapper of each row is layout only. */}
        {items.map((virtual) => {
          const id = list.order[virtual.index];
          const item = id === undefined ? undefined : list.byId.get(id);
          return (
            <div
              key={virtual.key}
              role="presentation"
              className={classes.place}
              style={{ transform: `translateY(${virtual.start}px)` }}
            >
              {item ? (
                <CaptureRow
                  item={item}
                  index={virtual.index}
                  address={addressOf(item.id)}
                  isOpen={item.id === openId}
                  isActive={hydrated && item.id === reachedId}
                  isSelected={isSelected(selection, item.id)}
                  hasLeft={list.left.has(item.id)}
                  onToggle={onToggle}
                  onFocus={onActive}
                />
              ) : (
                <RowSkeleton />
              )}
            </div>
          );
        })}
      </div>
      {moreProblem ? (
        <div role="alert" className={classes.moreProblem}>
          <span>{text('workspace.list.rest_not_loaded', { title: moreProblem.title })}</span>
          <Button size="compact-sm" variant="default" onClick={loadMore}>
            {text('workspace.list.load_more')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
