import { Button, Checkbox, Progress } from '@mantine/core';
import { compareVersions } from '@readout/domain/plugins/compare-versions';
import { getPlugin } from '@readout/domain/plugins/get-plugin';
import type { StoredVersion } from '@readout/domain/plugins/plugin-versions';
import { askedAnew, type Grant, isNothing } from '@readout/domain/plugins/rules';
import type { ChangedCapture, VersionResults } from '@readout/domain/plugins/try-versions';
import { whyNot } from '@readout/domain/policy';
import { inLanguageOf } from '@readout/plugin-kit/manifest-languages';
import { Form, Link, type ShouldRevalidateFunctionArgs } from 'react-router';
import { currentLocale } from '../../../../../../server/request/locale.ts';
import { CodeSection, Sentences } from '../../../../../plugins/code-section.tsx';
import { manifestChanges } from '../../../../../plugins/manifest-changes.ts';
import classes from '../../../../../plugins/plugins.module.css';
import { grantInWords, leftInWords } from '../../../../../plugins/words.ts';
import { orProblemPage } from '../../../../../problems/page-problem.ts';
import { requireMember } from '../../../../../session.ts';
import { pageTitle } from '../../../../../texts/page-title.ts';
import { Text } from '../../../../../ui/layout.tsx';
import page from '../../../../../ui/page.module.css';
import settings from '../../../../../ui/settings.module.css';
import { FormattedText, type SayText, useLocale, useText } from '../../../../../ui/texts.tsx';
import { ChangesTable } from '../../changes-table.tsx';
import { comparedRefs } from '../../compared-refs.ts';
import { useVersionTrial } from '../../use-version-trial.ts';
import type { Route } from './+types/page';

export async function loader({ context, request, params: { plugin: pluginId } }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  const asked = new URL(request.url).searchParams;
  const deps = { db: services.db.app, trials: services.trials };
  const comparison = await orProblemPage(compareVersions(deps, { scope, ...comparedRefs(pluginId, asked) }));
  const { installation } = await orProblemPage(getPlugin(deps, { scope, pluginId }));
  return {
    comparison,
    query: asked.toString(),
    installation,
    may: whyNot(scope.actor, 'plugins.manage', currentLocale()),
  };
}

/** Comparing again is for who asks for it: news of captures alone do not. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  currentUrl.href !== nextUrl.href || formMethod !== undefined ? defaultShouldRevalidate : false;

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'settings.plugins.what_changes');

export default function Compare({ loaderData }: Route.ComponentProps) {
  const text = useText();
  const { comparison, query, installation, may } = loaderData;
  const locale = useLocale();
  const { from, to, code } = comparison;
  const offered = inLanguageOf(to.manifest, locale);
  const { permissions, others } = manifestChanges(inLanguageOf(from.manifest, locale), offered, text);
  const asked = askedAnew(from.manifest, to.manifest);
  const canRun = to.state === 'published' && to.manifest.kind === 'reader';
  const wasLeft = installation?.left?.version === to.version && installation.left.source === to.source;
  const isShadow = installation?.shadow?.version === to.version && installation.shadow.source === to.source;
  const runsAlready = installation?.installedVersion === to.version && installation.source === to.source;
  return (
    <>
      <Text size={14} below={4}>
        <Link to="/settings/plugins">{text('settings.plugins.title')}</Link> /{' '}
        <Link to={`/settings/plugins/${to.pluginId}`}>{offered.name}</Link>
      </Text>
      <h1 className={page.title}>
        {text('settings.plugins.from_to', { from: from.version, to: to.version })}
      </h1>
      <p className={page.lead}>{text('settings.plugins.compare_lead', { name: offered.name })}</p>
      {runsAlready && installation?.previous ? (
        <Form method="post" action={`/settings/plugins/${to.pluginId}`} className={classes.actions}>
          <input type="hidden" name="plugin" value={to.pluginId} />
          <input type="hidden" name="revision" value={installation.revision} />
          <div className={classes.buttons}>
            <p className={classes.step}>
              <span className={classes.state} data-on="true">
                {text('settings.plugins.runs_now', { version: to.version })}
              </span>
            </p>
            {may.allowed ? (
              <Button type="submit" name="intent" value="roll-back" variant="default">
                {text('settings.plugins.back_to', { version: installation.previous.version })}
              </Button>
            ) : null}
          </div>
        </Form>
      ) : null}
      {installation && !runsAlready && may.allowed && canRun ? (
        <Form method="post" action={`/settings/plugins/${to.pluginId}`} className={classes.actions}>
          <input type="hidden" name="plugin" value={to.pluginId} />
          <input type="hidden" name="revision" value={installation.revision} />
          <input type="hidden" name="source" value={to.source} />
          <input type="hidden" name="version" value={to.version} />
          <Granting asked={asked} />
          {wasLeft ? (
            <p className={classes.reserved}>{leftInWords(to.version, installation.installedVersion, text)}</p>
          ) : null}
          <div className={classes.buttons}>
            <Button type="submit" name="intent" value="update">
              {text('settings.plugins.use', { version: to.version })}
            </Button>
            {isShadow ? null : (
              <Button type="submit" name="intent" value="start-shadow" variant="default">
                {text('settings.plugins.shadow_start', { version: installation.installedVersion ?? '' })}
              </Button>
            )}
          </div>
        </Form>
      ) : null}
      <section className={settings.section} aria-labelledby="permissions">
        <h2 id="permissions">{text('settings.plugins.may_do_title')}</h2>
        {permissions.length === 0 ? (
          <p>{text('settings.plugins.same_as_before')}</p>
        ) : (
          <Sentences sentences={permissions} />
        )}
      </section>
      <Results comparison={comparison} query={query} />
      <section className={settings.section} aria-labelledby="declared">
        <h2 id="declared">{text('settings.plugins.about_itself')}</h2>
        {others.length === 0 ? (
          <p>{text('settings.plugins.declared_same')}</p>
        ) : (
          <Sentences sentences={others} />
        )}
        <p>
          {text('settings.plugins.own_fixtures', {
            from: accuracyInWords(from, text),
            fromVersion: from.version,
            to: accuracyInWords(to, text),
            toVersion: to.version,
          })}
        </p>
        {to.notes ? (
          <Text above={4} hasLines>
            {to.notes}
          </Text>
        ) : null}
      </section>
      <CodeSection code={code} />
    </>
  );
}

/** What the other version is given beyond what this one was: switched to only by who says so. */
function Granting({ asked }: { asked: Grant }) {
  const text = useText();
  if (isNothing(asked)) return null;
  return (
    <div className={classes.reserved}>
      {asked.reads.map((each) => (
        <input key={each} type="hidden" name="grant-reads" value={each} />
      ))}
      {asked.hosts.map((each) => (
        <input key={each} type="hidden" name="grant-hosts" value={each} />
      ))}
      <p className={classes.permission}>{text('settings.plugins.asks_for_more')}</p>
      <Sentences sentences={grantInWords(asked, text)} />
      <Checkbox name="grant" value="yes" label={text('settings.plugins.allow')} required />
    </div>
  );
}

