import { askForConfirmation } from '@readout/domain/plugins/submissions/ask-for-confirmation';
import { changeSubmissionFixture } from '@readout/domain/plugins/submissions/change-submission-fixture';
import { confirmSubmission } from '@readout/domain/plugins/submissions/confirm-submission';
import { declineSubmission } from '@readout/domain/plugins/submissions/decline-submission';
import { getSubmission } from '@readout/domain/plugins/submissions/get-submission';
import { reopenSubmission } from '@readout/domain/plugins/submissions/reopen-submission';
import { withdrawSubmission } from '@readout/domain/plugins/submissions/withdraw-submission';
import { whyNot } from '@readout/domain/policy';
import { useState } from 'react';
import { Link, type ShouldRevalidateFunctionArgs } from 'react-router';
import { currentLocale } from '../../../../../../server/request/locale.ts';
import { actionOf, form, text, wholeNumber } from '../../../../../forms/form.server.ts';
import { useAnswer } from '../../../../../forms/use-answer.ts';
import { standingOf } from '../../../../../plugins/standing.ts';
import list from '../../../../../plugins/submission-list.module.css';
import { orProblemPage } from '../../../../../problems/page-problem.ts';
import { requireMember } from '../../../../../session.ts';
import { pageTitle } from '../../../../../texts/page-title.ts';
import { Stack, Text } from '../../../../../ui/layout.tsx';
import page from '../../../../../ui/page.module.css';
import settings from '../../../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../../../ui/texts.tsx';
import { When } from '../../../../../ui/when.tsx';
import classes from '../submit.module.css';
import type { Route } from './+types/page';
import { FixtureCard } from './fixture-card.tsx';
import { FixtureContent } from './fixture-content.tsx';
import { Parts } from './parts.tsx';
import { AskStep, ConfirmStep, Reopen, Withdraw } from './steps.tsx';

export async function loader({ context, request, params: { submissionId } }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  const deps = { db: services.db.app, submissions: services.submissions };
  const detail = await orProblemPage(getSubmission(deps, { scope, submissionId }));
  return { detail, mayConfirm: whyNot(scope.actor, 'plugins.submit', currentLocale()) };
}

export async function action({ context, request, params: { submissionId } }: Route.ActionArgs) {
  const { services, scope } = requireMember(context, request);
  const { packages, submissions } = services;
  const deps = { db: services.db.app, submissions, packages };
  const of = { scope, submissionId };
  const onRevision = { revision: wholeNumber };
  return actionOf(request, {
    fixture: form(
      { ...onRevision, fixture: text, name: text, leaves: text },
      async ({ fixture: fixtureId, revision, ...change }) => {
        await changeSubmissionFixture(deps, { ...of, fixtureId, revision, change });
      },
    ),
    ask: form({ ...onRevision, notes: text }, async (asked) => {
      await askForConfirmation(deps, { ...of, ...asked });
    }),
    // Who may confirm has looked at all of it, and confirms what was made of what they saw.
    hand_in: form({ ...onRevision, notes: text }, async (asked) => {
      const { sha256 } = await askForConfirmation(deps, { ...of, ...asked, isOwn: true });
      await confirmSubmission(deps, { ...of, sha256 });
    }),
    confirm: form({ sha256: text }, async ({ sha256 }) => {
      await confirmSubmission(deps, { ...of, sha256 });
    }),
    decline: form({ note: text }, async ({ note }) => {
      await declineSubmission(deps, { ...of, note });
    }),
    reopen: form(onRevision, async ({ revision }) => {
      await reopenSubmission(deps, { ...of, revision });
    }),
    withdraw: form(onRevision, async ({ revision }) => {
      await withdrawSubmission(deps, { ...of, revision });
    }),
  });
}

