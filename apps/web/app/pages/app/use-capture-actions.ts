import { notifications } from '@mantine/notifications';
import { useMemo, useRef } from 'react';
import type { Answer } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { useCaptureName } from '../../captures/capture-name.ts';
import { currentCapture, rowAfter } from '../../captures/current-capture.ts';
import type { Workspace } from '../../captures/workspace-context.ts';
import { useText } from '../../ui/texts.tsx';
import { showProblem, useUndo } from '../../ui/undo.tsx';
import { inverse } from './list/bulk-actions.ts';

type Change = keyof typeof inverse;

const move = (change: Change, ids: readonly string[]) =>
  api.post('/bulk/{move}', { path: { move: change }, body: { ids: [...ids] } });
const give = (id: string, userId: string | null) => api.post('/bulk/assign', { body: { ids: [id], userId } });

/** What one does to captures picked by hand, at once and with undo; many at a time go through the bulk dialog. */
export function useCaptureActions(workspace: Workspace) {
  const text = useText();
  const nameOf = useCaptureName();
  const { offer } = useUndo();
  const current = useRef({ ...workspace, nameOf });
  current.current = { ...workspace, nameOf };

  return useMemo(() => {
    /** Of one capture its name, as it is now; of several none. */
    const nameFor = (ids: readonly string[]): string => {
      const item = ids.length === 1 ? current.current.itemOf(ids[0] ?? '') : undefined;
      return item ? current.current.nameOf(item) : '';
    };
    /** What was done, of one capture by its name. */
    const doneTo = (action: Change | 'reread', ids: readonly string[], name: string): string =>
      name
        ? text('workspace.page.done_to_one', { action, name })
        : text('workspace.list.bulk_done', { action, count: ids.length });

    const changed = async (
      answer: Answer<{ changed: string[] }>,
      asked: readonly string[],
      name: string,
    ): Promise<string[] | undefined> => {
      if (!answer.ok) {
        showProblem(answer.problem);
        return undefined;
      }
      const { captures } = current.current;
      const ids = answer.value.changed;
      // Where nothing changed, somebody else was faster: the list learns how it is.
      await captures.refresh(ids.length > 0 ? ids : asked);
      if (ids.length > 0) return ids;
      notifications.show({
        message: name
          ? text('workspace.page.nothing_changed_for_one', { name })
          : text('workspace.page.nothing_changed_so_already'),
        color: 'yellow',
        autoClose: 6000,
      });
      return undefined;
    };

    const change = async (action: Change, ids: readonly string[]): Promise<void> => {
      if (ids.length === 0) return;
      const { captures, moving } = current.current;
      const { order } = moving.where();
      const name = nameFor(ids);
      const moved = await changed(await move(action, ids), ids, name);
      if (!moved) return;
      offer({
        done: doneTo(action, moved, name),
        undo: async () => {
          const undone = await move(inverse[action], moved);
          captures.claimAsMine(moved);
          await captures.refresh(moved);
          return undone;
        },
      });
      captures.dropLeft();
      // What is gone makes room for the next; somebody who has gone on meanwhile stays where they are.
      const here = currentCapture({ ...moving.where(), order });
      if (here !== undefined && moved.includes(here) && !moving.isUnderWay())
        moving.goTo(rowAfter(order, here, new Set(moved)));
    };

    const claim = async (id: string): Promise<void> => {
      const { viewer, itemOf } = current.current;
      if (!viewer.isReviewer) {
        notifications.show({ message: text('workspace.page.reviewers_only'), color: 'gray' });
        return;
      }
      const before = itemOf(id)?.assignedTo?.id ?? null;
      const name = nameFor([id]);
      const userId = before === viewer.id ? null : viewer.id;
      if (!(await changed(await give(id, userId), [id], name))) return;
      offer({
        done: text('workspace.page.assigned_one', { to: userId === null ? 'nobody' : 'me', name }),
        undo: async () => {
          const back = await give(id, before);
          await current.current.captures.refresh([id]);
          return back;
        },
      });
    };

    const reread = async (id: string): Promise<void> => {
      const name = nameFor([id]);
      const answer = await api.post('/bulk/reread', { body: { ids: [id] } });
      if (await changed(answer, [id], name))
        notifications.show({
          title: doneTo('reread', [id], name),
          message: text('workspace.page.reading_again_what_people_changed'),
          color: 'gray',
          autoClose: 4000,
        });
    };

    return { change, claim, reread };
  }, [offer, text]);
}
