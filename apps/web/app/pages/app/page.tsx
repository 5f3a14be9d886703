import { listCaptures } from '@readout/domain/captures/list-captures';
import { getListTable } from '@readout/domain/list-table/get-list-table';
import { listPluginNames } from '@readout/domain/plugins/list-plugin-names';
import { useCallback, useMemo, useRef, useState } from 'react';
import { Outlet, type ShouldRevalidateFunctionArgs } from 'react-router';
import { targetOf } from '../../captures/current-capture.ts';
import { filterQuery, parseFilter, usualSort } from '../../captures/filters.ts';
import { fieldsOfTable } from '../../captures/table-columns.ts';
import { useCaptures } from '../../captures/use-captures.ts';
import { useListTable } from '../../captures/use-list-table.ts';
import { WorkspaceContext, type Workspace as WorkspaceValue } from '../../captures/workspace-context.ts';
import { orProblemPage } from '../../problems/page-problem.ts';
import { requireMember } from '../../session.ts';
import { FailureMessage } from '../../shell/page-failure.tsx';
import { pageTitle } from '../../texts/page-title.ts';
import { Hidden } from '../../ui/layout.tsx';
import { useText } from '../../ui/texts.tsx';
import { UndoProvider } from '../../ui/undo.tsx';
import type { Route } from './+types/page';
import { FilePicker } from './intake/file-picker.tsx';
import { UploadPanel } from './intake/upload-panel.tsx';
import { ListPane } from './list/list-pane.tsx';
import type { RowsHandle } from './list/rows.tsx';
import { UndoList } from './list/undo-list.tsx';
import { LiveContext } from './live-topic.ts';
import { TagsAndNotes } from './tags-and-notes.tsx';
import { useListNews } from './use-list-news.ts';
import { useSearchFocus } from './use-search-focus.ts';
import { useSelectedRows } from './use-selected-rows.ts';
import { useWhereabouts } from './use-whereabouts.ts';
import classes from './workspace.module.css';
import { useWorkspaceKeys, WorkspaceKeyHelp } from './workspace-keys.tsx';

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

/** The list follows live changes by itself: it is loaded again only for another filter, or after a form (another company). */
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
  const selected = useSelectedRows(query);
  const { selection, setSelection, bulk, setBulk, isSelecting } = selected;
  const [helpOpen, setHelpOpen] = useState(false);
  const [undoOpen, setUndoOpen] = useState(false);
  const [annotated, setAnnotated] = useState<string>();
  const [announced, setAnnounced] = useState('');
  const rows = useRef<RowsHandle>(null);
  const picker = useRef<HTMLInputElement>(null);
  const addressOf = useCallback(
    (id?: string) => `/app${id ? `/${id}` : ''}${query ? `?${query}` : ''}`,
    [query],
  );
  const { where, shown, moving } = useWhereabouts({ order: captures.list.order, query, addressOf, rows });
  const { openId } = where;

  const { search, goToSearch } = useSearchFocus({ openId, moving });
  const { live, topic } = useListNews(captures, setAnnounced);

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
  useWorkspaceKeys({
    workspace,
    ...selected,
    target,
    goToSearch,
    openUndoList: () => setUndoOpen(true),
    openHelp: () => setHelpOpen(true),
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
        <WorkspaceKeyHelp isOpen={helpOpen} onOpen={setHelpOpen} />
        <Hidden aria-live="polite">{announced}</Hidden>
      </LiveContext>
    </WorkspaceContext>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FailureMessage error={error} />;
}
