import { Button, Modal } from '@mantine/core';
import type { RecordEdit } from '@readout/domain/records/rules';
import { useEffect, useState } from 'react';
import { useHydrated } from '../../../ui/hydrated.ts';
import { send } from '../../../ui/send.ts';
import type { FieldSlot } from './doubt.ts';
import { toReadable } from './field-text.ts';
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
  const { field, mine, theirs } = conflict;
  const [edit, setEdit] = useState<RecordEdit>();
  const locale = useHydrated() ? navigator.language : 'en';
  const label = slot?.label ?? field;
  useEffect(() => {
    const stop = new AbortController();
    send<RecordEdit[]>(`/app/records/${theirs.id}/history`, undefined, stop.signal).then(
      (answer) => answer.ok && setEdit(answer.value.find((each) => each.field === field)),
      () => undefined,
    );
    return () => stop.abort();
  }, [theirs.id, field]);
  const who = !edit
    ? 'Somebody else'
    : edit.editedBy.id === viewerId
      ? 'You, in another window,'
      : edit.editedBy.name;
  return (
    <Modal
      opened
      onClose={() => editor.resolve('theirs')}
      title={`${label} was changed meanwhile`}
      size="md"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <p className={classes.dialogText}>
        {who} saved another value while you were typing. Choose which one stays; the other remains in the
        history or here until you do.
      </p>
      <div className={classes.sides}>
        <div>
          <h4>{edit && edit.editedBy.id !== viewerId ? `${edit.editedBy.name}’s` : 'Saved'}</h4>
          <output>{toReadable(theirs.fields[field]?.value ?? null, slot?.type, locale) || 'empty'}</output>
          <Button variant="default" fullWidth onClick={() => editor.resolve('theirs')}>
            Keep the saved value
          </Button>
        </div>
        <div>
          <h4>Yours</h4>
          <output>{toReadable(mine, slot?.type, locale) || 'empty'}</output>
          <Button fullWidth data-autofocus onClick={() => editor.resolve('mine')}>
            Use mine
          </Button>
        </div>
      </div>
    </Modal>
  );
}