const accuracyInWords = ({ accuracy }: StoredVersion, text: SayText): string =>
  accuracy && accuracy.fixtures > 0
    ? text('settings.plugins.right_on_short', { passed: accuracy.passed, fixtures: accuracy.fixtures })
    : text('settings.plugins.not_measured_short');

type Comparison = Route.ComponentProps['loaderData']['comparison'];

function Results({ comparison, query }: { comparison: Comparison; query: string }) {
  const text = useText();
  const { from, to } = comparison;
  const { done, results, failure } = useVersionTrial(to.pluginId, query);
  const wanted = results?.wanted ?? comparison.wanted;
  return (
    <section className={settings.section} aria-labelledby="results">
      <h2 id="results">{text('settings.plugins.on_your_captures')}</h2>
      {results || failure || wanted === 0 ? null : (
        <>
          <Progress
            value={(done / wanted) * 100}
            aria-label={text('settings.plugins.compare_progress')}
            className={classes.trialProgress ?? ''}
          />
          <p>{text('settings.plugins.compare_runs', { wanted, done })}</p>
        </>
      )}
      <p role="status">
        {failure
          ? failure.status === undefined
            ? text('settings.plugins.compare_failed')
            : text('settings.plugins.compare_refused', { status: String(failure.status) })
          : wanted === 0
            ? text('settings.plugins.compare_no_data')
            : results
              ? resultsInWords(results, text)
              : null}
      </p>
      {results?.changed.map((capture) => (
        <Changed key={capture.captureId} capture={capture} from={from} to={to} />
      ))}
    </section>
  );
}

function resultsInWords({ wanted, tried, concerned, changed }: VersionResults, text: SayText): string {
  return [
    tried === wanted
      ? text('settings.plugins.compare_ran', { wanted })
      : text('settings.plugins.compare_ran_some', { wanted, tried }),
    concerned === 0
      ? text('settings.plugins.compare_no_record')
      : text('settings.plugins.compare_records', { concerned, changed: changed.length }),
  ].join(' ');
}

function Changed({ capture, from, to }: { capture: ChangedCapture; from: StoredVersion; to: StoredVersion }) {
  const text = useText();
  const locale = useLocale();
  const inLanguage = ({ version, manifest }: StoredVersion) => ({
    version,
    manifest: inLanguageOf(manifest, locale),
  });
  const { failure } = capture;
  return (
    <div className={classes.changed}>
      <h3>
        {capture.pageCount > 1 ? (
          <FormattedText
            id="settings.plugins.compare_page"
            values={{
              name: capture.name,
              page: capture.pageNumber,
              link: (inside) => <Link to={`/app/${capture.captureId}`}>{inside}</Link>,
            }}
          />
        ) : (
          <Link to={`/app/${capture.captureId}`}>{capture.name}</Link>
        )}
      </h3>
      {failure.from ? (
        <p className={classes.problem}>
          {text('settings.plugins.version_failed', { version: from.version, failure: failure.from })}
        </p>
      ) : null}
      {failure.to ? (
        <p className={classes.problem}>
          {text('settings.plugins.version_fails', { version: to.version, failure: failure.to })}
        </p>
      ) : null}
      <ChangesTable changes={capture.changes} from={inLanguage(from)} to={inLanguage(to)} />
    </div>
  );
}
