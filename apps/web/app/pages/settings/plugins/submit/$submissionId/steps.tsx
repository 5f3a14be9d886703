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

/** The last step of preparing: notes, and asking for confirmation, once what was chosen of each fixture is saved. */
export function AskStep({
  submission,
  answer,
  mayConfirm,
  unsaved,
}: Props & { mayConfirm: Permission; unsaved: number }) {
  const text = useText();
  const isBusy = useIsBusy('ask');
  const isSaving = useFetchers().some(({ formData }) => formData?.get('intent') === 'fixture');
  return (
    <section className={settings.section} aria-labelledby="ask">
      <h2 id="ask">{text('studio.submit.ask')}</h2>
      <p>{mayConfirm.allowed ? text('studio.submit.ask_self_hint') : text('studio.submit.ask_hint')}</p>
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
        <Button type="submit" name="intent" value="ask" loading={isBusy || isSaving} disabled={unsaved > 0}>
          {mayConfirm.allowed ? text('studio.submit.go_on_to_confirm') : text('studio.submit.ask')}
        </Button>
        <Outcome problem={problemOf(answer, 'ask')} />
      </Form>
      <Withdraw submission={submission} answer={answer} />
    </section>
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
            <Checkbox
              label={text('studio.submit.looked')}
              checked={hasLooked}
              onChange={(event) => setHasLooked(event.currentTarget.checked)}
            />
            <Button type="submit" name="intent" value="confirm" loading={isBusy} disabled={!hasLooked}>
              {text('studio.submit.confirm')}
            </Button>
            <Outcome problem={problemOf(answer, 'confirm')} />
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

/** Behind a second click: what was picked and hidden is begun anew afterwards. */
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
