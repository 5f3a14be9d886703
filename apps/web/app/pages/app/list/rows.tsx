import { Button } from '@mantine/core';
import type { CaptureListItem, CaptureSort } from '@readout/domain/captures/rules';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import {
  chosenColumns,
  fieldsToChoose,
  isAbout,
  tableColumns,
  tableRoom,
} from '../../../captures/table-columns.ts';
import { useWorkspace } from '../../../captures/workspace-context.ts';
import { useHydrated } from '../../../ui/hydrated.ts';
import { useText } from '../../../ui/texts.tsx';
import { CaptureRow } from './capture-row.tsx';
import classes from './list.module.css';
import { RowSkeleton } from './row-parts.tsx';
import { isSelected, type Selection } from './selection.ts';
import { TableHead } from './table-head.tsx';

/** Rows before the end at which the next page is fetched. */
const prefetchRows = 60;
const skeletonRows = 6;

const listRowPx = 76;
const tableRowPx = 44;
const tableHeadPx = 34;

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
  onSort(sort: CaptureSort): void;
  label: string;
}

const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/** The list itself: only what is in sight is in the page, however long it is. */
export function Rows({ ref, selection, activeId, onActive, onToggle, onSort, label }: RowsProps) {
  const text = useText();
  const { captures, openId, addressOf, table, filter } = useWorkspace();
  const { list, loadMore, moreProblem, loadValues, valuesProblem, retryValues } = captures;
  // Beside what is open there is room for the list alone.
  const isTable = table.isShown && openId === undefined;
  const columns = useMemo(
    () =>
      isTable
        ? tableColumns(chosenColumns(table, filter.type), fieldsToChoose(table.types, filter.type), text)
        : undefined,
    [isTable, table, filter.type, text],
  );
  const [rowPx, headPx] = isTable ? [tableRowPx, tableHeadPx] : [listRowPx, 0];
  const scroller = useRef<HTMLDivElement>(null);
  const hydrated = useHydrated();
  const count = list.order.length + (list.nextCursor ? skeletonRows : 0);
  // The row that Tab leads to: of a capture that is not in the list there is none.
  const reachedId = activeId !== undefined && list.byId.has(activeId) ? activeId : list.order[0];
  const reached = reachedId === undefined ? -1 : list.order.indexOf(reachedId);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 12,
    scrollMargin: headPx,
    scrollPaddingStart: headPx,
    getItemKey: (index) => list.order[index] ?? `more-${index}`,
    // Where the list becomes a table and back, the row with the focus stays there.
    rangeExtractor: (range) => withRow(range, reached),
    // Rendered on the server, the first page is there whole: it can be read before scripts run.
    initialRect: { width: 360, height: rowPx * 50 },
  });
  const items = rows.getVirtualItems();
  const last = rows.range?.endIndex ?? 0;

  const shownAs = useRef(isTable);
  useBrowserLayoutEffect(() => {
    if (shownAs.current === isTable) return;
    shownAs.current = isTable;
    rows.measure();
    if (reached >= 0) rows.scrollToIndex(reached, { align: 'center' });
  }, [isTable, reached, rows]);

  useEffect(() => {
    const lacks = ({ values = {} }: CaptureListItem): boolean =>
      columns?.some(({ name }) => !isAbout(name) && values[name] === undefined) ?? false;
    const shown = items.flatMap(({ index }) => list.byId.get(list.order[index] ?? '') ?? []);
    loadValues(shown.filter(lacks).map(({ id }) => id));
  });

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
    const anchor = previous[Math.floor(element.scrollTop / rowPx)];
    const from = anchor === undefined ? -1 : previous.indexOf(anchor);
    const to = anchor === undefined || list.order[from] === anchor ? from : list.order.indexOf(anchor);
    if (to > from && from >= 0) element.scrollTop += (to - from) * rowPx;
  }, [list.order, rowPx]);

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
        aria-rowcount={list.totalIsMinimum ? -1 : list.total + (columns ? 1 : 0)}
        aria-multiselectable
        className={classes.grid}
        {...(columns ? { 'data-table': true, style: tableRoom(columns) as CSSProperties } : {})}
      >
        {columns ? <TableHead columns={columns} onSort={onSort} /> : null}
        {/* A grid owns rows through a row group; the wrapper of each row is layout only. */}
        <div role="presentation" className={classes.canvas} style={{ height: rows.getTotalSize() }}>
          {items.map((virtual) => {
            const id = list.order[virtual.index];
            const item = id === undefined ? undefined : list.byId.get(id);
            return (
              <div
                key={virtual.key}
                role="presentation"
                className={classes.place}
                style={{ transform: `translateY(${virtual.start - headPx}px)` }}
              >
                {item ? (
                  <CaptureRow
                    item={item}
                    columns={columns}
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
                  <RowSkeleton isTable={isTable} />
                )}
              </div>
            );
          })}
        </div>
      </div>
      {columns && valuesProblem ? (
        <div role="alert" className={classes.moreProblem}>
          <span>{text('workspace.table.values_not_loaded', { title: valuesProblem.title })}</span>
          <Button size="compact-sm" variant="default" onClick={retryValues}>
            {text('common.try_again')}
          </Button>
        </div>
      ) : null}
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

/** The rows in sight, and one that has to be there wherever it is. */
function withRow(range: Range, index: number): number[] {
  const seen = defaultRangeExtractor(range);
  return index < 0 || index >= range.count || seen.includes(index)
    ? seen
    : [...seen, index].sort((a, b) => a - b);
}
