import { ActionIcon, Button, SegmentedControl, Tooltip } from '@mantine/core';
import type { BulkAction, CaptureListItem, CaptureSort } from '@readout/domain/captures/rules';
import { type Ref, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import { filterQuery, type ListFilter, places, withFilter } from '../../../captures/filters.ts';
import { useWorkspace } from '../../../captures/workspace-context.ts';
import { useKeys } from '../../../keyboard/use-keys.ts';
import { PairPhoneButton, PairPhoneDialog } from '../../../pairing/pair-phone.tsx';
import { IconArrowBackUp, IconArrowUp, IconPlus } from '../../../ui/icons.ts';
import type { LiveState } from '../../../ui/live/live-source.ts';
import { useText } from '../../../ui/texts.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ExportButton } from './export-button.tsx';
import { FailureCauses } from './failure-causes.tsx';
import { FilterMenu } from './filter-menu.tsx';
import classes from './list.module.css';
import { ListEmpty } from './list-empty.tsx';
import { Rows, type RowsHandle } from './rows.tsx';
import { SearchBox } from './search-box.tsx';
import { extendTo, nothingSelected, type Selection, selectAllMatching, toggle } from './selection.ts';
import { SortMenu } from './sort-menu.tsx';
import { TableMenu } from './table-menu.tsx';
import { ViewsMenu } from './views-menu.tsx';

interface ListPaneProps {
  rows: Ref<RowsHandle>;
  search: Ref<HTMLInputElement>;
  live: LiveState;
  selection: Selection;
  onSelection(next: Selection): void;
  /** What is about to be done to the selected rows. */
  bulk: BulkAction | undefined;
  onBulk(action: BulkAction | undefined): void;
  /** Shows what was done to many at once. */
  onUndo(): void;
  /** For who does not see it. */
  announce(what: string): void;
  activeId: string | undefined;
  onActive(id: string): void;
}

export function ListPane({
  rows,
  search,
  live,
  selection,
  onSelection,
  bulk,
  onBulk,
  onUndo,
  announce,
  activeId,
  onActive,
}: ListPaneProps) {
  const text = useText();
  const { captures, filter, query, openId, pickFiles, viewer } = useWorkspace();
  const { list } = captures;
  const navigate = useNavigate();
  const navigation = useNavigation();
  const isSearching =
    navigation.state === 'loading' &&
    navigation.location.pathname.startsWith('/app') &&
    navigation.location.search.slice(1) !== query;
  const pane = useRef<HTMLElement>(null);
  const show = useCallback(
    (next: ListFilter) => {
      const search = filterQuery(next);
      // Where what is open has all the room, another list comes in its place.
      const beside = pane.current?.checkVisibility() ? openId : undefined;
      void navigate(`/app${beside ? `/${beside}` : ''}${search ? `?${search}` : ''}`, {
        preventScrollReset: true,
      });
    },
    [navigate, openId],
  );
  const current = useRef({ selection, order: list.order });
  current.current = { selection, order: list.order };
  const onToggle = useCallback(
    (id: string, extend: boolean) => {
      const { selection: now, order } = current.current;
      onSelection(extend ? extendTo(now, id, order) : toggle(now, id, order));
    },
    [onSelection],
  );
  const [isPairing, setIsPairing] = useState(false);
  const pair = () => setIsPairing(true);
  const place = filter.place ?? 'inbox';
  // Where links of the dashboard lead is a place, too; nobody has to choose it.
  const offered = places.filter((each) => each !== 'kept' || place === 'kept');
  const toPlace = (to: (typeof places)[number]): void =>
    show(withFilter(filter, 'place', to === 'inbox' ? undefined : to));
  /** Two keys in a row are two places on, also before the first is shown. */
  const askedPlace = useRef(place);
  useEffect(() => {
    askedPlace.current = place;
  }, [place]);
  const toPlaceBeside = (by: 1 | -1): void => {
    const to =
      offered[(offered.indexOf(askedPlace.current) + by + offered.length) % offered.length] ?? 'inbox';
    askedPlace.current = to;
    announce(text('workspace.list.place', { place: to }));
    toPlace(to);
  };
  const sort = (to: CaptureSort): void => show(withFilter(filter, 'sort', to));
  useKeys({
    'previous-place': () => toPlaceBeside(-1),
    'next-place': () => toPlaceBeside(1),
    'add-files': pickFiles,
    'bulk-actions': () => (viewer.isReviewer ? onUndo() : false),
  });
  const count = text(list.totalIsMinimum ? 'workspace.list.count_or_more' : 'workspace.list.count', {
    count: list.total,
  });

  return (
    <section ref={pane} className={classes.pane} aria-label={text('workspace.list.captures')}>
      <div className={classes.tools}>
        <div className={classes.toolRow}>
          <SearchBox
            ref={search}
            query={filter.q ?? ''}
            onSearch={useCallback((q) => show(withFilter(filter, 'q', q || undefined)), [show, filter])}
          />
          <FilterMenu onChange={show} />
        </div>
        <div className={classes.toolRow}>
          <SegmentedControl
            size="xs"
            fullWidth
            className={classes.places ?? ''}
            aria-label={text('workspace.list.place_label')}
            data={offered.map((value) => ({
              value,
              label: text('workspace.list.short_place', { place: value }),
            }))}
            value={place}
            onChange={(value) => toPlace(value as typeof place)}
          />
          <div className={classes.icons}>
            <SortMenu onSort={sort} />
            <TableMenu onType={(type) => show(withFilter(filter, 'type', type))} />
            <ViewsMenu />
            <ExportButton />
            {viewer.isReviewer ? (
              <Tooltip label={text('workspace.list.recent_bulk_actions')}>
                <ActionIcon
                  variant="default"
                  size={30}
                  aria-label={text('workspace.list.recent_bulk_actions')}
                  onClick={onUndo}
                >
                  <IconArrowBackUp size={16} aria-hidden />
                </ActionIcon>
              </Tooltip>
            ) : null}
          </div>
        </div>
        <div className={classes.status} data-busy={isSearching || undefined}>
          <span role="status">{isSearching ? text('workspace.list.looking') : count}</span>
          <LiveMark state={live} />
          <PairPhoneButton look="icon" onClick={pair} />
          <Button
            size="compact-xs"
            leftSection={<IconPlus size={13} aria-hidden />}
            onClick={pickFiles}
            className={classes.add ?? ''}
          >
            {text('workspace.list.add')}
          </Button>
        </div>
      </div>
      {selection.ids.size > 0 || selection.allMatching ? (
        <BulkBar
          selection={selection}
          action={bulk}
          onAction={onBulk}
          onClear={() => onSelection(nothingSelected)}
          onSelectAll={() => onSelection(selectAllMatching(list.order))}
        />
      ) : null}
      {filter.state === 'failed' && viewer.isReviewer ? <FailureCauses listed={list.total} /> : null}
      <PairPhoneDialog isOpen={isPairing} onClose={() => setIsPairing(false)} />
      <Waiting items={list.waiting} onShow={captures.showWaiting} />
      {list.order.length === 0 ? (
        <ListEmpty onClear={() => show({})} onPair={pair} />
      ) : (
        <Rows
          ref={rows}
          selection={selection}
          activeId={activeId}
          onActive={onActive}
          onToggle={onToggle}
          onSort={sort}
          label={`${text('workspace.list.place', { place })}, ${count}`}
        />
      )}
    </section>
  );
}

function Waiting({ items, onShow }: { items: readonly CaptureListItem[]; onShow(): void }) {
  const text = useText();
  return (
    <div role="status" className={classes.waiting}>
      {items.length > 0 ? (
        <button type="button" className={classes.waitingButton} onClick={onShow}>
          <IconArrowUp size={14} aria-hidden />
          {text('workspace.list.new', { count: items.length })}
        </button>
      ) : null}
    </div>
  );
}

function LiveMark({ state }: { state: LiveState }) {
  const text = useText();
  return (
    <span
      className={classes.live}
      data-state={state}
      title={state === 'lost' ? text('workspace.list.connection_lost_what_shown_may') : undefined}
    >
      <span role="status">{text('workspace.list.live', { state })}</span>
    </span>
  );
}
