import { Button, Textarea } from '@mantine/core';
import type { Review } from '@readout/domain/platform/review/get-review';
import { Form, useNavigation } from 'react-router';
import page from '../../../ui/page.module.css';
import { When } from '../../../ui/when.tsx';
import { Outcome, type Problem, problemOf } from '../../settings/outcome.tsx';
import classes from './review.module.css';
import { checkTitles, reviewStates } from './words.ts';

/** Approve with a release note, or reject with a reason. */
export function DecisionForm({ review, problem }: { review: Review; problem: Problem | undefined }) {
  const navigation = useNavigation();
  const intent = navigation.state === 'idle' ? null : navigation.formData?.get('intent');
  const { checks, content, sha256, notes, publisher, version, ownApproval } = review;
  const isRunning = checks === null || checks.status === 'running';
  const of = (status: string) => (checks?.checks ?? []).filter((check) => check.status === status);
  const hindrance =
    content === null
      ? 'Its bytes are not to be trusted, so it cannot be published.'
      : ownApproval === 'refused'
        ? 'You handed it in, or belong to its publisher. Another administrator of this Readout has to approve it.'
        : isRunning
          ? 'The checks have not ended yet.'
          : of('failed').length > 0
            ? `It cannot be published: ${list(of('failed').map((check) => checkTitles[check.name]))} failed.`
            : of('waiting').length > 0
              ? 'Your browser has not run the fixtures yet.'
              : null;
  const remarks = isRunning ? [] : of('warning');
  const [approving, rejecting] = [problemOf({ problem }, 'approve'), problemOf({ problem }, 'reject')];
  return (
    <section className={classes.decision} id="decision" aria-labelledby="decision-heading">
      <h2 id="decision-heading" className={page.sectionTitle}>
        Decide
      </h2>
      <Form method="post" preventScrollReset className={classes.form}>
        <input type="hidden" name="sha256" value={sha256} />
        <h3>Approve</h3>
        {hindrance ? (
          <p className={classes.hindrance} id="hindrance">
            {hindrance}
          </p>
        ) : (
          <>
            {ownApproval === 'marked' ? (
              <p className={classes.hindrance}>
                You handed it in, or belong to its publisher, and no other administrator can look at it.
                Companies and the audit list are told that it was approved by its publisher.
              </p>
            ) : null}
            <Textarea
              label="What is new"
              description="Every company reads it. It begins as its author wrote it."
              name="releaseNote"
              autosize
              minRows={2}
              maxRows={10}
              maxLength={4000}
              defaultValue={approving?.typed.releaseNote ?? notes}
              error={approving?.fields.releaseNote}
            />
            <Textarea
              label={remarks.length > 0 ? 'Why it may be published all the same' : 'Note to its publisher'}
              description={
                remarks.length > 0
                  ? `There is a remark: ${list(remarks.map((check) => checkTitles[check.name]))}. ${publisher} is told, and the records keep it.`
                  : `Not required. ${publisher} is told, and the records keep it.`
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
          loading={intent === 'approve'}
        >
          Approve {version}
        </Button>
        <Outcome problem={approving} />
      </Form>
      <Form method="post" preventScrollReset className={classes.form}>
        <h3>Reject</h3>
        <Textarea
          label="What has to change"
          description={`${publisher} reads it, and can hand in another version.`}
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
          loading={intent === 'reject'}
        >
          Reject
        </Button>
        <Outcome problem={rejecting} />
      </Form>
    </section>
  );
}

const list = (names: string[]): string => names.join(', ');

/** What came of it. */
export function Decided({ review, done }: { review: Review; done: string }) {
  const { state, decidedByName, decidedAt, decisionNote, releaseNote, publisher, isApprovedByPublisher } =
    review;
  const { tone, word } = reviewStates[state];
  return (
    <section className={classes.decision} id="decision" aria-labelledby="decision-heading">
      <h2 id="decision-heading" className={page.sectionTitle}>
        Decision
      </h2>
      <p className={classes.done} role="status">
        {done}
      </p>
      <p>
        <span className={classes.state} data-tone={tone}>
          {word}
        </span>{' '}
        {state === 'withdrawn' ? `by ${publisher}` : decidedByName ? `by ${decidedByName}` : null}{' '}
        {decidedAt ? <When iso={decidedAt} exact /> : null}
        {isApprovedByPublisher ? ', approved by its publisher: no other administrator could decide' : null}
      </p>
      {decisionNote ? (
        <>
          <h3>{state === 'rejected' ? 'What has to change' : 'Note to its publisher'}</h3>
          <p className={classes.notes} dir="auto">
            {decisionNote}
          </p>
        </>
      ) : null}
      {releaseNote ? (
        <>
          <h3>What is new</h3>
          <p className={classes.notes} dir="auto">
            {releaseNote}
          </p>
        </>
      ) : null}
    </section>
  );
}
