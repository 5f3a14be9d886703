import { listCaptures } from '@readout/domain/captures/list-captures';
import { listPluginNames } from '@readout/domain/plugins/list-plugin-names';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Outlet, type ShouldRevalidateFunctionArgs, useNavigate, useParams } from 'react-router';
import { filterQuery, parseFilter } from '../../captures/filters.ts';
import { useCaptures } from '../../captures/use-captures.ts';
import { useLive } from '../../captures/use-live.ts';
import { WorkspaceContext, type Workspace as WorkspaceValue } from '../../captures/workspace-context.ts';
import { KeyHelp } from '../../keyboard/key-help.tsx';
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
import { ListPane } from './list/list-pane.tsx';
import type { RowsHandle } from './list/rows.tsx';
import { nothingSelected, type Selection, selectAllMatching, toggle } from './list/selection.ts';
import { LiveContext, makeLiveTopic } from './live-topic.ts';
import { useCaptureActions } from './use-capture-actions.ts';
import classes from './workspace.module.css';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope, session } = requireMember(context, request);
  const { db, plugins } = services;
  const filter = parseFilter(new URL(request.url).searchParams);
  return {
    page: await orProblemPage(listCaptures({ db: db.app, plugins }, { scope, filter, limit: 50 })),
    filter,
    query: filterQuery(filter),
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
      <Panes {...loaderData} />
    </UndoProvider>
  );
}

function Panes({ page, filter, query, plugins, viewer }: Route.ComponentProps['loaderData']) {
  const text = useText();
  const captures = useCaptures(page, query);
  const { captureId } = useParams();
  const navigate = useNavigate();
  const undo = useUndo();
  const [openDocument, setOpenId] = useState<string>();
  const openId = captureId === undefined ? undefined : (openDocument ?? captureId);
  const [selection, setSelection] = useState<Selection>(nothingSelected);
  const [activeId, setActiveId] = useState<string>();
  const [helpOpen, setHelpOpen] = useState(false);
  const [announced, setAnnounced] = useState('');
  const rows = useRef<RowsHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const topic = useMemo(makeLiveTopic, []);

  // Another filter is another list: what was selected is no longer what one sees.
  const [seenQuery, setSeenQuery] = useState(query);
  if (seenQuery !== query) {
    setSeenQuery(query);
    setSelection(nothingSelected);
    setActiveId(undefined);
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

  useEffect(
    () =>
      captureQueue().onReceived((item) => {
        if (!item.captureId) return;
        captures.claimAsMine(item.captureId);
        void captures.refresh([item.captureId]);
      }),
    [captures.claimAsMine, captures.refresh],
  );

  const addressOf = useCallback(
    (id?: string) => `/app${id ? `/${id}` : ''}${query ? `?${query}` : ''}`,
    [query],
  );
  const workspace = useMemo<WorkspaceValue>(
    () => ({
      filter,
      query,
      captures,
      plugins,
      viewer,
      openId,
      setOpenId,
      addressOf,
      pickFiles: () => picker.current?.click(),
    }),
    [filter, query, captures, plugins, viewer, openId, addressOf],
  );
  const actions = useCaptureActions(workspace);

  const current = activeId ?? openId;
  const meant = (): string[] => (selection.ids.size > 0 ? [...selection.ids] : current ? [current] : []);
  const move = (by: 1 | -1): void => {
    const { order } = captures.list;
    const from = current ? order.indexOf(current) : -1;
    const to = order[Math.min(order.length - 1, Math.max(0, from + by))];
    if (to === undefined) return;
    setActiveId(to);
    rows.current?.focus(to);
    if (openId && window.matchMedia('(min-width: 44em)').matches)
      void navigate(addressOf(to), { replace: true });
  };
  const isInPicture = (event: KeyboardEvent): boolean =>
    event.target instanceof Element && event.target.closest('[data-picture]') !== null;
  useKeys({
    'next-row': (event) => (event.key === 'ArrowDown' && isInPicture(event) ? false : move(1)),
    'previous-row': (event) => (event.key === 'ArrowUp' && isInPicture(event) ? false : move(-1)),
    open: (event) => {
      if (!(event.target instanceof Element && event.target.role === 'row') && event.target !== document.body)
        return false;
      if (current) void navigate(addressOf(current));
    },
    select: () => {
      if (current) setSelection(toggle(selection, current, captures.list.order));
    },
    'select-all': () => setSelection(selectAllMatching(captures.list.order)),
    search: () => search.current?.focus(),
    archive: () =>
      void actions
        .change(filter.place === 'archive' ? 'unarchive' : 'archive', meant())
        .then(() => setSelection(nothingSelected)),
    trash: () =>
      void actions
        .change(filter.place === 'trash' ? 'restore' : 'trash', meant())
        .then(() => setSelection(nothingSelected)),
    assign: () => void actions.claim(meant()),
    undo: () => undo.undoLast(),
    help: () => setHelpOpen(true),
    back: () => {
      if (selection.ids.size > 0 || selection.allMatching) setSelection(nothingSelected);
      else if (openId) {
        void navigate(addressOf());
        setActiveId(openId);
        rows.current?.focus(openId);
      } else return false;
    },
  });

  return (
    <WorkspaceContext value={workspace}>
      <LiveContext value={topic}>
        <Hidden as="h1">{text('workspace.page.workspace')}</Hidden>
        <div className={classes.workspace} data-fills-screen data-open={captureId !== undefined || undefined}>
          <div className={classes.list}>
            <ListPane
              rows={rows}
              search={search}
              live={live}
              selection={selection}
              onSelection={setSelection}
              activeId={activeId}
              onActive={setActiveId}
            />
          </div>
          <div className={classes.detail}>
            <Outlet />
          </div>
        </div>
        <FilePicker ref={picker} />
        <UploadPanel />
        <KeyHelp opened={helpOpen} onClose={() => setHelpOpen(false)} />
        <Hidden aria-live="polite">{announced}</Hidden>
      </LiveContext>
    </WorkspaceContext>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FailureMessage error={error} />;
}
