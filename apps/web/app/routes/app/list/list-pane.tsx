import { Button, SegmentedControl } from '@mantine/core';
import type { CaptureFilter, CaptureListItem } from '@readout/domain/captures/rules';
import { type Ref, useCallback, useRef, useState } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import { IconArrowUp, IconPlus } from '../../../ui/icons.ts';
import { plural, wholeNumber } from '../../../ui/numbers.ts';
import { PairPhoneButton, PairPhoneDialog } from '../../pair/pair-phone.tsx';
import { placeNames } from '../wording.ts';
import { useWorkspace } from '../workspace-context.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ExportMenu } from './export-menu.tsx';
import { FailureCauses } from './failure-causes.tsx';
import { FilterMenu } from './filter-menu.tsx';
import { filterQuery, places, withFilter } from './filters.ts';
import classes from './list.module.css';
import { ListEmpty } from './list-empty.tsx';
import { Rows, type RowsHandle } from './rows.tsx';
import { SearchBox } from './search-box.tsx';
import { extendTo, type Selection, selectAllMatching, toggle } from './selection.ts';
import type { LiveState } from './use-live.ts';
import { ViewsMenu } from './views-menu.tsx';

interface ListPaneProps {
  rows: Ref<RowsHandle>;
  search: Ref<HTMLInputElement>;
  live: LiveState;
  selection: Selection;
  onSelection(next: Selection): void;
  activeId: string | undefined;
  onActive(id: string): void;
}

export function ListPane({ rows, search, live, selection, onSelection, activeId, onActive }: ListPaneProps) {
  const { captures, filter, query, openId, pickFiles, viewer } = useWorkspace();
  const { list } = captures;
  const navigate = useNavigate();
  const navigation = useNavigation();
  const isSearching =
    navigation.state === 'loading' &&
    navigation.location.pathname.startsWith('/app') &&
    navigation.location.search.slice(1) !== query;
  const show = useCallback(
    (next: CaptureFilter) => {
      const text = filterQuery(next);
      void navigate(`/app${openId ? `/${openId}` : ''}${text ? `?${text}` : ''}`, {
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
  const count = list.totalIsMinimum ? `${wholeNumber(list.total)}+ captures` : plural(list.total, 'capture');

  return (
    <section className={classes.pane} aria-label="Captures">
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
            aria-label="Place"
            data={places
              // Where links of the dashboard lead; nobody has to choose it.
              .filter((value) => value !== 'kept' || filter.place === 'kept')
              .map((value) => ({ value, label: shortPlaces[value] ?? placeNames[value] }))}
            value={filter.place ?? 'inbox'}
            onChange={(value) =>
              show(
                withFilter(
                  filter,
                  'place',
                  value === 'inbox' ? undefined : (value as CaptureFilter['place']),
                ),
              )
            }
          />
          <ViewsMenu />
          <ExportMenu />
        </div>
        <div className={classes.status} data-busy={isSearching || undefined}>
          <span role="status">{isSearching ? 'Looking…' : count}</span>
          <LiveMark state={live} />
          <PairPhoneButton look="icon" onClick={pair} />
          <Button
            size="compact-xs"
            leftSection={<IconPlus size={13} aria-hidden />}
            onClick={pickFiles}
            className={classes.add ?? ''}
          >
            Add
          </Button>
        </div>
      </div>
      {selection.ids.size > 0 || selection.allMatching ? (
        <BulkBar
          selection={selection}
          onClear={() => onSelection({ anchor: null, ids: new Set(), allMatching: false })}
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
          label={`${placeNames[filter.place ?? 'inbox']}, ${count}`}
        />
      )}
    </section>
  );
}

const shortPlaces: Partial<Record<(typeof places)[number], string>> = { kept: 'Kept', all: 'All' };

function Waiting({ items, onShow }: { items: readonly CaptureListItem[]; onShow(): void }) {
  return (
    <div role="status" className={classes.waiting}>
      {items.length > 0 ? (
        <button type="button" className={classes.waitingButton} onClick={onShow}>
          <IconArrowUp size={14} aria-hidden />
          {plural(items.length, 'new capture')}
        </button>
      ) : null}
    </div>
  );
}

const liveWords: Record<LiveState, string> = { connecting: 'Connecting', live: 'Live', lost: 'Reconnecting' };

function LiveMark({ state }: { state: LiveState }) {
  return (
    <span
      className={classes.live}
      data-state={state}
      title={
        state === 'lost'
          ? 'The connection is lost. What is shown may be out of date; it catches up by itself.'
          : undefined
      }
    >
      <span role="status">{liveWords[state]}</span>
    </span>
  );
}
