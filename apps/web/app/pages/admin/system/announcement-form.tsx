import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { PlatformState } from '@readout/domain/platform/platform-state';
import { useState } from 'react';
import { Form } from 'react-router';
import type { Problem } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import { useHydrated } from '../../../ui/hydrated.ts';
import { Row } from '../../../ui/layout.tsx';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import classes from '../system.module.css';
import { useMay } from '../use-may.ts';

/** What is shown on every page of everyone who is signed in, until a moment or until it is taken back. */
export function AnnouncementForm({
  state,
  problem,
}: {
  state: PlatformState;
  problem: Problem<{ text: string; tone: string; until: string }> | undefined;
}) {
  const text = useText();
  const may = useMay();
  const isSending = useSending();
  const hydrated = useHydrated();
  const [until, setUntil] = useState<string | undefined>(undefined);
  const stored = problem ? (problem.typed.until ?? '') : (state.announcedUntil ?? '');
  const shown = until ?? (hydrated ? asLocal(stored) : stored.slice(0, 16));
  const isOver = state.announcedUntil !== null && hydrated && Date.parse(state.announcedUntil) <= Date.now();
  return (
    <section className={classes.section} id="announcement">
      <h2>{text('operation.announcement.title')}</h2>
      <p>{text('operation.announcement.lead')}</p>
      {state.announcement ? (
        <div className={classes.now}>
          <p dir="auto">{state.announcement}</p>
          <p>
            <FormattedText
              id="operation.announcement.shown"
              values={{
                state: isOver ? 'over' : 'shown',
                until: state.announcedUntil ? 'set' : 'open',
                since: <When iso={state.announcedAt ?? ''} exact />,
                end: state.announcedUntil ? <When iso={state.announcedUntil} exact /> : '',
              }}
            />
          </p>
        </div>
      ) : may('system.change') ? null : (
        <p>{text('operation.announcement.none')}</p>
      )}
      {may('system.change') ? (
        <Form method="post" className={classes.form}>
          <input type="hidden" name="revision" value={state.revision} />
          <Textarea
            label={text('operation.announcement.text')}
            description={text('operation.announcement.text_hint')}
            name="text"
            autosize
            minRows={2}
            maxLength={1000}
            required
            defaultValue={problem?.typed.text ?? state.announcement}
            error={problem?.fields.text}
          />
          <NativeSelect
            label={text('operation.announcement.tone')}
            name="tone"
            defaultValue={problem?.typed.tone || state.announcementTone}
            data={(['info', 'warning'] as const).map((tone) => ({
              value: tone,
              label: text('operation.announcement.tone_name', { tone }),
            }))}
          />
          <TextInput
            label={text('operation.announcement.until')}
            description={text('operation.announcement.until_hint', { zone: hydrated ? 'own' : 'utc' })}
            type="datetime-local"
            {...(hydrated ? {} : { name: 'until' })}
            value={shown}
            onChange={(event) => setUntil(event.currentTarget.value)}
            error={problem?.fields.until}
          />
          {hydrated ? <input type="hidden" name="until" value={asIso(shown)} /> : null}
          <Row gap={8}>
            <Button type="submit" name="intent" value="announce" loading={isSending('announce')}>
              {text('operation.announcement.announce', { again: state.announcement ? 'yes' : undefined })}
            </Button>
            {state.announcement ? (
              <Button
                type="submit"
                name="intent"
                value="withdraw"
                variant="default"
                formNoValidate
                loading={isSending('withdraw')}
              >
                {text('operation.announcement.withdraw')}
              </Button>
            ) : null}
          </Row>
          <Outcome problem={problem} />
        </Form>
      ) : null}
    </section>
  );
}

/** ISO 8601 as the field of the browser shows it; what is not a moment stays as it is. */
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