/** What was refused because something changed meanwhile shows what holds now. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { detail } = (loaderData ?? {}) as Partial<Route.ComponentProps['loaderData']>;
  return detail
    ? pageTitle(matches, 'studio.submit.title_of', { name: detail.name, version: detail.submission.version })
    : pageTitle(matches, 'studio.submit.title_lost');
};

export default function SubmissionPage({
  loaderData: { detail, mayConfirm },
  actionData,
}: Route.ComponentProps) {
  const text = useText();
  const { submission, name, fixtures } = detail;
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set());
  const answer = useAnswer(actionData);
  const { name: standing, tone } = standingOf(submission);
  const isPreparing = submission.state === 'preparing';
  const hasLeft = submission.review !== null;
  const shown = isPreparing ? fixtures : fixtures.filter(({ leaves }) => leaves !== 'private');
  return (
    <>
      <Text size={14} below={4}>
        <Link to={`/settings/plugins/${submission.pluginId}`}>{name}</Link>
      </Text>
      <h1 className={page.title}>{text('studio.submit.heading', { name, version: submission.version })}</h1>
      <p className={classes.status}>
        <span className={list.standing} data-tone={tone}>
          {text('studio.submit.standing', { standing })}
        </span>{' '}
        {text('studio.submit.standing_hint', { standing })}
      </p>
      {submission.asked ? (
        <p className={classes.hint}>
          {submission.decided ? (
            <FormattedText
              id="studio.submit.asked_and_decided"
              values={{
                asker: submission.asked.by,
                asked: <When iso={submission.asked.at} />,
                decider: submission.decided.by,
                decided: <When iso={submission.decided.at} />,
                state:
                  submission.state === 'declined' || submission.state === 'withdrawn'
                    ? submission.state
                    : undefined,
              }}
            />
          ) : (
            <FormattedText
              id="studio.submit.asked"
              values={{ asker: submission.asked.by, asked: <When iso={submission.asked.at} /> }}
            />
          )}
        </p>
      ) : null}
      {submission.decided?.note ? (
        <p className={`${settings.note} ${classes.said}`}>{submission.decided.note}</p>
      ) : null}
      {submission.review?.note ? (
        <p className={`${settings.note} ${classes.said}`}>{submission.review.note}</p>
      ) : null}
      {submission.state === 'declined' ? (
        <Reopen submission={submission} answer={answer} label={text('studio.submit.put_right')} />
      ) : null}
      {submission.state === 'submitted' && submission.review?.state === 'in_review' && mayConfirm.allowed ? (
        <Withdraw submission={submission} answer={answer} />
      ) : null}

      <section className={`${settings.section} ${classes.wide}`} aria-labelledby="fixtures">
        <h2 id="fixtures">
          {text('studio.submit.fixtures', {
            state: isPreparing ? 'preparing' : hasLeft ? 'left' : 'waiting',
          })}
        </h2>
        <p>
          {isPreparing
            ? text('studio.submit.fixtures_hint')
            : shown.length === 0
              ? text('studio.submit.fixtures_none')
              : text('studio.submit.fixtures_as_they_leave')}
        </p>
        {isPreparing && fixtures.length === 0 ? (
          <p className={classes.hint}>{text('studio.submit.no_fixtures')}</p>
        ) : null}
        <Stack as="ul" gap={12}>
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
                <Text as="h3" size={15} weight={600} isBroken dir="auto">
                  {fixture.name}
                </Text>
                <FixtureContent
                  submissionId={submission.id}
                  revision={submission.revision}
                  fixture={fixture}
                />
              </li>
            ),
          )}
        </Stack>
      </section>
      <Parts detail={detail} />
      {isPreparing ? (
        <AskStep submission={submission} answer={answer} mayConfirm={mayConfirm} unsaved={unsaved.size} />
      ) : submission.notes ? (
        <section className={settings.section} aria-labelledby="notes">
          <h2 id="notes">{text('studio.submit.notes')}</h2>
          <Text above={4} isBroken hasLines>
            {submission.notes}
          </Text>
        </section>
      ) : null}
      {submission.state === 'waiting' ? (
        <ConfirmStep submission={submission} answer={answer} mayConfirm={mayConfirm} />
      ) : null}
    </>
  );
}
