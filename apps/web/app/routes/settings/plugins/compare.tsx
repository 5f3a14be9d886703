import { Button, Checkbox, Progress } from '@mantine/core';
import { compareVersions } from '@readout/domain/plugins/compare-versions';
import { getPlugin } from '@readout/domain/plugins/get-plugin';
import type { StoredVersion } from '@readout/domain/plugins/plugin-versions';
import { askedAnew, type Grant, isNothing } from '@readout/domain/plugins/rules';
import type { ChangedCapture, FieldChange, VersionResults } from '@readout/domain/plugins/try-versions';
import { whyNot } from '@readout/domain/policy';
import { Form, Link, type ShouldRevalidateFunctionArgs } from 'react-router';
import { requireMember } from '../../../session.ts';
import { plural } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import { orProblemPage } from '../../app/page-problem.ts';
import settings from '../settings.module.css';
import type { Route } from './+types/compare';
import { CodeSection, Sentences } from './code-section.tsx';
import { comparedRefs } from './compared-refs.ts';
import { manifestChanges } from './manifest-changes.ts';
import classes from './plugins.module.css';
import { useVersionTrial } from './use-version-trial.ts';
import { grantInWords } from './words.ts';

export async function loader({ context, request, params: { plugin: pluginId } }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  const asked = new URL(request.url).searchParams;
  const deps = { db: services.db.app, trials: services.trials };
  const comparison = await orProblemPage(compareVersions(deps, { scope, ...comparedRefs(pluginId, asked) }));
  const { installation } = await orProblemPage(getPlugin(deps, { scope, pluginId }));
  return { comparison, query: asked.toString(), installation, may: whyNot(scope.actor, 'plugins.manage') };
}

/** Comparing again is for who asks for it: news of captures alone do not. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  currentUrl.href !== nextUrl.href || formMethod !== undefined ? defaultShouldRevalidate : false;

export const meta: Route.MetaFunction = () => [{ title: 'What changes · Readout' }];

export default function Compare({ loaderData }: Route.ComponentProps) {
  const { comparison, query, installation, may } = loaderData;
  const { from, to, code } = comparison;
  const { permissions, others } = manifestChanges(from.manifest, to.manifest);
  const asked = askedAnew(from.manifest, to.manifest);
  const canRun = to.state === 'published' && to.manifest.kind === 'reader';
  const runsAlready = installation?.installedVersion === to.version && installation.source === to.source;
  return (
    <>
      <p className={classes.back}>
        <Link to="/settings/plugins">Plugins</Link> /{' '}
        <Link to={`/settings/plugins/${to.pluginId}`}>{to.manifest.name}</Link>
      </p>
      <h1 className={page.title}>
        {from.version} to {to.version}
      </h1>
      <p className={page.lead}>
        What changes if your company moves {to.manifest.name} from the one version to the other. Nothing is
        switched by looking.
      </p>
      {runsAlready && installation?.previous ? (
        <Form method="post" action={`/settings/plugins/${to.pluginId}`} className={classes.actions}>
          <input type="hidden" name="plugin" value={to.pluginId} />
          <input type="hidden" name="revision" value={installation.revision} />
          <div className={classes.buttons}>
            <p className={classes.step}>
              <span className={classes.state} data-on="true">
                {to.version} runs now
              </span>
            </p>
            {may.allowed ? (
              <Button type="submit" name="intent" value="roll-back" variant="default">
                Back to {installation.previous.version}
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
          <div className={classes.buttons}>
            <Button type="submit" name="intent" value="update">
              Use {to.version}
            </Button>
          </div>
        </Form>
      ) : null}
      <section className={settings.section} aria-labelledby="permissions">
        <h2 id="permissions">What it may do</h2>
        {permissions.length === 0 ? <p>The same as before.</p> : <Sentences sentences={permissions} />}
      </section>
      <Results comparison={comparison} query={query} />
      <section className={settings.section} aria-labelledby="declared">
        <h2 id="declared">What it says about itself</h2>
        {others.length === 0 ? (
          <p>Records, fields and settings are the same.</p>
        ) : (
          <Sentences sentences={others} />
        )}
        <p>
          On its own fixtures: {accuracyInWords(from)} as {from.version}, {accuracyInWords(to)} as{' '}
          {to.version}.
        </p>
        {to.notes ? <p className={classes.notes}>{to.notes}</p> : null}
      </section>
      <CodeSection code={code} />
    </>
  );
}

/** What the other version is given beyond what this one was: switched to only by who says so. */
function Granting({ asked }: { asked: Grant }) {
  if (isNothing(asked)) return null;
  return (
    <div className={classes.reserved}>
      {asked.reads.map((each) => (
        <input key={each} type="hidden" name="grant-reads" value={each} />
      ))}
      {asked.hosts.map((each) => (
        <input key={each} type="hidden" name="grant-hosts" value={each} />
      ))}
      <p className={classes.permission}>It asks for more than the version that runs.</p>
      <Sentences sentences={grantInWords(asked)} />
      <Checkbox name="grant" value="yes" label="Allow this" required />
    </div>
  );
}

