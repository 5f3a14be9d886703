import { statusOf } from '@readout/domain/error-catalogue';
import { askForConfirmation } from '@readout/domain/plugins/submissions/ask-for-confirmation';
import { changeSubmissionFixture } from '@readout/domain/plugins/submissions/change-submission-fixture';
import { confirmSubmission } from '@readout/domain/plugins/submissions/confirm-submission';
import { declineSubmission } from '@readout/domain/plugins/submissions/decline-submission';
import { getSubmission } from '@readout/domain/plugins/submissions/get-submission';
import { reopenSubmission } from '@readout/domain/plugins/submissions/reopen-submission';
import { withdrawSubmission } from '@readout/domain/plugins/submissions/withdraw-submission';
import { whyNot } from '@readout/domain/policy';
import { useState } from 'react';
import { data, Link, type ShouldRevalidateFunctionArgs } from 'react-router';
import { foreseen, toldError } from '../../../../server/http/problem.ts';
import { requireMember } from '../../../session.ts';
import page from '../../../ui/page.module.css';
import { useAnswer } from '../../../ui/use-answer.ts';
import { When } from '../../../ui/when.tsx';
import { orProblemPage } from '../../app/page-problem.ts';
import settings from '../settings.module.css';
import type { Route } from './+types/submission';
import { FixtureCard, type SubmissionAnswer } from './submission/fixture-card.tsx';
import { FixtureContent } from './submission/fixture-content.tsx';
import { Parts } from './submission/parts.tsx';
import { AskStep, ConfirmStep, Reopen, Withdraw } from './submission/steps.tsx';
import classes from './submit.module.css';
import { standingOf } from './words.ts';

export async function loader({ context, request, params: { submissionId } }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  const deps = { db: services.db.app, submissions: services.submissions };
  const detail = await orProblemPage(getSubmission(deps, { scope, submissionId }));
  return { detail, mayConfirm: whyNot(scope.actor, 'plugins.submit') };
}

export async function action({ context, request, params: { submissionId } }: Route.ActionArgs) {
  const { services, scope } = requireMember(context, request);
  const { packages, submissions } = services;
  const deps = { db: services.db.app, submissions, packages };
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '');
  const revision = Number(text('revision'));
  const intent = text('intent');
  try {
    switch (intent) {
      case 'fixture':
        await changeSubmissionFixture(deps, {
          scope,
          submissionId,
          fixtureId: text('fixture'),
          revision,
          change: {
            name: text('name'),
            leaves: text('leaves'),
            regions: regionsOf(text('regions')),
            adapts: text('adapts') === 'yes',
          },
        });
        break;
      case 'ask':
        await askForConfirmation(deps, { scope, submissionId, revision, notes: text('notes') });
        break;
      case 'confirm':
        await confirmSubmission(deps, { scope, submissionId, sha256: text('sha256') });
        break;
      case 'decline':
        await declineSubmission(deps, { scope, submissionId, note: text('note') });
        break;
      case 'reopen':
        await reopenSubmission(deps, { scope, submissionId, revision });
        break;
      case 'withdraw':
        await withdrawSubmission(deps, { scope, submissionId, revision });
        break;
      default:
        throw new Response('There is no such change.', { status: 400 });
    }
    return { intent, message: '', fields: {} } satisfies SubmissionAnswer;
  } catch (error) {
    const known = foreseen(error);
    if (!known) throw error;
    const fields = (known.detail.fields ?? {}) as Record<string, string>;
    const answer: SubmissionAnswer = { intent, message: toldError(known).sentence, fields };
    return data(answer, { status: statusOf[known.kind] });
  }
}

function regionsOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** What was refused because something changed meanwhile shows what holds now. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate;

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const { detail } = (loaderData ?? {}) as Partial<Route.ComponentProps['loaderData']>;
  return [
    {
      title: `${detail ? `${detail.name} ${detail.submission.version}, submission` : 'Submission'} · Readout`,
    },
  ];
};

