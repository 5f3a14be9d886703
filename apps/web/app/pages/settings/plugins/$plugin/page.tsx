import { getPlugin, type ShownVersion } from '@readout/domain/plugins/get-plugin';
import { getPluginReadme } from '@readout/domain/plugins/get-plugin-readme';
import { getShadow } from '@readout/domain/plugins/get-shadow';
import type { Installation } from '@readout/domain/plugins/list-installations';
import { listPluginRequests } from '@readout/domain/plugins/list-plugin-requests';
import { previewAutoConfirm } from '@readout/domain/plugins/preview-auto-confirm';
import { listSubmissions } from '@readout/domain/plugins/submissions/list-submissions';
import { rolesThatMay, whyNot } from '@readout/domain/policy';
import { Link, type ShouldRevalidateFunctionArgs } from 'react-router';
import { currentLocale } from '../../../../../server/request/locale.ts';
import { isBesideField, problemOf } from '../../../../forms/answer.ts';
import { useAnswer } from '../../../../forms/use-answer.ts';
import { MeasureAgain } from '../../../../plugins/measure-again.tsx';
import classes from '../../../../plugins/plugins.module.css';
import { parseReadme } from '../../../../plugins/readme.server.ts';
import { ReadmeSection } from '../../../../plugins/readme-section.tsx';
import { SubmitSection } from '../../../../plugins/submit-section.tsx';
import { blockInWords, leftInWords, pauseInWords } from '../../../../plugins/words.ts';
import { orProblemPage } from '../../../../problems/page-problem.ts';
import { requireMember } from '../../../../session.ts';
import { pageTitle } from '../../../../texts/page-title.ts';
import { Text } from '../../../../ui/layout.tsx';
import page from '../../../../ui/page.module.css';
import { useText } from '../../../../ui/texts.tsx';
import { AboutSection } from '../about-section.tsx';
import { AccuracySection } from '../accuracy.tsx';
import { asAnswered } from '../as-answered.ts';
import { Ask } from '../ask.tsx';
import { AutoConfirmSection } from '../auto-confirm-section.tsx';
import { Outcome } from '../outcome.tsx';
import { changePlugin } from '../plugin-action.server.ts';
import { PluginHead } from '../plugin-head.tsx';
import { RequestsSection } from '../requests-section.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { ShadowSection } from '../shadow-section.tsx';
import { VersionsSection } from '../versions-section.tsx';
import type { Route } from './+types/page';

export async function loader({ context, request, params: { plugin: pluginId } }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  const deps = { db: services.db.app };
  const may = whyNot(scope.actor, 'plugins.manage', currentLocale());
  const isKeeper = may.roles.includes(scope.actor.role);
  const detail = await orProblemPage(getPlugin(deps, { scope, pluginId, locale: currentLocale() }));
  const shown = shownVersion(detail.versions, detail.installation);
  const requests = await orProblemPage(listPluginRequests(deps, { scope }));
  const maySubmit = rolesThatMay('templates.manage').includes(scope.actor.role);
  return {
    ...detail,
    shown,
    submissions: maySubmit ? await orProblemPage(listSubmissions(deps, { scope, pluginId })) : [],
    ownVersions: maySubmit
      ? detail.versions.filter(({ source }) => source === 'company').map(({ version }) => version)
      : [],
    pluginId,
    may,
    isKeeper,
    requests: requests.filter((each) => each.plugin === pluginId),
    readme: shown
      ? parseReadme(
          await orProblemPage(getPluginReadme({ ...deps, readmes: services.readmes }, { scope, ref: shown })),
        )
      : [],
    shadowed:
      isKeeper && detail.installation?.shadow
        ? await orProblemPage(getShadow(deps, { scope, pluginId }))
        : null,
    // Who may not set the rule is not told what it would have done; the use case refuses them, too.
    trials:
      isKeeper && detail.installation
        ? await orProblemPage(previewAutoConfirm(deps, { scope, pluginId }))
        : [],
  };
}

export const action = ({ context, request }: Route.ActionArgs) => changePlugin({ context, request });

/** What was refused because something changed meanwhile shows what holds now. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { versions, pluginId } = (loaderData ?? {}) as Partial<Route.ComponentProps['loaderData']>;
  const name = versions?.[0]?.manifest.name ?? pluginId;
  return name ? [{ title: `${name} · Readout` }] : pageTitle(matches, 'settings.plugins.a_plugin');
};

/** The one that runs, else the one that would be installed, else the newest. */
function shownVersion(versions: ShownVersion[], installation: Installation | undefined) {
  return (
    versions.find(
      (each) => each.source === installation?.source && each.version === installation.installedVersion,
    ) ??
    versions.find((each) => each.state === 'published') ??
    versions[0]
  );
}

