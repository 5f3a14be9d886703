import { Button, Checkbox, Textarea } from '@mantine/core';
import type { PlatformState } from '@readout/domain/platform/platform-state';
import { useState } from 'react';
import { Form } from 'react-router';
import type { Problem } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import { Row } from '../../../ui/layout.tsx';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import classes from '../system.module.css';
import { useMay } from '../use-may.ts';

/** Switches maintenance on, after saying what it does, and off with one press. */
export function MaintenanceForm({
  state,
  problem,
}: {
  state: PlatformState;
  problem: Problem<{ note: string }> | undefined;
}) {
  const text = useText();
  const may = useMay();
  const isOn = state.readOnlySince !== null;
  const isSending = useSending();
  const isBusy = isSending('read-only-on') || isSending('read-only-off');
  const [isSure, setSure] = useState(false);
  return (
    <section className={classes.section} id="maintenance">
      <h2>{text('operation.maintenance.title')}</h2>
      <p>{text('operation.maintenance.lead')}</p>
      {isOn ? (
        <div className={classes.now}>
          <p>
            {state.readOnlyNote ? (
              <FormattedText
                id="operation.maintenance.on_since_with"
                values={{
                  when: <When iso={state.readOnlySince ?? ''} exact />,
                  note: <span dir="auto">{state.readOnlyNote}</span>,
                }}
              />
            ) : (
              <FormattedText
                id="operation.maintenance.on_since"
                values={{ when: <When iso={state.readOnlySince ?? ''} exact /> }}
              />
            )}
          </p>
        </div>
      ) : may('system.change') ? null : (
        <p>{text('operation.maintenance.off')}</p>
      )}
      {may('system.change') ? (
        <Form method="post" className={classes.form}>
          <input type="hidden" name="revision" value={state.revision} />
          <Textarea
            label={text('operation.maintenance.note')}
            description={text('operation.maintenance.note_hint')}
            name="note"
            autosize
            minRows={2}
            maxLength={600}
            defaultValue={problem?.typed.note ?? state.readOnlyNote}
            error={problem?.fields.note}
          />
          {isOn ? null : (
            <Checkbox
              label={text('operation.maintenance.sure')}
              required
              checked={isSure}
              onChange={(event) => setSure(event.currentTarget.checked)}
            />
          )}
          <Row gap={8}>
            {isOn ? (
              <>
                <Button type="submit" name="intent" value="read-only-off" loading={isBusy}>
                  {text('operation.maintenance.end')}
                </Button>
                <Button type="submit" name="intent" value="read-only-on" variant="default" disabled={isBusy}>
                  {text('operation.maintenance.change_note')}
                </Button>
              </>
            ) : (
              <Button type="submit" name="intent" value="read-only-on" loading={isBusy}>
                {text('operation.maintenance.begin')}
              </Button>
            )}
          </Row>
          <Outcome problem={problem} />
        </Form>
      ) : null}
    </section>
  );
}
