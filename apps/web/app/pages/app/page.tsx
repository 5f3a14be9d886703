import { notifications } from '@mantine/notifications';
import { listCaptures } from '@readout/domain/captures/list-captures';
import type { BulkAction } from '@readout/domain/captures/rules';
import { getListTable } from '@readout/domain/list-table/get-list-table';
import { listPluginNames } from '@readout/domain/plugins/list-plugin-names';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Outlet, type ShouldRevalidateFunctionArgs } from 'react-router';
import { currentCapture, rowBeside, targetOf } from '../../captures/current-capture.ts';
import { filterQuery, parseFilter, usualSort } from '../../captures/filters.ts';
import { fieldsOfTable } from '../../captures/table-columns.ts';
import { useCaptures } from '../../captures/use-captures.ts';
import { useListTable } from '../../captures/use-list-table.ts';
import { useLive } from '../../captures/use-live.ts';
import { WorkspaceContext, type Workspace as WorkspaceValue } from '../../captures/workspace-context.ts';
import { KeyHelp } from '../../keyboard/key-help.tsx';
import { keyGroups, keyMap } from '../../keyboard/key-map.ts';
import { useKeys } from '../../keyboard/use-keys.ts';
import { orProblemPage } from '../../problems/page-problem.ts';
import { captureQueue } from '../../queue/capture-queue.ts';
import { requireMember } from '../../session.ts';
import { FailureMessage } from '../../shell/page-failure.tsx';
import { pageTitle } from '../../texts/page-title.ts';
import { Hidden } from '../../ui/layout.tsx';
import { useText } from '../../ui/texts.tsx';
import { UndoProvider, useUndo } from '../../ui/undo.tsx';
import type { Route } from './+types/page';
import { FilePicker } from './intake/file-picker.tsx';
import { UploadPanel } from './intake/upload-panel.tsx';
import { type inverse, isMove } from './list/bulk-actions.ts';
import { ListPane } from './list/list-pane.tsx';
import type { RowsHandle } from './list/rows.tsx';
import { extendTo, nothingSelected, type Selection, selectAllMatching, toggle } from './list/selection.ts';
import { UndoList } from './list/undo-list.tsx';
import { LiveContext, makeLiveTopic } from './live-topic.ts';
import { TagsAndNotes } from './tags-and-notes.tsx';
import { useCaptureActions } from './use-capture-actions.ts';
import { useWhereabouts } from './use-whereabouts.ts';
import classes from './workspace.module.css';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope, session } = requireMember(context, request);
  const { db, plugins } = services;
  const asked = parseFilter(new URL(request.url).searchParams);
  const { sort = usualSort, ...filter } = asked;
  const table = await orProblemPage(getListTable({ db: db.app, plugins }, { scope }));
  const fields = fieldsOfTable(table, filter.type);
  return {
    page: await orProblemPage(
      listCaptures({ db: db.app, plugins }, { scope, filter, sort, limit: 50, fields }),
    ),
    table,
    companyId: scope.companyId,
    filter: asked,
    query: filterQuery(asked),
    plugins: await orProblemPage(listPluginNames({ db: db.app, plugins }, { scope })),
    viewer: { id: session.user.id, role: session.role as string, isReviewer: session.role !== 'operator' },
  };
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'workspace.page.workspace');

/** The list follows live changes by itself: it is loaded anew only for another filter, or after a form (another company). */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs): boolean {
  const queryOf = (url: URL): string => filterQuery(parseFilter(url.searchParams));
  return formMethod !== undefined || queryOf(currentUrl) !== queryOf(nextUrl);
}

export default function WorkspacePage({ loaderData }: Route.ComponentProps) {
  return (
    <UndoProvider>
      <Panes key={loaderData.companyId} {...loaderData} />
    </UndoProvider>
  );
}

