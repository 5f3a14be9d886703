import { Button, Checkbox, Textarea } from '@mantine/core';
import type { PlatformState } from '@readout/domain/platform/platform-state';
import { useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { When } from '../../../ui/when.tsx';
import { Outcome, type Problem } from '../../settings/outcome.tsx';
import { useMay } from '../use-may.ts';
import classes from './system.module.css';

/** Switches maintenance on, after saying what it does, and off with one press. */
export function MaintenanceForm({ state, problem }: { state: PlatformState; problem: Problem | undefined }) {
  const may = useMay();
  const isOn = state.readOnlySince !== null;
  const navigation = useNavigation();
  const isBusy = navigation.formData?.get('intent')?.toString().startsWith('read-only') ?? false;
  const [isSure, setSure] = useState(false);
  return (
    <section className={classes.section} id="maintenance">
      <h2>Maintenance</h2>
      <p>
        Everyone can look, search and export. Uploads and changes are refused with your note, pages that are
        being read are read to their end, and no more are taken; everything that was accepted is kept. Signing
        in and this administration go on.
      </p>
      {isOn ? (
        <div className={classes.now}>
          <p>
            On since <When iso={state.readOnlySince ?? ''} exact />.
            {state.readOnlyNote ? (
              <>
                {' '}
                Note: <span dir="auto">{state.readOnlyNote}</span>
              </>
            ) : null}
          </p>
        </div>
      ) : may('system.change') ? null : (
        <p>Off.</p>
      )}
      {may('system.change') ? (
        <Form method="post" className={classes.form}>
          <input type="hidden" name="revision" value={state.revision} />
          <Textarea
            label="Note"
            description="Why, and until when: everyone sees it. At most 300 characters."
            name="note"
            autosize
            minRows={2}
            maxLength={600}
            defaultValue={problem?.typed.note ?? state.readOnlyNote}
            error={problem?.fields.note}
          />
          {isOn ? null : (
            <Checkbox
              label="Yes, refuse changes of all companies from now on"
              required
              checked={isSure}
              onChange={(event) => setSure(event.currentTarget.checked)}
            />
          )}
          <div className={classes.buttons}>
            {isOn ? (
              <>
                <Button type="submit" name="intent" value="read-only-off" loading={isBusy}>
                  End maintenance
                </Button>
                <Button type="submit" name="intent" value="read-only-on" variant="default" disabled={isBusy}>
                  Change the note
                </Button>
              </>
            ) : (
              <Button type="submit" name="intent" value="read-only-on" loading={isBusy}>
                Begin maintenance
              </Button>
            )}
          </div>
          <Outcome problem={problem} />
        </Form>
      ) : null}
    </section>
  );
}
