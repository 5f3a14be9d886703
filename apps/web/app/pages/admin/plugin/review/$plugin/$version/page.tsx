import { approveVersion } from '@readout/domain/platform/review/approve-version';
import { getReview } from '@readout/domain/platform/review/get-review';
import { recheckVersion } from '@readout/domain/platform/review/recheck-version';
import { rejectVersion } from '@readout/domain/platform/review/reject-version';
import { fileSize } from '@readout/texts/numbers';
import { Link, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router';
import { currentLocale } from '../../../../../../../server/request/locale.ts';
import { doneOf, problemOf } from '../../../../../../forms/answer.ts';
import { actionOf, form, text } from '../../../../../../forms/form.server.ts';
import { Outcome } from '../../../../../../forms/outcome.tsx';
import { useAnswer } from '../../../../../../forms/use-answer.ts';
import { parseReadme } from '../../../../../../plugins/readme.server.ts';
import { ReadmeSection } from '../../../../../../plugins/readme-section.tsx';
import { orProblemPage } from '../../../../../../problems/page-problem.ts';
import { requirePlatform } from '../../../../../../session.ts';
import { pageTitle } from '../../../../../../texts/page-title.ts';
import page from '../../../../../../ui/page.module.css';
import { FormattedText, useLocale, useText } from '../../../../../../ui/texts.tsx';
import { When } from '../../../../../../ui/when.tsx';
import { useMay } from '../../../../use-may.ts';
import { useRefresh } from '../../../../use-refresh.ts';
import { ChecksSection } from '../../checks-section.tsx';
import { Decided, DecisionForm } from '../../decision-form.tsx';
import { FixturesSection } from '../../fixtures-section.tsx';
import { DeclarationSection, ProgramSection } from '../../program-section.tsx';
import classes from '../../review.module.css';
import { reviewAddress } from '../../words.ts';
import type { Route } from './+types/page';

export async function loader({ context, request, params: { plugin: pluginId, version } }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  const review = await orProblemPage(
    getReview(
      { platform: services.db.platform, packages: services.packages, tools: services.reviewing },
      { actor, pluginId, version, locale: currentLocale() },
    ),
  );
  return { review, readme: parseReadme(review.content?.readme ?? '') };
}

export async function action({ context, request, params: { plugin: pluginId, version } }: Route.ActionArgs) {
  const { services, actor } = requirePlatform(context, request);
  const deps = { platform: services.db.platform, packages: services.packages };
  const target = { actor, pluginId, version };
  return actionOf(request, {
    approve: form({ sha256: text, releaseNote: text, note: text }, async (decision) => {
      await approveVersion(deps, { ...target, ...decision });
    }),
    reject: form({ sha256: text, note: text }, async (decision) => {
      await rejectVersion(deps, { ...target, ...decision });
    }),
    recheck: form({}, async () => {
      await recheckVersion(deps, target);
    }),
  });
}

/** Who decided second sees what the first decided. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { review } = (loaderData ?? {}) as Partial<Route.ComponentProps['loaderData']>;
  return review
    ? pageTitle(matches, 'operation.review.page_title_of', { name: review.name, version: review.version })
    : pageTitle(matches, 'operation.review.title', { list: 'waiting' });
};

const refreshEveryMs = 2000;
const seldomMs = 60_000;

export default function Decision({ loaderData: { review, readme }, actionData }: Route.ComponentProps) {
  const text = useText();
  const { checks, content, previous, state, version, name } = review;
  const answer = useAnswer(actionData);
  const decided = (['approve', 'reject'] as const).find((intent) => doneOf(answer, intent));
  const address = reviewAddress(review);
  const isOpen = state === 'in_review';
  const mayReview = useMay()('plugins.review');
  const isRunning = checks === null || checks.status === 'running';
  useRefresh(isOpen && isRunning ? refreshEveryMs : seldomMs);
  const { hash } = useLocation();
  return (
    <>
      <p className={classes.back}>
        <Link to="/admin/plugin/review">{text('operation.review.title', { list: 'waiting' })}</Link> /{' '}
        <span dir="auto">{name}</span>
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
            {text('operation.review.jump', { state: isOpen ? 'open' : 'decided' })}
          </a>
        )}
      </div>
      {review.problem ? (
        <p className={classes.distrust} role="alert">
          <FormattedText id="operation.review.distrust" values={{ problem: review.problem }} />
        </p>
      ) : null}
      <div className={classes.columns}>
        <div className={classes.main}>
          <Facts review={review} />
          <section className={page.section} aria-labelledby="notes-heading">
            <h2 id="notes-heading" className={page.sectionTitle}>
              {text('operation.review.notes')}
            </h2>
            <p className={classes.notes} dir="auto">
              {review.notes || text('operation.review.no_notes')}
            </p>
          </section>
          <ChecksSection checks={checks} isOpen={isOpen && mayReview} />
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
          <DecisionForm review={review} answer={answer} />
        ) : isOpen ? null : (
          <div>
            <Decided
              review={review}
              done={decided ? text('operation.review.done', { intent: decided }) : ''}
            />
            <Outcome problem={problemOf(answer, 'approve', 'reject', 'recheck')} />
          </div>
        )}
      </div>
    </>
  );
}

function Facts({ review }: { review: Awaited<ReturnType<typeof loader>>['review'] }) {
  const text = useText();
  const locale = useLocale();
  const { publisher, publisherCompanyId, submittedAt, submittedByName, previous, content } = review;
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{text('operation.review.fact', { fact: 'publisher' })}</dt>
        <dd dir="auto">
          {publisherCompanyId ? (
            <Link to={`/admin/company/${publisherCompanyId}`}>{publisher}</Link>
          ) : (
            publisher
          )}
        </dd>
      </div>
      <div>
        <dt>{text('operation.review.fact', { fact: 'handed_in' })}</dt>
        <dd>
          {submittedByName ? (
            <FormattedText
              id="operation.plugin.when_by"
              values={{ when: <When iso={submittedAt} exact />, name: <bdi>{submittedByName}</bdi> }}
            />
          ) : (
            <When iso={submittedAt} exact />
          )}
        </dd>
      </div>
      <div>
        <dt>{text('operation.review.fact', { fact: 'published_last' })}</dt>
        <dd>
          {previous ? (
            <span className={page.mono}>{previous.version}</span>
          ) : (
            text('operation.review.is_first')
          )}
        </dd>
      </div>
      <div>
        <dt>{text('operation.review.fact', { fact: 'package' })}</dt>
        <dd>{fileSize(review.packageBytes, locale)}</dd>
      </div>
      {content ? (
        <div>
          <dt>{text('operation.review.fact', { fact: 'signed_with' })}</dt>
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