export default function Plugin({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const { versions, shown, pluginId, may, isKeeper, requests, readme, trials } = loaderData;
  const answer = useAnswer(actionData);
  const installation = loaderData.installation && asAnswered(loaderData.installation, answer);
  const used = versions.find(
    (each) => each.source === installation?.source && each.version === installation.installedVersion,
  );
  const isOpen = requests.some((each) => each.decision === null);
  const stopped = installation
    ? installation.blocked
    : shown?.block
      ? { reason: shown.block.reason, isWhole: shown.source === 'catalogue' && shown.block.version === '*' }
      : null;
  // What a refused form says is said beside its field.
  const problem = answer?.problem;
  const isOfField =
    problemOf(answer, 'auto-confirm') !== undefined || (problem !== undefined && isBesideField(problem));
  const outdated = {
    version: installation?.installedVersion ?? '',
    other: installation?.update ? ('yes' as const) : ('none' as const),
  };
  // Drawn again with what was loaded, never with the answer alone.
  const formKey = problem ? 'refused' : loaderData.installation?.revision;
  return (
    <>
      <Text size={14} below={4}>
        <Link to="/settings/plugins">{text('settings.plugins.title')}</Link>
      </Text>
      <h1 className={page.title} dir="auto">
        {shown?.manifest.name ?? installation?.name ?? pluginId}
      </h1>
      <p className={page.lead} dir="auto">
        {shown?.manifest.description ?? installation?.description}
      </p>
      {stopped ? (
        <div className={classes.blocked}>
          <p>{blockInWords(stopped, installation?.installedVersion ?? shown?.version ?? null, text)}</p>
          {installation ? (
            <p>
              {text('settings.plugins.read_without')}{' '}
              {installation.update
                ? text('settings.plugins.other_not_stopped', { version: installation.update.version })
                : text('settings.plugins.runs_again')}
            </p>
          ) : null}
        </div>
      ) : null}
      {installation?.paused && installation.isEnabled && !stopped ? (
        <p className={classes.reserved}>{pauseInWords(installation.paused, text)}</p>
      ) : null}
      {installation?.left ? (
        <p className={classes.reserved}>
          {leftInWords(installation.left.version, installation.installedVersion, text)}
        </p>
      ) : null}
      {installation?.isDeprecated ? (
        <p className={classes.reserved}>
          {used?.deprecationNote
            ? text('settings.plugins.not_offered_note', { ...outdated, note: used.deprecationNote })
            : text('settings.plugins.not_offered', outdated)}
        </p>
      ) : null}
      {shown ? (
        <PluginHead shown={shown} installation={installation} may={may} isBlocked={stopped !== null}>
          {isKeeper || installation || shown.manifest.kind !== 'reader' || stopped ? null : (
            <Ask plugin={pluginId} isRequested={isOpen} />
          )}
        </PluginHead>
      ) : null}
      <Outcome answer={isOfField ? undefined : answer} />
      {isKeeper && isOpen ? <RequestsSection requests={requests} mayDecide /> : null}
      {installation?.shadow && loaderData.shadowed ? (
        <ShadowSection
          installation={installation}
          shadow={installation.shadow}
          results={loaderData.shadowed}
          versions={versions}
          may={may}
        />
      ) : null}
      {shown ? <AboutSection shown={shown} /> : null}
      {installation ? (
        <>
          <SettingsSection
            // What somebody else set is shown as soon as it is known; what is being typed stays after a refusal.
            key={`settings ${formKey}`}
            installation={installation}
            may={may}
            answer={answer}
          />
          {isKeeper || installation.autoConfirm !== null ? (
            <AutoConfirmSection
              key={`rule ${formKey}`}
              installation={installation}
              trials={trials}
              may={may}
              answer={answer}
            />
          ) : null}
        </>
      ) : null}
      {shown ? (
        <AccuracySection
          accuracy={shown.accuracy}
          records={shown.manifest.records}
          isOwn={shown.source === 'company'}
        >
          {shown.source === 'company' && may.allowed ? (
            <MeasureAgain pluginId={pluginId} version={shown.version} />
          ) : null}
        </AccuracySection>
      ) : null}
      <ReadmeSection readme={readme} />
      <VersionsSection plugin={pluginId} versions={versions} installation={installation} may={may} />
      <SubmitSection
        plugin={pluginId}
        versions={loaderData.ownVersions}
        submissions={loaderData.submissions}
      />
    </>
  );
}
