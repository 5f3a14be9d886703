import { Button } from '@mantine/core';
import type { OfferedType } from '@readout/domain/captures/rules';
import type { Picked } from '@readout/domain/records/rules';
import type { JsonValue } from '@readout/plugin-kit';
import { useContext, useEffect, useRef, useState } from 'react';
import { api } from '../../../../api/client.ts';
import { PickerContext, type PickTarget } from '../../../../picture/picker.ts';
import { fillFromWords } from '../../../../record/fill-from-words.ts';
import { useWriting } from '../../../../record/use-readable.ts';
import { IconPlus } from '../../../../ui/icons.ts';
import { Row } from '../../../../ui/layout.tsx';
import { useText } from '../../../../ui/texts.tsx';
import { showProblem } from '../../../../ui/undo.tsx';
import classes from './record.module.css';
import { TypeMenu } from './type-menu.tsx';

interface AddRecordProps {
  captureId: string;
  types: readonly OfferedType[];
  onAdded(recordId: string): Promise<void>;
}

/** Adds a record nobody read: with an empty form, or with what is printed where one drags over the picture. */
export function AddRecord({ captureId, types, onAdded }: AddRecordProps) {
  const text = useText();
  const picker = useContext(PickerContext);
  const writing = useWriting();
  const [chosen, setChosen] = useState<OfferedType>();
  const [busy, setBusy] = useState(false);
  const empty = useRef<HTMLButtonElement>(null);

  const add = async (
    { type, plugin }: OfferedType,
    values: Record<string, JsonValue>,
    picked: Record<string, Picked>,
  ): Promise<void> => {
    setBusy(true);
    const answer = await api.post('/captures/{captureId}/records', {
      path: { captureId },
      body: { type, plugin, values, picked },
    });
    setBusy(false);
    if (!answer.ok) return showProblem(answer.problem);
    setChosen(undefined);
    await onAdded(answer.value.id);
  };
  const take = useRef<PickTarget['take']>(() => undefined);
  take.current = (words) => {
    if (!chosen || !words || busy) return;
    const { readingId, parts, texts } = words;
    const lines = parts.map((part, index) => ({ part, text: texts[index] ?? '' }));
    const filled = Object.entries(fillFromWords(chosen, lines, writing));
    void add(
      chosen,
      Object.fromEntries(filled.map(([name, { value }]) => [name, value])),
      Object.fromEntries(filled.map(([name, { part }]) => [name, { readingId, parts: [part] }])),
    );
  };
  useEffect(() => {
    if (!chosen) return;
    empty.current?.focus();
    const target: PickTarget = { label: chosen.label, quads: [], take: (words) => take.current(words) };
    picker?.begin(target);
    // Somebody goes on to fill a field instead.
    const stop = picker?.subscribe(() => {
      if (picker.state().target !== target) setChosen(undefined);
    });
    return () => {
      stop?.();
      picker?.end(target);
    };
  }, [chosen, picker]);

  if (!chosen)
    return (
      <TypeMenu
        types={types}
        title={text('workspace.record.add_record_as')}
        onChoose={setChosen}
        target={
          <Button
            variant="subtle"
            color="gray"
            size="compact-md"
            leftSection={<IconPlus size={15} aria-hidden />}
          >
            {text('workspace.record.add_record')}
          </Button>
        }
      />
    );
  return (
    <section
      className={classes.adding}
      aria-label={text('workspace.record.add_record')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        setChosen(undefined);
      }}
    >
      <p>{text('workspace.record.drag_over_record', { type: chosen.label })}</p>
      <Row isOneLine gap={8}>
        <Button ref={empty} size="compact-sm" loading={busy} onClick={() => void add(chosen, {}, {})}>
          {text('workspace.record.empty_form')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setChosen(undefined)}>
          {text('common.cancel')}
        </Button>
      </Row>
    </section>
  );
}
