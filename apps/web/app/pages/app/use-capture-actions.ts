import { notifications } from '@mantine/notifications';
import { useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { Answer } from '../../api/answer.ts';
import { appApi } from '../../api/client.ts';
import type { Workspace } from '../../captures/workspace-context.ts';
import { useText } from '../../ui/texts.tsx';
import { showProblem, useUndo } from '../../ui/undo.tsx';
import { inverse } from './list/bulk-actions.ts';

type Change = 'archive' | 'unarchive' | 'trash' | 'restore';

const move = (change: Change, ids: readonly string[]) =>
  appApi.post('/captures/{move}', { path: { move: change }, body: { ids: [...ids] } });
const give = (ids: readonly string[], userId: string | null) =>
  appApi.post('/captures/assign', { body: { ids: [...ids], userId } });

/** What one does to captures picked by hand, at once and with undo; many at a time go through the bulk dialog. */
export function useCaptureActions(workspace: Workspace) {
  const text = useText();
  const { offer } = useUndo();
  const navigate = useNavigate();
  const current = useRef(workspace);
  current.current = workspace;

  return useMemo(() => {
    const changed = async (
      answer: Answer<{ changed: string[] }>,
      done: (count: number) => string,
      undo?: () => Promise<Answer<unknown>>,
    ): Promise<boolean> => {
      if (!answer.ok) {
        showProblem(answer.problem);
        return false;
      }
      const ids = answer.value.changed;
      if (ids.length === 0) {
        notifications.show({
          message: text('workspace.page.nothing_changed_so_already'),
          color: 'gray',
          autoClose: 3000,
        });
        return false;
      }
      await current.current.captures.refresh(ids);
      if (undo) offer({ done: done(ids.length), undo });
      return true;
    };

    const change = async (action: Change, ids: readonly string[]): Promise<void> => {
      if (ids.length === 0) return;
      const { captures, openId, addressOf } = current.current;
      const { order } = captures.list;
      const below =
        openId && ids.includes(openId)
          ? order.slice(order.indexOf(openId) + 1).find((id) => !ids.includes(id))
          : undefined;
      const answer = await move(action, ids);
      const back = inverse[action];
      const isDone = await changed(
        answer,
        (count) => text('workspace.list.bulk_done', { action, count }),
        async () => {
          const moved = answer.ok ? answer.value.changed : ids;
          const undone = await move(back, moved);
          for (const id of moved) captures.claimAsMine(id);
          await captures.refresh(moved);
          return undone;
        },
      );
      if (!isDone) return;
      captures.dropLeft();
      // What is gone makes room for the next; without one, for the list.
      if (openId && ids.includes(openId)) void navigate(addressOf(below), { replace: true });
    };

    const assign = async (ids: readonly string[], userId: string | null): Promise<void> => {
      if (ids.length === 0) return;
      const { captures, viewer } = current.current;
      if (!viewer.isReviewer) {
        notifications.show({ message: text('workspace.page.reviewers_only'), color: 'gray' });
        return;
      }
      const before = new Map(ids.map((id) => [id, captures.list.byId.get(id)?.assignedTo?.id ?? null]));
      const answer = await give(ids, userId);
      const earlier = ids.length === 1 ? before.get(ids[0] ?? '') : undefined;
      await changed(
        answer,
        (count) =>
          text('workspace.page.assigned', {
            to: userId === null ? 'nobody' : userId === viewer.id ? 'me' : 'somebody',
            count,
          }),
        earlier === undefined ? undefined : () => give(ids, earlier),
      );
    };

    return {
      change,
      assign,
      claim: (ids: readonly string[]) => {
        const { captures, viewer } = current.current;
        const allMine = ids.every((id) => captures.list.byId.get(id)?.assignedTo?.id === viewer.id);
        return assign(ids, allMine ? null : viewer.id);
      },
      reread: async (ids: readonly string[]): Promise<void> => {
        const answer = await appApi.post('/captures/reread', { body: { ids: [...ids] } });
        if (await changed(answer, (count) => text('workspace.list.bulk_done', { action: 'reread', count })))
          notifications.show({
            message: text('workspace.page.reading_again_what_people_changed'),
            color: 'gray',
            autoClose: 4000,
          });
      },
    };
  }, [offer, navigate, text]);
}
