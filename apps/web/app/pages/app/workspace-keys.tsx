import { notifications } from '@mantine/notifications';
import type { BulkAction } from '@readout/domain/captures/rules';
import { currentCapture, rowBeside, type Target } from '../../captures/current-capture.ts';
import type { Workspace } from '../../captures/workspace-context.ts';
import { KeyHelp } from '../../keyboard/key-help.tsx';
import { keyGroups, keyMap } from '../../keyboard/key-map.ts';
import { useKeys } from '../../keyboard/use-keys.ts';
import { useText } from '../../ui/texts.tsx';
import { useUndo } from '../../ui/undo.tsx';
import { type inverse, isMove } from './list/bulk-actions.ts';
import { extendTo, nothingSelected, selectAllMatching, toggle } from './list/selection.ts';
import { useCaptureActions } from './use-capture-actions.ts';
import type { useSelectedRows } from './use-selected-rows.ts';

interface ActedOn
  extends Pick<ReturnType<typeof useSelectedRows>, 'selection' | 'setSelection' | 'setBulk' | 'isSelecting'> {
  workspace: Workspace;
  /** What a key acts on at this moment. */
  target(): Target;
  goToSearch(): void;
  openUndoList(): void;
  openHelp(): void;
}

/** What the keys of the workspace do. */
export function useWorkspaceKeys({
  workspace,
  selection,
  setSelection,
  setBulk,
  isSelecting,
  target,
  goToSearch,
  openUndoList,
  openHelp,
}: ActedOn): void {
  const text = useText();
  const undo = useUndo();
  const { filter, captures, viewer, openId, moving } = workspace;
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
    search: goToSearch,
    archive: (key) => moveAway(filter.place === 'archive' ? 'unarchive' : 'archive', key),
    trash: (key) => moveAway(filter.place === 'trash' ? 'restore' : 'trash', key),
    assign: (key) => act('assign', key, (id) => void actions.claim(id)),
    tags: (key) => act('tag', key, workspace.annotate),
    reread: (key) => act('reread', key, (id) => void actions.reread(id)),
    confirm: (key) => decide('confirm', key),
    reject: (key) => decide('reject', key),
    reopen: (key) => decide('reopen', key),
    undo: () => {
      if (undo.undoLast()) return;
      if (viewer.isReviewer) openUndoList();
      else say(text('common.undo_nothing'));
    },
    help: openHelp,
    back: () => {
      if (isSelecting) setSelection(nothingSelected);
      else if (openId !== undefined) void moving.open(undefined);
      else return false;
    },
  });
}

/** The keys of the workspace, as one looks them up. */
export function WorkspaceKeyHelp({ isOpen, onOpen }: { isOpen: boolean; onOpen: (isOpen: boolean) => void }) {
  const text = useText();
  return (
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
      isOpen={isOpen}
      onOpen={onOpen}
    />
  );
}
