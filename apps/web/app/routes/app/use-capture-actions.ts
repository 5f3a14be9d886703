import { notifications } from '@mantine/notifications';
import type { BulkAction } from '@readout/domain/captures/rules';
import { useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { plural } from '../../ui/numbers.ts';
import { type Answer, send } from '../../ui/send.ts';
import { showProblem, useUndo } from '../../ui/undo.tsx';
import { bulkActions, inverse } from './list/bulk-actions.ts';
import { reviewersOnly, type Workspace } from './workspace-context.ts';

type Change = 'archive' | 'unarchive' | 'trash' | 'restore';

/** What one does to captures picked by hand, at once and with undo; many at a time go through the bulk dialog. */
export function useCaptureActions(workspace: Workspace) {
  const { offer } = useUndo();
  const navigate = useNavigate();
  const current = useRef(workspace);
  current.current = workspace;

  return useMemo(() => {
    const changed = async (
      answer: Answer<{ changed: string[] }>,
      done: string,
      undo?: () => Promise<Answer<unknown>>,
    ): Promise<boolean> => {
      if (!answer.ok) {
        showProblem(answer.problem);
        return false;
      }
      const ids = answer.value.changed;
      if (ids.length === 0) {
        notifications.show({ message: 'Nothing changed: it is so already.', color: 'gray', autoClose: 3000 });
        return false;
      }
      await current.current.captures.refresh(ids);
      if (undo) offer({ done: `${plural(ids.length, 'capture')} ${done}`, undo });
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
      const answer = await send<{ changed: string[] }>(`/app/captures/${action}`, { ids });
      const back = inverse[action];
      const isDone = await changed(
        answer,
        bulkActions.find((each) => each.action === (action as BulkAction))?.done ?? '',
        async () => {
          const moved = answer.ok ? answer.value.changed : ids;
          const undone = await send(`/app/captures/${back}`, { ids: moved });
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
        notifications.show({ message: reviewersOnly, color: 'gray' });
        return;
      }
      const before = new Map(ids.map((id) => [id, captures.list.byId.get(id)?.assignedTo?.id ?? null]));
      const answer = await send<{ changed: string[] }>('/app/captures/assign', { ids, userId });
      const earlier = ids.length === 1 ? before.get(ids[0] ?? '') : undefined;
      await changed(
        answer,
        userId === null ? 'free for anyone' : userId === viewer.id ? 'claimed for you' : 'assigned',
        earlier === undefined ? undefined : () => send('/app/captures/assign', { ids, userId: earlier }),
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
        const answer = await send<{ changed: string[] }>('/app/captures/reread', { ids });
        if (await changed(answer, 'being read again'))
          notifications.show({
            message: 'Reading again. What people changed stays; differences are proposed.',
            color: 'gray',
            autoClose: 4000,
          });
      },
    };
  }, [offer, navigate]);
}
