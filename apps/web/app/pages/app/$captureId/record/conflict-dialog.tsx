import { Button, Modal } from '@mantine/core';
import type { RecordEdit } from '@readout/domain/records/rules';
import { useEffect, useState } from 'react';
import { api } from '../../../../api/client.ts';
import type { FieldSlot } from '../../../../record/doubt.ts';
import { useReadable } from '../../../../record/use-readable.ts';
import { Text } from '../../../../ui/layout.tsx';
import { useText } from '../../../../ui/texts.tsx';
import classes from './record.module.css';
import type { Conflict, RecordEditor } from './use-record-editor.ts';

interface ConflictDialogProps {
  editor: RecordEditor;
  conflict: Conflict;
  slot: FieldSlot | undefined;
  viewerId: string;
}

/** Two people changed the same field: both values side by side, nothing is lost until one chooses. */
export function ConflictDialog({ editor, conflict, slot, viewerId }: ConflictDialogProps) {
  const text = useText();
  const { field, mine, theirs } = conflict;
  const [edit, setEdit] = useState<RecordEdit>();
  const readable = useReadable();
  const label = slot?.label ?? field;
  useEffect(() => {
    const stop = new AbortController();
    api
      .get('/records/{recordId}/history', {
        path: { recordId: theirs.id },
        signal: stop.signal,
      })
      .then(
        (answer) => answer.ok && setEdit(answer.value.edits.find((each) => each.field === field)),
        () => undefined,
      );
    return () => stop.abort();
  }, [theirs.id, field]);
  const who = !edit ? 'somebody' : edit.editedBy.id === viewerId ? 'you' : 'named';
  return (
    <Modal
      opened
      onClose={() => editor.resolve('theirs')}
      title={text('workspace.record.changed_meanwhile', { label })}
      size="md"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Text size={14} below={16}>
        {text('workspace.record.who_saved', { who, name: edit?.editedBy.name ?? '' })}
      </Text>
      <div className={classes.sides}>
        <div>
          <h4>
            {edit && edit.editedBy.id !== viewerId
              ? text('workspace.record.theirs', { name: edit.editedBy.name })
              : text('workspace.record.saved')}
          </h4>
          <output>
            {readable(theirs.fields[field]?.value ?? null, slot?.type) || text('workspace.record.empty')}
          </output>
          <Button variant="default" fullWidth onClick={() => editor.resolve('theirs')}>
            {text('workspace.record.keep_saved_value')}
          </Button>
        </div>
        <div>
          <h4>{text('workspace.record.yours')}</h4>
          <output>{readable(mine, slot?.type) || text('workspace.record.empty')}</output>
          <Button fullWidth data-autofocus onClick={() => editor.resolve('mine')}>
            {text('workspace.record.use_mine')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
