import { AppError } from '@readout/domain/errors';
import { approveVersion } from '@readout/domain/platform/review/approve-version';
import { getReview } from '@readout/domain/platform/review/get-review';
import { recheckVersion } from '@readout/domain/platform/review/recheck-version';
import { rejectVersion } from '@readout/domain/platform/review/reject-version';
import { reportBrowserFixtures } from '@readout/domain/platform/review/report-browser-fixtures';
import { data, Link, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router';
import { browserName } from '../../../../server/request/browser-name.ts';
import { requirePlatform } from '../../../session.ts';
import { fileSize } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import { useAnswer } from '../../../ui/use-answer.ts';
import { When } from '../../../ui/when.tsx';
import { orProblemPage } from '../../app/page-problem.ts';
import { parseReadme } from '../../settings/plugins/readme.server.ts';
import { ReadmeSection } from '../../settings/plugins/readme-section.tsx';
import { texts } from '../forms.ts';
import { refusedForm } from '../refused.server.ts';
import { useMay } from '../use-may.ts';
import { useRefresh } from '../use-refresh.ts';
import type { Route } from './+types/decision';
import { ChecksSection } from './checks-section.tsx';
import { Decided, DecisionForm } from './decision-form.tsx';
import { FixturesSection } from './fixtures-section.tsx';
import { DeclarationSection, ProgramSection } from './program-section.tsx';
import classes from './review.module.css';
import { useBrowserFixtures } from './use-browser-fixtures.ts';
import { reviewAddress } from './words.ts';

export async function loader({ context, request, params: { plugin: pluginId, version } }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  const review = await orProblemPage(
    getReview(
      { platform: services.db.platform, packages: services.packages, tools: services.reviewing },
      { actor, pluginId, version },
    ),
  );
  return { review, readme: parseReadme(review.content?.readme ?? '') };
}

export async function action({ context, request, params: { plugin: pluginId, version } }: Route.ActionArgs) {
  const { services, actor } = requirePlatform(context, request);
  const deps = {
    platform: services.db.platform,
    packages: services.packages,
    tools: services.reviewing,
  };
  const form = await request.formData();
  const typed = texts(form, ['intent', 'sha256', 'releaseNote', 'note']);
  const { intent } = typed;
  const target = { actor, pluginId, version };
  try {
    if (intent === 'approve') await approveVersion(deps, { ...target, ...typed });
    else if (intent === 'reject') await rejectVersion(deps, { ...target, ...typed });
    else if (intent === 'recheck') await recheckVersion(deps, target);
    else if (intent === 'browser')
      await reportBrowserFixtures(deps, {
        ...target,
        run: String(form.get('run') ?? ''),
        browser: browserName(request.headers.get('user-agent') ?? ''),
        results: jsonOf(form.get('results')),
      });
    else throw new AppError('request.invalid');
  } catch (error) {
    const { data: answer, init } = refusedForm(error, intent, typed);
    return data({ problem: answer.problem, done: '' }, init ?? {});
  }
  return { problem: undefined, done: said[intent] ?? '' };
}

const said: Record<string, string> = {
  approve: 'It is in everybody’s catalogue now. Its publisher is told.',
  reject: 'It is sent back. Its publisher is told why.',
};

/** Undefined where it is not JSON, which the use case refuses. */
function jsonOf(value: FormDataEntryValue | null): unknown {
  try {
    return JSON.parse(String(value));
  } catch {
    return undefined;
  }
}

/** Who decided second sees what the first decided. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate;

export const meta = ({ loaderData }: Route.MetaArgs) => [
  {
    title: loaderData
      ? `${loaderData.review.name} ${loaderData.review.version} · Review · Readout`
      : 'Review · Readout',
  },
];

const refreshEveryMs = 2000;
const seldomMs = 60_000;

export default function Decision({ loaderData: { review, readme }, actionData }: Route.ComponentProps) {
  const { checks, content, previous, state, version, name } = review;
  const answer = useAnswer(actionData);
  const address = reviewAddress(review);
  const isOpen = state === 'in_review';
  const mayReview = useMay()('plugins.review');
  const isRunning = checks === null || checks.status === 'running';
  useRefresh(isOpen && isRunning ? refreshEveryMs : seldomMs);
  const waits = checks?.checks.some(
    (check) => check.name === 'fixtures_browser' && check.status === 'waiting',
  );
  const browser = useBrowserFixtures(
    address,
    mayReview && isOpen && !isRunning && waits ? (checks?.run ?? null) : null,
  );
  const { hash } = useLocation();
  return (
    <>
      <p className={classes.back}>
        <Link to="/admin/plugin/review">Review</Link> / <span dir="auto">{name}</span>
      </p>
      <div className={page.head}>
        <div>
          <h1 className={page.title} dir="auto">
            {name} <span className={classes.version}>{version}</span>
          </h1>
          <p className={page.lead} dir="auto">
            {content?.manifest.description}
          </p>
        </div>
        {isOpen && !mayReview ? null : (
          <a
            href="#decision"
            className={classes.jump}
            aria-current={hash === '#decision' ? 'location' : undefined}
          >
            {isOpen ? 'To the decision' : 'What was decided'}
          </a>
        )}
      </div>
      {review.problem ? (
        <p className={classes.distrust} role="alert">
          <strong>Not to be trusted.</strong> {review.problem} Nothing of it is shown. Reject it, and find out
          who could write to the database.
        </p>
      ) : null}
      <div className={classes.columns}>
        <div className={classes.main}>
          <Facts review={review} />
          <section className={page.section} aria-labelledby="notes-heading">
            <h2 id="notes-heading" className={page.sectionTitle}>
              What its author says is new
            </h2>
            <p className={classes.notes} dir="auto">
              {review.notes || 'Nothing.'}
            </p>
          </section>
          <ChecksSection checks={checks} isOpen={isOpen && mayReview} browser={browser} />
          {content ? (
            <>
              {content.fixtures ? (
                <FixturesSection
                  address={address}
                  run={checks?.run ?? ''}
                  fixtures={content.fixtures}
                  manifest={content.manifest}
                  previous={previous}
                  privateResults={review.privateResults}
                />
              ) : null}
              <DeclarationSection content={content} previous={previous} />
              <ProgramSection content={content} previous={previous} />
              <ReadmeSection readme={readme} />
            </>
          ) : null}
        </div>
        {isOpen && mayReview ? (
          <DecisionForm review={review} problem={answer?.problem} />
        ) : isOpen ? null : (
          <div>
            <Decided review={review} done={answer?.done ?? ''} />
            {answer?.problem && answer.problem.intent !== 'browser' ? (
              <p className={classes.problem} role="alert">
                {answer.problem.message}
              </p>
            ) : null}
          </div>
        )}
      </div>
    </>
  );
}

function Facts({ review }: { review: Awaited<ReturnType<typeof loader>>['review'] }) {
  const { publisher, publisherCompanyId, submittedAt, submittedByName, previous, content } = review;
  return (
    <dl className={classes.facts}>
      <div>
        <dt>Publisher</dt>
        <dd dir="auto">
          {publisherCompanyId ? (
            <Link to={`/admin/company/${publisherCompanyId}`}>{publisher}</Link>
          ) : (
            publisher
          )}
        </dd>
      </div>
      <div>
        <dt>Handed in</dt>
        <dd>
          <When iso={submittedAt} exact />
          {submittedByName ? ` by ${submittedByName}` : ''}
        </dd>
      </div>
      <div>
        <dt>Published last</dt>
        <dd>{previous ? <span className={page.mono}>{previous.version}</span> : 'none: it is the first'}</dd>
      </div>
      <div>
        <dt>Package</dt>
        <dd>{fileSize(review.packageBytes)}</dd>
      </div>
      {content ? (
        <div>
          <dt>Signed with</dt>
          <dd className={page.mono}>{content.keyId}</dd>
        </div>
      ) : null}
      <div>
        <dt>SHA-256</dt>
        <dd className={`${page.mono} ${classes.hash}`}>{review.sha256}</dd>
      </div>
    </dl>
  );
}
