import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { PlatformState } from '@readout/domain/platform/platform-state';
import { useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { useHydrated } from '../../../ui/hydrated.ts';
import { When } from '../../../ui/when.tsx';
import { Outcome, type Problem } from '../../settings/outcome.tsx';
import { useMay } from '../use-may.ts';
import classes from './system.module.css';

/** What is shown on every page of everyone who is signed in, until a moment or until it is taken back. */
export function AnnouncementForm({ state, problem }: { state: PlatformState; problem: Problem | undefined }) {
  const may = useMay();
  const navigation = useNavigation();
  const intent = navigation.formData?.get('intent');
  const hydrated = useHydrated();
  const [until, setUntil] = useState<string | undefined>(undefined);
  const stored = problem ? (problem.typed.until ?? '') : (state.announcedUntil ?? '');
  const shown = until ?? (hydrated ? asLocal(stored) : stored.slice(0, 16));
  const isOver = state.announcedUntil !== null && hydrated && Date.parse(state.announcedUntil) <= Date.now();
  return (
    <section className={classes.section} id="announcement">
      <h2>Announcement</h2>
      <p>
        Appears at once at the top of every open page of everyone who is signed in. Each can dismiss it; a new
        one appears again.
      </p>
      {state.announcement ? (
        <div className={classes.now}>
          <p dir="auto">{state.announcement}</p>
          <p>
            {isOver ? 'Was shown' : 'Shown'} since <When iso={state.announcedAt ?? ''} exact />
            {state.announcedUntil ? (
              <>
                , until <When iso={state.announcedUntil} exact />
              </>
            ) : (
              ', until you take it back'
            )}
            .
          </p>
        </div>
      ) : may('system.change') ? null : (
        <p>There is none.</p>
      )}
      {may('system.change') ? (
        <Form method="post" className={classes.form}>
          <input type="hidden" name="revision" value={state.revision} />
          <Textarea
            label="Text"
            description="At most 500 characters."
            name="text"
            autosize
            minRows={2}
            maxLength={1000}
            required
            defaultValue={problem?.typed.text ?? state.announcement}
            error={problem?.fields.text}
          />
          <NativeSelect
            label="Tone"
            name="tone"
            defaultValue={problem?.typed.tone || state.announcementTone}
            data={[
              { value: 'info', label: 'Information' },
              { value: 'warning', label: 'Warning' },
            ]}
          />
          <TextInput
            label="Until"
            description={`Empty: until you take it back. ${hydrated ? 'Your time.' : 'Time in UTC.'}`}
            type="datetime-local"
            {...(hydrated ? {} : { name: 'until' })}
            value={shown}
            onChange={(event) => setUntil(event.currentTarget.value)}
            error={problem?.fields.until}
          />
          {hydrated ? <input type="hidden" name="until" value={asIso(shown)} /> : null}
          <div className={classes.buttons}>
            <Button type="submit" name="intent" value="announce" loading={intent === 'announce'}>
              {state.announcement ? 'Announce anew' : 'Announce'}
            </Button>
            {state.announcement ? (
              <Button
                type="submit"
                name="intent"
                value="withdraw"
                variant="default"
                formNoValidate
                loading={intent === 'withdraw'}
              >
                Take it back
              </Button>
            ) : null}
          </div>
          <Outcome problem={problem} />
        </Form>
      ) : null}
    </section>
  );
}

/** ISO 8601 as the field of the browser shows it; what is no moment stays as it is. */
function asLocal(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const two = (number: number) => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

function asIso(local: string): string {
  const at = new Date(local);
  return local === '' || Number.isNaN(at.getTime()) ? local : at.toISOString();
}
