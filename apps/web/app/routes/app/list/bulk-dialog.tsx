import { Alert, Button, Loader, Modal, Select, Textarea } from '@mantine/core';
import type { BulkAction, BulkPreview } from '@readout/domain/captures/rules';
import { type FormEvent, useEffect, useState } from 'react';
import { plural, wholeNumber } from '../../../ui/numbers.ts';
import { type Problem, send } from '../../../ui/send.ts';
import { useUndo } from '../../../ui/undo.tsx';
import { useWorkspace } from '../workspace-context.ts';
import { bulkActions } from './bulk-actions.ts';
import { useMembers } from './filter-menu.tsx';
import classes from './list.module.css';
import type { Selection } from './selection.ts';

interface BulkDialogProps {
  action: BulkAction;
  selection: Selection;
  onClose(): void;
  onDone(): void;
}

/** Rows up to which each is fetched again by its id, so that the list keeps its place. */
const maxRefreshed = 400;
const movesAway: ReadonlySet<BulkAction> = new Set(['archive', 'unarchive', 'trash', 'restore']);

/** Says what a bulk action will change and what not, before it does. */
export function BulkDialog({ action, selection, onClose, onDone }: BulkDialogProps) {
  const { captures, query, viewer } = useWorkspace();
  const { offer } = useUndo();
  const members = useMembers(action === 'assign');
  const [preview, setPreview] = useState<BulkPreview>();
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const [person, setPerson] = useState<string | null>(viewer.id);
  const [reason, setReason] = useState('');
  const words = bulkActions.find((each) => each.action === action);
  const target = {
    action,
    ...(selection.allMatching ? { query } : { ids: [...selection.ids] }),
    ...(action === 'assign' ? { userId: person ?? '' } : {}),
    ...(action === 'reject' ? { reason } : {}),
  };
  const asked = JSON.stringify({ ...target, reason: undefined });

  useEffect(() => {
    const stop = new AbortController();
    setPreview(undefined);
    send<BulkPreview>('/app/bulk/preview', JSON.parse(asked), stop.signal).then(
      (answer) => {
        if (answer.ok) setPreview(answer.value);
        else setProblem(answer.problem);
      },
      () => undefined,
    );
    return () => stop.abort();
  }, [asked]);

  const run = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    const answer = await send<{ bulkActionId: string | null; changed: number }>('/app/bulk/run', target);
    setBusy(false);
    if (!answer.ok) {
      setProblem(answer.problem);
      return;
    }
    const { bulkActionId, changed } = answer.value;
    if (selection.allMatching || selection.ids.size > maxRefreshed) await captures.reload();
    else {
      await captures.refresh([...selection.ids]);
      if (movesAway.has(action)) captures.dropLeft();
    }
    const done = `${plural(changed, 'capture')} ${words?.done}`;
    if (bulkActionId) {
      offer({
        done,
        undo: async () => {
          const undone = await send(`/app/bulk/${bulkActionId}/undo`, {});
          await captures.reload();
          return undone;
        },
      });
    }
    onClose();
    onDone();
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={`${words?.label} ${selection.allMatching ? 'all that match' : plural(selection.ids.size, 'capture')}`}
      size="md"
    >
      <form onSubmit={(event) => void run(event)} className={classes.form}>
        {action === 'assign' ? (
          <Select
            label="Assign to"
            data={[
              { value: viewer.id, label: 'Me' },
              ...members
                .filter(({ userId, role }) => userId !== viewer.id && role !== 'operator')
                .map(({ userId, name }) => ({ value: userId, label: name })),
            ]}
            value={person}
            onChange={setPerson}
            placeholder="Nobody (free for anyone)"
            clearable
          />
        ) : null}
        {action === 'reject' ? (
          <Textarea
            label="Why"
            description="Kept with each record and shown to whoever opens it."
            required
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            data-autofocus
          />
        ) : null}
        {preview ? (
          <div className={classes.preview} role="status">
            <p>
              <strong>{plural(preview.changing, 'capture')}</strong> will change
              {preview.unchanged > 0 ? ',' : '.'}
              {preview.unchanged > 0 ? (
                <>
                  {' '}
                  <strong>{wholeNumber(preview.unchanged)}</strong> will not:
                </>
              ) : null}
            </p>
            {preview.reasons.length > 0 ? (
              <ul>
                {preview.reasons.map(({ reason: why, count }) => (
                  <li key={why}>
                    {why} <span className={classes.dim}>({wholeNumber(count)})</span>
                  </li>
                ))}
              </ul>
            ) : null}
            {action === 'trash' ? <p className={classes.dim}>The trash keeps them for 30 days.</p> : null}
            {action === 'reread' ? (
              <p className={classes.dim}>What people changed stays. A new reading only proposes.</p>
            ) : null}
          </div>
        ) : problem ? null : (
          <Loader size="sm" type="bars" aria-label="Working out what will change" />
        )}
        {problem ? (
          <Alert color="red" title={problem.title} role="alert">
            {problem.detail} {problem.action}
          </Alert>
        ) : null}
        <div className={classes.formActions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={busy}
            disabled={!preview || preview.changing === 0 || (action === 'reject' && reason.trim() === '')}
          >
            {words?.label} {preview ? plural(preview.changing, 'capture') : ''}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
