import { Button, Checkbox, Textarea } from '@mantine/core';
import type { Submission } from '@readout/domain/plugins/submissions/rules';
import type { Permission } from '@readout/domain/policy';
import { useState } from 'react';
import { Form, useNavigation } from 'react-router';
import settings from '../../settings.module.css';
import classes from '../submit.module.css';
import type { SubmissionAnswer } from './fixture-card.tsx';

interface Props {
  submission: Submission;
  answer: SubmissionAnswer | undefined;
}

const useIsBusy = (intent: string) => useNavigation().formData?.get('intent') === intent;

/** The last step of preparing: notes, and asking for confirmation. */
export function AskStep({
  submission,
  answer,
  mayConfirm,
  unsaved,
}: Props & { mayConfirm: Permission; unsaved: number }) {
  const isBusy = useIsBusy('ask');
  return (
    <section className={settings.section} aria-labelledby="ask">
      <h2 id="ask">Ask for confirmation</h2>
      <p>
        {mayConfirm.allowed
          ? 'From here on it does not change. You, another admin or an owner then look at each picture as it leaves, and confirm.'
          : 'From here on it does not change. The owners and admins of your company are told; one of them looks at all of it and confirms.'}
      </p>
      <Form method="post" preventScrollReset className={settings.form}>
        <input type="hidden" name="revision" value={submission.revision} />
        <Textarea
          label="What is new"
          description="For the reviewer and the catalogue."
          name="notes"
          maxLength={4000}
          autosize
          minRows={3}
          defaultValue={submission.notes}
        />
        {unsaved > 0 ? (
          <p className={classes.unsaved} role="status">
            {unsaved === 1 ? 'One fixture has' : `${unsaved} fixtures have`} regions that are not hidden yet.
          </p>
        ) : null}
        <Button type="submit" name="intent" value="ask" loading={isBusy} disabled={unsaved > 0}>
          {mayConfirm.allowed ? 'Go on to confirmation' : 'Ask for confirmation'}
        </Button>
        <Said answer={answer} intent="ask" />
      </Form>
      <Withdraw submission={submission} answer={answer} />
    </section>
  );
}

/** Where an owner or admin decides about what was looked at. */
export function ConfirmStep({ submission, answer, mayConfirm }: Props & { mayConfirm: Permission }) {
  const [hasLooked, setHasLooked] = useState(false);
  const isBusy = useIsBusy('confirm');
  return (
    <section className={settings.section} aria-labelledby="confirm">
      <h2 id="confirm">Decide</h2>
      {mayConfirm.allowed ? (
        <>
          <p>
            Once it is confirmed it is signed with your company’s key and whoever reviews it sees all of the
            above. What was seen cannot be taken back.
          </p>
          <Form method="post" preventScrollReset className={settings.form}>
            <input type="hidden" name="sha256" value={submission.sha256 ?? ''} />
            <Checkbox
              label="I have looked at every picture and every text above, and they may leave the company."
              checked={hasLooked}
              onChange={(event) => setHasLooked(event.currentTarget.checked)}
            />
            <Button type="submit" name="intent" value="confirm" loading={isBusy} disabled={!hasLooked}>
              Confirm and submit
            </Button>
            <Said answer={answer} intent="confirm" />
          </Form>
          <Form method="post" preventScrollReset className={`${settings.form} ${classes.decline}`}>
            <Textarea
              label="Why not"
              name="note"
              maxLength={2000}
              autosize
              minRows={2}
              error={answer?.intent === 'decline' ? answer.fields.note : undefined}
            />
            <Button type="submit" name="intent" value="decline" variant="default">
              Decline
            </Button>
            <Said answer={answer} intent="decline" />
          </Form>
        </>
      ) : (
        <p>{mayConfirm.sentence}</p>
      )}
      <Reopen submission={submission} answer={answer} label="Change something" />
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
      <Said answer={answer} intent="reopen" />
    </Form>
  );
}

/** Behind a second click: what was picked and hidden is begun anew afterwards. */
export function Withdraw({ submission, answer }: Props) {
  const [isSure, setIsSure] = useState(false);
  return (
    <Form method="post" preventScrollReset className={classes.step}>
      <input type="hidden" name="revision" value={submission.revision} />
      {isSure ? (
        <>
          <span className={classes.hint}>
            {submission.state === 'submitted'
              ? `The number ${submission.version} cannot be submitted again.`
              : 'What was picked and hidden is lost.'}
          </span>
          <Button type="submit" name="intent" value="withdraw" color="red" variant="outline">
            Withdraw for good
          </Button>
          <Button variant="default" onClick={() => setIsSure(false)}>
            Keep it
          </Button>
        </>
      ) : (
        <Button variant="subtle" onClick={() => setIsSure(true)}>
          Withdraw
        </Button>
      )}
      <Said answer={answer} intent="withdraw" />
    </Form>
  );
}

function Said({ answer, intent }: { answer: SubmissionAnswer | undefined; intent: string }) {
  const isSaid = answer?.intent === intent && Object.keys(answer.fields).length === 0;
  return (
    <p className={settings.problem} role="status">
      {isSaid ? answer.message : ''}
    </p>
  );
}
