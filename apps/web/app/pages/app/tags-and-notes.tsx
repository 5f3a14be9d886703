import { Alert, Button, Modal, TagsInput, Textarea } from '@mantine/core';
import { type CaptureNote, maxNoteLength, maxTagLength, maxTags } from '@readout/domain/captures/rules';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Answer, Problem } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { useTags } from '../../captures/use-tags.ts';
import { useWorkspace } from '../../captures/workspace-context.ts';
import { IconTrash } from '../../ui/icons.ts';
import { useText } from '../../ui/texts.tsx';
import { useUndo } from '../../ui/undo.tsx';
import { When } from '../../ui/when.tsx';
import classes from './list/list.module.css';

/** What people say about a capture: its tags, and notes with who wrote them and when. */
export function TagsAndNotes({ captureId, onClose }: { captureId: string; onClose(): void }) {
  const text = useText();
  const { captures, itemOf } = useWorkspace();
  const undo = useUndo();
  const known = useTags(true);
  const [tags, setTags] = useState<string[]>(itemOf(captureId)?.tags ?? []);
  const [notes, setNotes] = useState<readonly CaptureNote[]>();
  const [problem, setProblem] = useState<Pick<Problem, 'title' | 'detail'>>();
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const path = { id: captureId };

  useEffect(() => {
    const leaving = new AbortController();
    api.get('/captures/{id}/notes', { path: { id: captureId }, signal: leaving.signal }).then(
      (answer) => (answer.ok ? setNotes(answer.value.items) : setProblem(answer.problem)),
      () => undefined,
    );
    return () => leaving.abort();
  }, [captureId]);

  const tag = async (next: string[]): Promise<void> => {
    const before = tags;
    const [added, removed] = [
      next.find((each) => !before.includes(each)),
      before.find((each) => !next.includes(each)),
    ];
    if (added === undefined && removed === undefined) return;
    // As it is written elsewhere.
    const asKnown = (each: string): string =>
      known.find(({ tag }) => tag.toLowerCase() === each.toLowerCase())?.tag ?? each;
    setTags(next.map(asKnown));
    setProblem(undefined);
    const answer =
      added === undefined
        ? await api.post('/captures/{id}/untag', { path, body: { tag: removed ?? '' } })
        : await api.post('/captures/{id}/tag', { path, body: { tag: added } });
    if (answer.ok && answer.value.changed.length > 0) {
      await captures.refresh([captureId]);
      return;
    }
    setTags(before);
    setProblem(answer.ok ? { title: text('workspace.notes.not_changed'), detail: '' } : answer.problem);
  };
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (note.trim() === '' || busy) return;
    setBusy(true);
    setProblem(undefined);
    const answer = await api.post('/captures/{id}/notes', { path, body: { text: note } });
    setBusy(false);
    if (!answer.ok) {
      setProblem(answer.problem);
      return;
    }
    setNote('');
    setNotes(answer.value.items);
    await captures.refresh([captureId]);
  };
  /** They stay where they were until the dialog is closed, so that a slip is undone at once. */
  const deleted = useRef(new Set<string>());
  const [, setDeletions] = useState(0);
  const restore = async (noteId: string): Promise<Answer<unknown>> => {
    if (!deleted.current.has(noteId)) return { ok: true, value: undefined };
    const answer = await api.post('/captures/{id}/notes/{noteId}/restore', {
      path: { id: captureId, noteId },
    });
    if (answer.ok) deleted.current.delete(noteId);
    setProblem(answer.ok ? undefined : answer.problem);
    setDeletions((count) => count + 1);
    await captures.refresh([captureId]);
    return answer;
  };
  const remove = async (noteId: string): Promise<void> => {
    const answer = await api.delete('/captures/{id}/notes/{noteId}', { path: { id: captureId, noteId } });
    setProblem(answer.ok ? undefined : answer.problem);
    if (answer.ok) {
      deleted.current.add(noteId);
      undo.offer({ done: text('workspace.notes.deleted'), undo: () => restore(noteId) }, true);
    }
    setDeletions((count) => count + 1);
    await captures.refresh([captureId]);
  };

  return (
    <Modal opened onClose={onClose} title={text('workspace.notes.title')} size="md">
      <div className={classes.form}>
        <TagsInput
          label={text('workspace.notes.tags')}
          description={text('workspace.notes.tags_hint', { max: maxTags })}
          data={known.map((each) => each.tag)}
          value={tags}
          onChange={(next) => void tag(next)}
          maxTags={maxTags}
          maxLength={maxTagLength}
          comboboxProps={{ withinPortal: false }}
          // While its list is there, Escape is the list's.
          openOnFocus={false}
          data-autofocus
        />
        {problem ? (
          <Alert color="red" title={problem.title} role="alert">
            {problem.detail}
          </Alert>
        ) : null}
        {notes?.length === 0 ? <p className={classes.dim}>{text('workspace.notes.none')}</p> : null}
        <ul className={classes.notes}>
          {notes?.map(({ id, text: body, by, at, mayDelete }) => {
            const isDeleted = deleted.current.has(id);
            return (
              <li key={id} data-deleted={isDeleted || undefined}>
                <p>{body}</p>
                <span className={classes.dim}>
                  {by.name}, <When iso={at} />
                </span>
                {mayDelete ? (
                  <Button
                    variant={isDeleted ? 'default' : 'subtle'}
                    color="gray"
                    size="compact-sm"
                    {...(isDeleted
                      ? {}
                      : { 'aria-label': text('workspace.notes.delete', { name: by.name }) })}
                    onClick={() => void (isDeleted ? restore(id) : remove(id))}
                  >
                    {isDeleted ? text('workspace.notes.undo') : <IconTrash size={16} aria-hidden />}
                  </Button>
                ) : null}
              </li>
            );
          })}
        </ul>
        <form onSubmit={(event) => void add(event)} className={classes.form}>
          <Textarea
            label={text('workspace.notes.note')}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={maxNoteLength}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void add(event);
            }}
          />
          <Button type="submit" loading={busy} aria-disabled={note.trim() === ''} variant="default">
            {text('workspace.notes.add')}
          </Button>
        </form>
      </div>
    </Modal>
  );
}
