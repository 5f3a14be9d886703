import { Button, Checkbox, Textarea } from '@mantine/core';
import type { Submission } from '@readout/domain/plugins/submissions/rules';
import type { Permission } from '@readout/domain/policy';
import { useState } from 'react';
import { Form, useFetchers } from 'react-router';
import { problemOf } from '../../../../../forms/answer.ts';
import { Outcome } from '../../../../../forms/outcome.tsx';
import { useSending } from '../../../../../forms/use-sending.ts';
import settings from '../../../../../ui/settings.module.css';
import { useText } from '../../../../../ui/texts.tsx';
import classes from '../submit.module.css';
import type { Route } from './+types/page';

interface Props {
  submission: Submission;
  answer: Route.ComponentProps['actionData'];
}

const useIsBusy = (intent: string) => useSending()(intent);

/** The last step of preparing: notes, and handing in or asking somebody who may, once what was chosen is saved. */
export function AskStep({
  submission,
  answer,
  mayConfirm,
  unsaved,
}: Props & { mayConfirm: Permission; unsaved: number }) {
  const text = useText();
  const [hasLooked, setHasLooked] = useState(false);
  const intent = mayConfirm.allowed ? 'hand_in' : 'ask';
  const isBusy = useIsBusy(intent);
  const isSaving = useFetchers().some(({ formData }) => formData?.get('intent') === 'fixture');
  const title = text(mayConfirm.allowed ? 'studio.submit.confirm' : 'studio.submit.ask');
  return (
    <section className={settings.section} aria-labelledby="ask">
      <h2 id="ask">{title}</h2>
      <p>{text(mayConfirm.allowed ? 'studio.submit.decide_hint' : 'studio.submit.ask_hint')}</p>
      <Form method="post" preventScrollReset className={settings.form}>
        <input type="hidden" name="revision" value={submission.revision} />
        <Textarea
          label={text('studio.submit.notes')}
          description={text('studio.submit.notes_hint')}
          name="notes"
          maxLength={4000}
          autosize
          minRows={3}
          defaultValue={submission.notes}
        />
        {unsaved > 0 ? (
          <p className={classes.unsaved} role="status">
            {text('studio.submit.unsaved', { count: unsaved })}
          </p>
        ) : null}
        {mayConfirm.allowed ? <Looked hasLooked={hasLooked} onChange={setHasLooked} /> : null}
        <Button
          type="submit"
          name="intent"
          value={intent}
          loading={isBusy || isSaving}
          disabled={unsaved > 0 || (mayConfirm.allowed && !hasLooked)}
        >
          {title}
        </Button>
        <Outcome problem={problemOf(answer, intent)} />
      </Form>
      <Withdraw submission={submission} answer={answer} />
    </section>
  );
}

function Looked({ hasLooked, onChange }: { hasLooked: boolean; onChange(hasLooked: boolean): void }) {
  const text = useText();
  return (
    <Checkbox
      label={text('studio.submit.looked')}
      checked={hasLooked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

/** Where an owner or admin decides about what was looked at. */
export function ConfirmStep({ submission, answer, mayConfirm }: Props & { mayConfirm: Permission }) {
  const text = useText();
  const [hasLooked, setHasLooked] = useState(false);
  const isBusy = useIsBusy('confirm');
  return (
    <section className={settings.section} aria-labelledby="confirm">
      <h2 id="confirm">{text('studio.submit.decide')}</h2>
      {mayConfirm.allowed ? (
        <>
          <p>{text('studio.submit.decide_hint')}</p>
          <Form method="post" preventScrollReset className={settings.form}>
            <input type="hidden" name="sha256" value={submission.sha256 ?? ''} />
            <Looked hasLooked={hasLooked} onChange={setHasLooked} />
            <Button type="submit" name="intent" value="confirm" loading={isBusy} disabled={!hasLooked}>
              {text('studio.submit.confirm')}
            </Button>
            <Outcome problem={problemOf(answer, 'confirm', 'hand_in')} />
          </Form>
          <Form method="post" preventScrollReset className={`${settings.form} ${classes.decline}`}>
            <Textarea
              label={text('studio.submit.why_not')}
              name="note"
              maxLength={2000}
              autosize
              minRows={2}
              error={problemOf(answer, 'decline')?.fields.note}
            />
            <Button type="submit" name="intent" value="decline" variant="default">
              {text('studio.submit.decline')}
            </Button>
            <Outcome problem={problemOf(answer, 'decline')} />
          </Form>
        </>
      ) : (
        <p>{mayConfirm.sentence}</p>
      )}
      <Reopen submission={submission} answer={answer} label={text('studio.submit.reopen')} />
      <Withdraw submission={submission} answer={answer} />
    </section>
  );
}

export function Reopen({ submission, answer, label }: Props & { label: string }) {
  return (
    <Form method="post" preventScrollReset className={classes.step}>
      <input type="hidden" name="revision" value={submission.revision} />
      <Button type="submit" name="intent" value="reopen" variant="default">
        {label}
      </Button>
      <Outcome problem={problemOf(answer, 'reopen')} />
    </Form>
  );
}

/** Behind a second click: what was picked is lost. */
export function Withdraw({ submission, answer }: Props) {
  const text = useText();
  const [isSure, setIsSure] = useState(false);
  return (
    <Form method="post" preventScrollReset className={classes.step}>
      <input type="hidden" name="revision" value={submission.revision} />
      {isSure ? (
        <>
          <span className={classes.hint}>
            {submission.state === 'submitted'
              ? text('studio.submit.number_is_used', { version: submission.version })
              : text('studio.submit.picked_is_lost')}
          </span>
          <Button type="submit" name="intent" value="withdraw" color="red" variant="outline">
            {text('studio.submit.withdraw_for_good')}
          </Button>
          <Button variant="default" onClick={() => setIsSure(false)}>
            {text('studio.submit.keep')}
          </Button>
        </>
      ) : (
        <Button variant="subtle" onClick={() => setIsSure(true)}>
          {text('studio.submit.withdraw')}
        </Button>
      )}
      <Outcome problem={problemOf(answer, 'withdraw')} />
    </Form>
  );
}
