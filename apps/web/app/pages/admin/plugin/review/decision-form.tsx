import { Button, Textarea } from '@mantine/core';
import type { Review } from '@readout/domain/platform/review/get-review';
import type { Check } from '@readout/domain/platform/review/rules';
import { Form } from 'react-router';
import { problemOf } from '../../../../forms/answer.ts';
import { Outcome } from '../../../../forms/outcome.tsx';
import { useSending } from '../../../../forms/use-sending.ts';
import page from '../../../../ui/page.module.css';
import { type SayText, useText } from '../../../../ui/texts.tsx';
import { When } from '../../../../ui/when.tsx';
import type { Route } from './$plugin/$version/+types/page';
import classes from './review.module.css';
import { reviewTones } from './words.ts';

/** Approve with a release note, or reject with a reason. */
export function DecisionForm({
  review,
  answer,
}: {
  review: Review;
  answer: Route.ComponentProps['actionData'];
}) {
  const text = useText();
  const isSending = useSending();
  const { checks, sha256, notes, publisher, version, ownApproval } = review;
  const isRunning = checks === null || checks.status === 'running';
  const hindrance = hindranceOf(review, text);
  const remarks = isRunning ? [] : checksOf(review, 'warning');
  const [approving, rejecting] = [problemOf(answer, 'approve'), problemOf(answer, 'reject')];
  return (
    <section className={classes.decision} id="decision" aria-labelledby="decision-heading">
      <h2 id="decision-heading" className={page.sectionTitle}>
        {text('operation.decide.title')}
      </h2>
      <Form method="post" preventScrollReset className={classes.form}>
        <input type="hidden" name="sha256" value={sha256} />
        <h3>{text('operation.decide.approve')}</h3>
        {hindrance ? (
          <p className={classes.hindrance} id="hindrance">
            {hindrance}
          </p>
        ) : (
          <>
            {ownApproval === 'marked' ? (
              <p className={classes.hindrance}>{text('operation.decide.own_marked')}</p>
            ) : null}
            <Textarea
              label={text('operation.decide.what_is_new')}
              description={text('operation.decide.what_is_new_hint')}
              name="releaseNote"
              autosize
              minRows={2}
              maxRows={10}
              maxLength={4000}
              defaultValue={approving?.typed.releaseNote ?? notes}
              error={approving?.fields.releaseNote}
            />
            <Textarea
              label={text(remarks.length > 0 ? 'operation.decide.why_published' : 'operation.decide.note')}
              description={
                remarks.length > 0
                  ? text('operation.decide.why_published_hint', {
                      checks: namesOf(remarks, text),
                      publisher,
                    })
                  : text('operation.decide.note_hint', { publisher })
              }
              name="note"
              autosize
              minRows={2}
              maxRows={8}
              maxLength={2000}
              required={remarks.length > 0}
              defaultValue={approving?.typed.note ?? ''}
              error={approving?.fields.note}
            />
          </>
        )}
        <Button
          type="submit"
          name="intent"
          value="approve"
          disabled={hindrance !== null}
          {...(hindrance ? { 'aria-describedby': 'hindrance' } : {})}
          loading={isSending('approve')}
        >
          {text('operation.decide.approve_version', { version })}
        </Button>
        <Outcome problem={approving} />
      </Form>
      <Form method="post" preventScrollReset className={classes.form}>
        <h3>{text('operation.decide.reject')}</h3>
        <Textarea
          label={text('operation.decide.to_change')}
          description={text('operation.decide.to_change_hint', { publisher })}
          name="note"
          autosize
          minRows={3}
          maxRows={10}
          maxLength={2000}
          required
          defaultValue={rejecting?.typed.note ?? ''}
          error={rejecting?.fields.note}
        />
        <Button
          type="submit"
          name="intent"
          value="reject"
          color="red"
          variant="outline"
          loading={isSending('reject')}
        >
          {text('operation.decide.reject')}
        </Button>
        <Outcome problem={rejecting} />
      </Form>
    </section>
  );
}

const checksOf = ({ checks }: Review, status: Check['status']): Check[] =>
  (checks?.checks ?? []).filter((check) => check.status === status);

const namesOf = (checks: readonly Check[], text: SayText): string =>
  checks.map(({ name }) => text('operation.review.check', { check: name })).join(', ');

/** Why it cannot be approved; null: it can. */
function hindranceOf(review: Review, text: SayText): string | null {
  const { checks, content, ownApproval } = review;
  const why = 'operation.decide.hindrance';
  if (content === null) return text(why, { why: 'distrust' });
  if (ownApproval === 'refused') return text(why, { why: 'own' });
  if (checks === null || checks.status === 'running') return text(why, { why: 'running' });
  const failed = checksOf(review, 'failed');
  return failed.length > 0 ? text(why, { why: 'failed', checks: namesOf(failed, text) }) : null;
}

/** What came of it. */
export function Decided({ review, done }: { review: Review; done: string }) {
  const text = useText();
  const { state, decidedByName, decidedAt, decisionNote, releaseNote, publisher, isApprovedByPublisher } =
    review;
  const by = state === 'withdrawn' ? publisher : decidedByName;
  return (
    <section className={classes.decision} id="decision" aria-labelledby="decision-heading">
      <h2 id="decision-heading" className={page.sectionTitle}>
        {text('operation.decide.decision')}
      </h2>
      <p className={classes.done} role="status">
        {done}
      </p>
      <p>
        <span className={classes.state} data-tone={reviewTones[state]}>
          {text('operation.review.state', { state })}
        </span>{' '}
        {by ? text('operation.review.by', { name: by }) : null}{' '}
        {decidedAt ? <When iso={decidedAt} exact /> : null}
        {isApprovedByPublisher ? `, ${text('operation.decide.by_publisher')}` : null}
      </p>
      {decisionNote ? (
        <>
          <h3>{text(state === 'rejected' ? 'operation.decide.to_change' : 'operation.decide.note')}</h3>
          <p className={classes.notes} dir="auto">
            {decisionNote}
          </p>
        </>
      ) : null}
      {releaseNote ? (
        <>
          <h3>{text('operation.decide.what_is_new')}</h3>
          <p className={classes.notes} dir="auto">
            {releaseNote}
          </p>
        </>
      ) : null}
    </section>
  );
}