function Panes({ page, table: kept, filter, query, plugins, viewer }: Route.ComponentProps['loaderData']) {
  const text = useText();
  const { table, changeTable } = useListTable(kept);
  const fields = fieldsOfTable(table, filter.type).join(',');
  const captures = useCaptures(page, { query, fields });
  const undo = useUndo();
  const [selection, setSelection] = useState<Selection>(nothingSelected);
  const [bulk, setBulk] = useState<BulkAction>();
  const [helpOpen, setHelpOpen] = useState(false);
  const [undoOpen, setUndoOpen] = useState(false);
  const [annotated, setAnnotated] = useState<string>();
  const [announced, setAnnounced] = useState('');
  const rows = useRef<RowsHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const topic = useMemo(makeLiveTopic, []);
  const addressOf = useCallback(
    (id?: string) => `/app${id ? `/${id}` : ''}${query ? `?${query}` : ''}`,
    [query],
  );
  const { where, shown, moving } = useWhereabouts({ order: captures.list.order, query, addressOf, rows });
  const { openId } = where;

  // Where one pane has all the room, the list comes first.
  const wantsSearch = useRef(false);
  useEffect(() => {
    // After the row one comes back to, which would get the focus otherwise.
    if (openId === undefined && wantsSearch.current) requestAnimationFrame(() => search.current?.focus());
    wantsSearch.current = false;
  }, [openId]);

  // Another filter is another list: what was selected is no longer what one sees.
  const [seenQuery, setSeenQuery] = useState(query);
  if (seenQuery !== query) {
    setSeenQuery(query);
    setSelection(nothingSelected);
    setBulk(undefined);
  }

  const announce = useCallback(
    (count: number) => count > 0 && setAnnounced(text('workspace.page.new_in_list', { count })),
    [text],
  );
  const live = useLive(
    (ids) => {
      topic.tell(ids);
      void captures.refresh(ids).then((fresh) => announce(fresh.length));
    },
    () => {
      topic.tell(null);
      void captures.resync();
    },
  );

  const { claimAsMine, refresh } = captures;
  useEffect(() => {
    const queue = captureQueue();
    // Also what was received between this page's list and its scripts.
    const claim = () => claimAsMine(queue.items().flatMap(({ captureId }) => captureId ?? []));
    const stops = [
      queue.subscribe(claim),
      queue.onReceived(({ captureId }) => {
        if (!captureId) return;
        claimAsMine([captureId]);
        void refresh([captureId]);
      }),
    ];
    claim();
    return () => {
      for (const stop of stops) stop();
    };
  }, [claimAsMine, refresh]);

  const isSelecting = selection.ids.size > 0 || selection.allMatching;
  const known = useRef({ list: captures.list, shown, isSelecting });
  known.current = { list: captures.list, shown, isSelecting };
  const target = useCallback(
    () =>
      targetOf(moving.where(), {
        isSelecting: known.current.isSelecting,
        showsList: moving.where().openId === undefined || window.matchMedia('(min-width: 44em)').matches,
      }),
    [moving],
  );
  const workspace = useMemo<WorkspaceValue>(
    () => ({
      filter,
      query,
      captures,
      table,
      changeTable,
      plugins,
      viewer,
      openId,
      addressOf,
      moving,
      itemOf: (id) => {
        const { list, shown: beside } = known.current;
        return list.byId.get(id) ?? (beside?.id === id ? beside : undefined);
      },
      actsOnSelection: () => target().of === 'selection',
      pickFiles: () => picker.current?.click(),
      annotate: setAnnotated,
    }),
    [filter, query, captures, table, changeTable, plugins, viewer, openId, addressOf, moving, target],
  );
  const actions = useCaptureActions(workspace);

  const say = (message: string): void =>
    void notifications.show({ message, color: 'yellow', autoClose: 5000 });
  /** Does something to what keys act on: to selected rows only after a look at what it would change. */
  const act = (action: BulkAction, key: KeyboardEvent, toOne: (id: string) => void): void => {
    const of = target();
    if (of.of === 'nothing') say(text('workspace.page.no_capture_chosen'));
    else if (of.of === 'one') {
      if (!moving.isMeantBy(key)) say(text('workspace.page.still_opening'));
      else toOne(of.id);
    } else if (viewer.isReviewer) setBulk(action);
    else if (isMove(action) && !selection.allMatching)
      void actions.change(action, [...selection.ids]).then(() => setSelection(nothingSelected));
    else say(text('workspace.page.reviewers_only'));
  };
  const moveAway = (action: keyof typeof inverse, key: KeyboardEvent): void =>
    act(action, key, (id) => void actions.change(action, [id]));
  /** Records are decided where one sees them; the page of the capture has had its turn with the key. */
  const decide = (action: 'confirm' | 'reject' | 'reopen', key: KeyboardEvent): unknown => {
    if (target().of !== 'selection' && openId !== undefined && moving.isMeantBy(key)) return false;
    return act(action, key, () => say(text('workspace.page.open_it_first')));
  };
  const move = (by: 1 | -1): void => {
    const to = rowBeside(moving.where(), by);
    if (to !== undefined) moving.goTo(to);
  };
  const isInPicture = (event: KeyboardEvent): boolean =>
    event.target instanceof Element && event.target.closest('[data-picture]') !== null;
  const isOnRow = ({ target: on }: KeyboardEvent): boolean => on instanceof Element && on.role === 'row';
  const select = (extends_: boolean): void => {
    const id = currentCapture(moving.where());
    const { order } = captures.list;
    if (id !== undefined)
      setSelection(extends_ ? extendTo(selection, id, order) : toggle(selection, id, order));
  };
  useKeys({
    'next-row': (event) => (event.key === 'ArrowDown' && isInPicture(event) ? false : move(1)),
    'previous-row': (event) => (event.key === 'ArrowUp' && isInPicture(event) ? false : move(-1)),
    open: (event) => {
      if (!isOnRow(event) && event.target !== document.body) return false;
      const id = currentCapture(moving.where());
      if (id !== undefined && id !== openId) void moving.open(id);
    },
    select: (event) => {
      // Anywhere else the space bar belongs to the browser.
      if (event.key === ' ' && !isOnRow(event)) return false;
      select(event.shiftKey);
    },
    'extend-selection': () => select(true),
    'select-all': () => setSelection(selectAllMatching(captures.list.order)),
    search: () => {
      if (search.current?.checkVisibility()) search.current.focus();
      else {
        wantsSearch.current = true;
        void moving.open(undefined);
      }
    },
    archive: (key) => moveAway(filter.place === 'archive' ? 'unarchive' : 'archive', key),
    trash: (key) => moveAway(filter.place === 'trash' ? 'restore' : 'trash', key),
    assign: (key) => act('assign', key, (id) => void actions.claim(id)),
    tags: (key) => act('tag', key, setAnnotated),
    reread: (key) => act('reread', key, (id) => void actions.reread(id)),
    confirm: (key) => decide('confirm', key),
    reject: (key) => decide('reject', key),
    reopen: (key) => decide('reopen', key),
    undo: () => {
      if (undo.undoLast()) return;
      if (viewer.isReviewer) setUndoOpen(true);
      else say(text('common.undo_nothing'));
    },
    help: () => setHelpOpen(true),
    back: () => {
      if (isSelecting) setSelection(nothingSelected);
      else if (openId !== undefined) void moving.open(undefined);
      else return false;
    },
  });

  return (
    <WorkspaceContext value={workspace}>
      <LiveContext value={topic}>
        <Hidden as="h1">{text('workspace.page.workspace')}</Hidden>
        <div
          className={classes.workspace}
          data-fills-screen
          data-open={openId !== undefined || undefined}
          data-table={(table.isShown && openId === undefined) || undefined}
        >
          <div className={classes.list}>
            <ListPane
              rows={rows}
              search={search}
              live={live}
              selection={selection}
              onSelection={setSelection}
              onUndo={() => setUndoOpen(true)}
              announce={setAnnounced}
              bulk={bulk}
              onBulk={setBulk}
              activeId={where.rowId}
              onActive={moving.toRow}
            />
          </div>
          <div className={classes.detail}>
            <Outlet />
          </div>
          <UploadPanel />
        </div>
        <FilePicker ref={picker} />
        {annotated === undefined ? null : (
          <TagsAndNotes key={annotated} captureId={annotated} onClose={() => setAnnotated(undefined)} />
        )}
        {undoOpen ? <UndoList onClose={() => setUndoOpen(false)} /> : null}
        <KeyHelp
          groups={keyGroups.map((group) => ({
            name: text('workspace.page.key_group', { group }),
            keys: keyMap
              .filter((binding) => binding.group === group)
              .map(({ keys, label }) => ({ keys, does: text(label) })),
          }))}
          notes={[
            text('workspace.keys.with_rows_selected'),
            text('workspace.keys.in_picture_drag_or_arrow'),
            text('workspace.keys.in_field_pick'),
          ]}
          isOpen={helpOpen}
          onOpen={setHelpOpen}
        />
        <Hidden aria-live="polite">{announced}</Hidden>
      </LiveContext>
    </WorkspaceContext>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FailureMessage error={error} />;
}
