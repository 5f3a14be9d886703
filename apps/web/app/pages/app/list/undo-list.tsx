import { Button, Loader, Modal } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { UndoableBulkAction } from '@readout/domain/captures/rules';
import { useEffect, useRef, useState } from 'react';
import type { Problem } from '../../../api/answer.ts';
import { api } from '../../../api/client.ts';
import { useWorkspace } from '../../../captures/workspace-context.ts';
import { useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import { isDecision } from './bulk-actions.ts';
import classes from './list.module.css';

/** What was done to many captures at once in the last days, each with a way back: also after the page was left. */
export function UndoList({ onClose }: { onClose(): void }) {
  const text = useText();
  const { captures, viewer } = useWorkspace();
  const [actions, setActions] = useState<readonly UndoableBulkAction[]>();
  const [problem, setProblem] = useState<Problem>();
  const [undoing, setUndoing] = useState<string>();

  const newest = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // What somebody who pressed the key means.
    if (actions) newest.current?.focus();
  }, [actions]);
  useEffect(() => {
    const leaving = new AbortController();
    api.get('/bulk', { signal: leaving.signal }).then(
      (answer) => (answer.ok ? setActions(answer.value) : setProblem(answer.problem)),
      () => undefined,
    );
    return () => leaving.abort();
  }, []);

  const undo = async (id: string): Promise<void> => {
    if (undoing) return;
    setUndoing(id);
    setProblem(undefined);
    const answer = await api.post('/bulk/{bulkActionId}/undo', { path: { bulkActionId: id } });
    setUndoing(undefined);
    if (!answer.ok) {
      setProblem(answer.problem);
      return;
    }
    notifications.show({
      message: text('workspace.list.bulk_undone', answer.value),
      color: 'gray',
      autoClose: 8000,
    });
    onClose();
    await captures.reload();
  };

  return (
    <Modal opened onClose={onClose} title={text('workspace.list.recent_bulk_actions')} size="md">
      {problem ? (
        <p role="alert">
          {problem.title}. {problem.action}
        </p>
      ) : null}
      {actions === undefined && !problem ? (
        <Loader size="sm" type="bars" aria-label={text('workspace.list.looking')} />
      ) : null}
      {actions?.length === 0 ? (
        <p className={classes.dim}>{text('workspace.list.nothing_done_to_many')}</p>
      ) : null}
      <ul className={classes.undoable}>
        {actions?.map(({ id, action, count, createdBy, createdAt }, index) => (
          <li key={id}>
            <span>
              {isDecision(action)
                ? text('workspace.list.records_done', { action, count })
                : text('workspace.list.bulk_done', { action, count })}
              <span className={classes.dim}>
                {createdBy.id === viewer.id ? '' : `${createdBy.name}, `}
                <When iso={createdAt} />
              </span>
            </span>
            <Button
              size="compact-sm"
              variant="default"
              loading={undoing === id}
              ref={index === 0 ? newest : undefined}
              onClick={() => void undo(id)}
            >
              {text('common.undo')}
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
