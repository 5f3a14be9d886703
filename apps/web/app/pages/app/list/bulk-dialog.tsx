import { Alert, Autocomplete, Button, Loader, Modal, Select, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  type BulkAction,
  type BulkPreview,
  type BulkRecord,
  maxTagLength,
} from '@readout/domain/captures/rules';
import { type FormEvent, useEffect, useState } from 'react';
import type { Problem } from '../../../api/answer.ts';
import { api } from '../../../api/client.ts';
import { listQuery } from '../../../captures/filters.ts';
import { useTags } from '../../../captures/use-tags.ts';
import { useWorkspace } from '../../../captures/workspace-context.ts';
import { Row } from '../../../ui/layout.tsx';
import { useText } from '../../../ui/texts.tsx';
import { useUndo } from '../../../ui/undo.tsx';
import { isDecision, isMove } from './bulk-actions.ts';
import { BulkPreviewText } from './bulk-preview.tsx';
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

/** Says what a bulk action will change and what not, before it does. */
export function BulkDialog({ action, selection, onClose, onDone }: BulkDialogProps) {
  const text = useText();
  const { captures, query, viewer } = useWorkspace();
  const { offer } = useUndo();
  const members = useMembers(action === 'assign');
  const isTagging = action === 'tag' || action === 'untag';
  const tags = useTags(isTagging);
  const [tag, setTag] = useState('');
  const [preview, setPreview] = useState<BulkPreview>();
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const [person, setPerson] = useState<string | null>(viewer.id);
  const [reason, setReason] = useState('');
  const [includeDoubtful, setIncludeDoubtful] = useState(false);
  const target = {
    action,
    ...(selection.allMatching ? { filter: listQuery(query) } : { ids: [...selection.ids] }),
    ...(action === 'assign' ? { userId: person } : {}),
    ...(action === 'reject' ? { reason } : {}),
    ...(action === 'confirm' ? { includeDoubtful } : {}),
    ...(isTagging ? { tag: tag.trim() } : {}),
  };
  const asked = JSON.stringify({ ...target, reason: undefined });

  useEffect(() => {
    const stop = new AbortController();
    setPreview(undefined);
    api.post('/bulk/preview', { body: JSON.parse(asked), signal: stop.signal }).then(
      (answer) => {
        if (answer.ok) setPreview(answer.value);
        else setProblem(answer.problem);
      },
      () => undefined,
    );
    return () => stop.abort();
  }, [asked]);

  const nameMore = async (which: 'changing' | 'doubtful'): Promise<void> => {
    const known = listOf(preview, which);
    const answer = await api.post('/bulk/preview', {
      body: { ...JSON.parse(asked), asOf: preview?.asOf, namesFrom: known.length },
    });
    if (!answer.ok) setProblem(answer.problem);
    // Another preview may have come meanwhile.
    else
      setPreview((now) =>
        now && now.asOf === preview?.asOf ? withMore(now, which, listOf(answer.value, which)) : now,
      );
  };

  const mayRun =
    preview &&
    preview.changing > 0 &&
    (action !== 'reject' || reason.trim() !== '') &&
    (!isTagging || tag.trim() !== '');
  const run = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!mayRun || busy) return;
    setBusy(true);
    setProblem(undefined);
    // What nobody has seen in the preview is left alone.
    const answer = await api.post('/bulk/run', { body: { ...target, asOf: preview.asOf } });
    setBusy(false);
    if (!answer.ok) {
      setProblem(answer.problem);
      return;
    }
    const { bulkActionId, changed, records } = answer.value;
    if (selection.allMatching || selection.ids.size > maxRefreshed) await captures.reload();
    else {
      await captures.refresh([...selection.ids]);
      if (isMove(action)) captures.dropLeft();
    }
    const missed = records === null ? preview.changing - changed : (preview.records?.changing ?? 0) - records;
    if (bulkActionId) {
      offer({
        done: isDecision(action)
          ? text('workspace.list.records_done', { action, count: records ?? 0 })
          : text('workspace.list.bulk_done', { action, count: changed }),
        undo: async () => {
          const undone = await api.post('/bulk/{bulkActionId}/undo', { path: { bulkActionId } });
          await captures.reload();
          return undone;
        },
        undone: (counts) => text('workspace.list.bulk_undone', counts),
      });
    }
    if (missed > 0)
      notifications.show({
        message: text('workspace.list.changed_meanwhile', { count: missed }),
        color: 'yellow',
        autoClose: 12_000,
        role: 'alert',
      });
    onClose();
    onDone();
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={
        selection.allMatching
          ? text('workspace.list.bulk_all', { action })
          : text('workspace.list.bulk_count', { action, count: selection.ids.size })
      }
      size="md"
    >
      <form onSubmit={(event) => void run(event)} className={classes.form}>
        {action === 'assign' ? (
          <Select
            label={text('workspace.list.assign_to')}
            data={[
              { value: viewer.id, label: text('workspace.list.me') },
              ...members
                .filter(({ userId, role }) => userId !== viewer.id && role !== 'operator')
                .map(({ userId, name }) => ({ value: userId, label: name })),
            ]}
            value={person}
            onChange={setPerson}
            placeholder={text('workspace.list.nobody_free_for_anyone')}
            clearable
          />
        ) : null}
        {action === 'reject' ? (
          <Textarea
            label={text('workspace.list.why')}
            description={text('workspace.list.kept_with_each_record_shown')}
            required
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            data-autofocus
          />
        ) : null}
        {isTagging ? (
          <Autocomplete
            label={text('workspace.list.tag')}
            data={tags.map((each) => each.tag)}
            required
            maxLength={maxTagLength}
            value={tag}
            onChange={setTag}
            comboboxProps={{ withinPortal: false }}
            data-autofocus
          />
        ) : null}
        {isTagging && tag.trim() === '' ? null : preview ? (
          <BulkPreviewText
            action={action}
            preview={preview}
            includeDoubtful={includeDoubtful}
            onIncludeDoubtful={setIncludeDoubtful}
            onLeave={onClose}
            onMore={nameMore}
          />
        ) : problem ? null : (
          <Loader size="sm" type="bars" aria-label={text('workspace.list.working_out_what_will_change')} />
        )}
        {problem ? (
          <Alert color="red" title={problem.title} role="alert">
            {problem.detail} {problem.action}
          </Alert>
        ) : null}
        <Row isOneLine gap={8} justify="end">
          <Button variant="default" onClick={onClose}>
            {text('common.cancel')}
          </Button>
          {/* It has the focus before there is anything to run: Enter follows the key that opened this. */}
          <Button
            type="submit"
            loading={busy}
            aria-disabled={!mayRun}
            {...(mayRun ? {} : { 'data-off': true })}
            {...(action === 'reject' || isTagging ? {} : { 'data-autofocus': true })}
          >
            {preview?.records && isDecision(action)
              ? text('workspace.list.records_count', { action, count: preview.records.changing })
              : preview
                ? text('workspace.list.bulk_count', { action, count: preview.changing })
                : text('workspace.list.bulk_action', { action })}
          </Button>
        </Row>
      </form>
    </Modal>
  );
}

const listOf = (preview: BulkPreview | undefined, which: 'changing' | 'doubtful'): readonly BulkRecord[] =>
  (which === 'doubtful' ? preview?.records?.doubtful?.named : preview?.records?.named) ?? [];

function withMore(
  preview: BulkPreview,
  which: 'changing' | 'doubtful',
  more: readonly BulkRecord[],
): BulkPreview {
  const { records } = preview;
  if (!records) return preview;
  const ids = new Set(listOf(preview, which).map(({ record }) => record.id));
  const named = [...listOf(preview, which), ...more.filter(({ record }) => !ids.has(record.id))];
  return which === 'changing'
    ? { ...preview, records: { ...records, named } }
    : { ...preview, records: { ...records, doubtful: records.doubtful && { ...records.doubtful, named } } };
}