const accuracyInWords = ({ accuracy }: StoredVersion): string =>
  accuracy && accuracy.fixtures > 0 ? `right on ${accuracy.passed} of ${accuracy.fixtures}` : 'not measured';

type Comparison = Route.ComponentProps['loaderData']['comparison'];

function Results({ comparison, query }: { comparison: Comparison; query: string }) {
  const { from, to } = comparison;
  const { done, results, failure } = useVersionTrial(to.pluginId, query);
  const wanted = results?.wanted ?? comparison.wanted;
  return (
    <section className={settings.section} aria-labelledby="results">
      <h2 id="results">On your captures</h2>
      {results || failure || wanted === 0 ? null : (
        <>
          <Progress
            value={(done / wanted) * 100}
            aria-label="Captures both versions were run on"
            className={classes.trialProgress ?? ''}
          />
          <p>
            Both versions run on your newest {plural(wanted, 'page')}: {done} of {wanted} done.
          </p>
        </>
      )}
      <p role="status">
        {failure ? (
          <>Both versions could not be run: {failure} Load the page again to try once more.</>
        ) : wanted === 0 ? (
          'No data yet: your company has no capture that was read.'
        ) : results ? (
          resultsInWords(results)
        ) : null}
      </p>
      {results?.changed.map((capture) => (
        <Changed key={capture.captureId} capture={capture} from={from} to={to} />
      ))}
    </section>
  );
}

function resultsInWords({ wanted, tried, concerned, changed }: VersionResults): string {
  const isWhole = tried === wanted;
  const run = `Both versions were run on ${isWhole ? '' : `${tried} of `}your newest ${plural(wanted, 'page')}${isWhole ? '' : '; there was no time for the others'}.`;
  if (concerned === 0) return `${run} Neither made a record of any.`;
  const outcome =
    changed.length === 0
      ? 'all come out the same'
      : `${changed.length === 1 ? 'one comes' : `${changed.length} come`} out otherwise`;
  return `${run} Records come of ${concerned}, and ${outcome}.`;
}

function Changed({ capture, from, to }: { capture: ChangedCapture; from: StoredVersion; to: StoredVersion }) {
  const { failure } = capture;
  return (
    <div className={classes.changed}>
      <h3>
        <Link to={`/app/${capture.captureId}`}>{capture.name}</Link>
        {capture.pageCount > 1 ? `, page ${capture.pageNumber}` : ''}
      </h3>
      {failure.from ? (
        <p className={classes.problem}>
          {from.version} failed: {failure.from}
        </p>
      ) : null}
      {failure.to ? (
        <p className={classes.problem}>
          {to.version} fails: {failure.to}
        </p>
      ) : null}
      {capture.changes.length > 0 ? (
        <div className={classes.scroll}>
          <table className={classes.changes}>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">{from.version}</th>
                <th scope="col">{to.version}</th>
              </tr>
            </thead>
            <tbody>
              {capture.changes.map((change, index) => (
                // The same field of several records of one type stands here once for each.
                // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes order
                <tr key={index}>
                  <th scope="row">{labelOf(change, from, to)}</th>
                  <td>{shown(change.from)}</td>
                  <td>{shown(change.to)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </div>
  );
}

function labelOf(change: FieldChange, ...versions: StoredVersion[]): string {
  for (const { manifest } of versions.toReversed()) {
    const record = manifest.records.find(({ type }) => type === change.record);
    const field = record?.fields.find(({ name }) => name === change.field);
    if (field) return field.label;
  }
  return change.field;
}

const maxShown = 300;

function shown(value: FieldChange['from']): string {
  if (value === undefined) return '–';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}