export default function SubmissionPage({
  loaderData: { detail, mayConfirm },
  actionData,
}: Route.ComponentProps) {
  const { submission, name, fixtures } = detail;
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set());
  const answer = useAnswer(actionData as SubmissionAnswer | undefined);
  const { label, tone, sentence } = standingOf(submission);
  const isPreparing = submission.state === 'preparing';
  const hasLeft = submission.review !== null;
  const shown = isPreparing ? fixtures : fixtures.filter(({ leaves }) => leaves !== 'private');
  return (
    <>
      <p className={classes.back}>
        <Link to={`/settings/plugins/${submission.pluginId}`}>{name}</Link>
      </p>
      <h1 className={page.title}>
        {name} {submission.version}, for the catalogue
      </h1>
      <p className={classes.status}>
        <span className={classes.standing} data-tone={tone}>
          {label}
        </span>{' '}
        {sentence}
      </p>
      {submission.asked ? (
        <p className={classes.hint}>
          {submission.asked.by} asked for confirmation, <When iso={submission.asked.at} />
          {submission.decided ? (
            <>
              ; {submission.decided.by} {submission.state === 'submitted' ? 'confirmed' : submission.state},{' '}
              <When iso={submission.decided.at} />
            </>
          ) : null}
          .
        </p>
      ) : null}
      {submission.decided?.note ? (
        <p className={`${settings.note} ${classes.said}`}>{submission.decided.note}</p>
      ) : null}
      {submission.review?.note ? (
        <p className={`${settings.note} ${classes.said}`}>{submission.review.note}</p>
      ) : null}
      {submission.state === 'declined' ? (
        <Reopen submission={submission} answer={answer} label="Put it right" />
      ) : null}
      {submission.state === 'submitted' && submission.review?.state === 'in_review' && mayConfirm.allowed ? (
        <Withdraw submission={submission} answer={answer} />
      ) : null}

      <section className={`${settings.section} ${classes.wide}`} aria-labelledby="fixtures">
        <h2 id="fixtures">
          {isPreparing ? 'Fixtures' : hasLeft ? 'Fixtures that left' : 'Fixtures that would leave'}
        </h2>
        <p>
          {isPreparing
            ? 'Each stays here unless you pick it. A reviewer trusts a version more that shows what it reads; a few pictures are enough.'
            : shown.length === 0
              ? 'None, only the program.'
              : 'Each exactly as it leaves the company.'}
        </p>
        {isPreparing && fixtures.length === 0 ? (
          <p className={classes.hint}>
            There are none. In the studio, “This is right” makes one of a capture that was read well.
          </p>
        ) : null}
        <ul className={classes.cards}>
          {shown.map((fixture) =>
            isPreparing ? (
              <FixtureCard
                key={fixture.id}
                submissionId={submission.id}
                revision={submission.revision}
                fixture={fixture}
                onUnsaved={(isUnsaved) =>
                  setUnsaved((before) => {
                    const after = new Set(before);
                    if (isUnsaved) after.add(fixture.id);
                    else after.delete(fixture.id);
                    return after;
                  })
                }
              />
            ) : (
              <li key={fixture.id} className={classes.card}>
                <h3 className={classes.cardName} dir="auto">
                  {fixture.name}
                </h3>
                <FixtureContent
                  submissionId={submission.id}
                  revision={submission.revision}
                  fixture={fixture}
                />
              </li>
            ),
          )}
        </ul>
      </section>
      <Parts detail={detail} />
      {isPreparing ? (
        <AskStep submission={submission} answer={answer} mayConfirm={mayConfirm} unsaved={unsaved.size} />
      ) : submission.notes ? (
        <section className={settings.section} aria-labelledby="notes">
          <h2 id="notes">What is new</h2>
          <p className={classes.notes}>{submission.notes}</p>
        </section>
      ) : null}
      {submission.state === 'waiting' ? (
        <ConfirmStep submission={submission} answer={answer} mayConfirm={mayConfirm} />
      ) : null}
    </>
  );
}
