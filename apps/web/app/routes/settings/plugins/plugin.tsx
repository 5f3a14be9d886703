import { Button } from '@mantine/core';
import { getPlugin } from '@readout/domain/plugins/get-plugin';
import type { Installation } from '@readout/domain/plugins/list-installations';
import { listPluginRequests } from '@readout/domain/plugins/list-plugin-requests';
import type { StoredVersion } from '@readout/domain/plugins/plugin-versions';
import { previewAutoConfirm } from '@readout/domain/plugins/preview-auto-confirm';
import { type Permission, whyNot } from '@readout/domain/policy';
import type { ReactNode } from 'react';
import { Form, Link, type ShouldRevalidateFunctionArgs } from 'react-router';
import { requireMember } from '../../../session.ts';
import page from '../../../ui/page.module.css';
import { useAnswer } from '../../../ui/use-answer.ts';
import { orProblemPage } from '../../app/page-problem.ts';
import settings from '../settings.module.css';
import { MeasureAgain } from '../studio/measure-again.tsx';
import type { Route } from './+types/plugin';
import { AccuracySection } from './accuracy.tsx';
import { Ask } from './ask.tsx';
import { AutoConfirmSection } from './auto-confirm-section.tsx';
import { Outcome } from './outcome.tsx';
import { changePlugin } from './plugin-action.server.ts';
import classes from './plugins.module.css';
import { SamplePicture } from './sample-picture.tsx';
import { SettingsSection } from './settings-section.tsx';
import { compareAddress, VersionsSection } from './versions-section.tsx';
import { permissionsInWords, readsInWords } from './words.ts';

export async function loader({ context, request, params: { plugin: pluginId } }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  const deps = { db: services.db.app };
  const may = whyNot(scope.actor, 'plugins.manage');
  const isKeeper = may.roles.includes(scope.actor.role);
  const detail = await orProblemPage(getPlugin(deps, { scope, pluginId }));
  const requests = isKeeper ? [] : await orProblemPage(listPluginRequests(deps, { scope }));
  return {
    ...detail,
    pluginId,
    may,
    isKeeper,
    isRequested: requests.some((each) => each.plugin === pluginId && each.decision === null),
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

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const { versions, pluginId } = (loaderData ?? {}) as Partial<Route.ComponentProps['loaderData']>;
  return [{ title: `${versions?.[0]?.manifest.name ?? pluginId ?? 'Plugin'} · Readout` }];
};

/** The one that runs, else the one that would be installed, else the newest. */
function shownVersion(versions: StoredVersion[], installation: Installation | undefined) {
  return (
    versions.find(
      (each) => each.source === installation?.source && each.version === installation.installedVersion,
    ) ??
    versions.find((each) => each.state === 'published') ??
    versions[0]
  );
}

export default function Plugin({ loaderData, actionData }: Route.ComponentProps) {
  const { versions, installation, blocks, pluginId, may, isKeeper, isRequested, trials } = loaderData;
  const answer = useAnswer(actionData);
  const shown = shownVersion(versions, installation);
  const blocked = new Map(blocks.map((block) => [block.version, block.reason]));
  const stopped = installation
    ? installation.blocked?.reason
    : (blocked.get('*') ?? blocked.get(shown?.version ?? ''));
  // What a refused form says is said beside its field.
  const isOfField =
    answer?.typed.intent === 'auto-confirm' || Object.keys(answer?.fields ?? {}).length > 0
      ? answer?.message !== ''
      : false;
  const formKey = answer?.message ? 'refused' : installation?.revision;
  return (
    <>
      <p className={classes.back}>
        <Link to="/settings/plugins">Plugins</Link>
      </p>
      <h1 className={page.title}>{shown?.manifest.name ?? installation?.name ?? pluginId}</h1>
      <p className={page.lead}>{shown?.manifest.description ?? installation?.description}</p>
      {stopped ? (
        <p className={classes.blocked}>Whoever runs this Readout stopped it everywhere: {stopped}</p>
      ) : null}
      {installation?.isDeprecated ? (
        <p className={classes.reserved}>
          Version {installation.installedVersion} is no longer offered. It still runs here; move to a newer
          one below.
        </p>
      ) : null}
      {shown ? (
        <Head shown={shown} installation={installation} may={may} isBlocked={stopped !== undefined}>
          {isKeeper || installation || shown.manifest.kind !== 'reader' || stopped ? null : (
            <Ask plugin={pluginId} isRequested={isRequested} />
          )}
        </Head>
      ) : null}
      <Outcome answer={isOfField ? undefined : answer} />
      {shown ? <About shown={shown} /> : null}
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
      <VersionsSection
        plugin={pluginId}
        versions={versions}
        installation={installation}
        blocked={blocked}
        may={may}
      />
    </>
  );
}

interface HeadProps {
  shown: StoredVersion;
  installation: Installation | undefined;
  may: Permission;
  isBlocked: boolean;
  children: ReactNode;
}

/** What can be done with it as it stands, in one click each. */
function Head({ shown, installation, may, isBlocked, children }: HeadProps) {
  const { pluginId } = shown;
  const hasUpdate = installation !== undefined && installation.installedVersion !== installation.version;
  return (
    <div className={classes.actions}>
      {may.allowed ? (
        <Form method="post" preventScrollReset className={classes.buttons}>
          <input type="hidden" name="plugin" value={pluginId} />
          <input type="hidden" name="revision" value={installation?.revision ?? 0} />
          <input type="hidden" name="source" value={installation?.source ?? shown.source} />
          <input type="hidden" name="version" value={installation?.version ?? shown.version} />
          {installation ? (
            <>
              {hasUpdate ? (
                <Button type="submit" name="intent" value="update">
                  Update to {installation.version}
                </Button>
              ) : null}
              {hasUpdate ? (
                <Button
                  component={Link}
                  to={compareAddress(installation, {
                    source: installation.source,
                    version: installation.version,
                  })}
                  variant="default"
                >
                  What changes
                </Button>
              ) : null}
              {installation.previous ? (
                <Button type="submit" name="intent" value="roll-back" variant="default">
                  Back to {installation.previous.version}
                </Button>
              ) : null}
              <Button
                type="submit"
                name="intent"
                value={installation.isEnabled ? 'disable' : 'enable'}
                variant="default"
              >
                Switch {installation.isEnabled ? 'off' : 'on'}
              </Button>
              <Button type="submit" name="intent" value="uninstall" variant="default">
                Uninstall
              </Button>
            </>
          ) : shown.manifest.kind === 'reader' && shown.state === 'published' && !isBlocked ? (
            <Button type="submit" name="intent" value="install">
              Install {shown.version}
            </Button>
          ) : null}
        </Form>
      ) : (
        <p className={classes.reserved}>{may.sentence}</p>
      )}
      {shown.manifest.kind === 'reader' ? null : (
        <p className={classes.reserved}>
          Sending to other systems comes with deliveries; until then only readers can be installed.
        </p>
      )}
      {children}
    </div>
  );
}

/** What it reads and makes, and what it may do. */
function About({
  shown: { manifest, publisher, isFirstParty, version, source, pluginId },
}: {
  shown: StoredVersion;
}) {
  return (
    <section className={settings.section} aria-labelledby="about">
      <h2 id="about">What it does</h2>
      <dl className={settings.facts}>
        {manifest.reads.length > 0 ? (
          <>
            <dt>Reads</dt>
            <dd>
              {readsInWords(manifest.reads)}
              {manifest.fallback ? ', where no other reader made a record' : ''}
            </dd>
          </>
        ) : null}
        {manifest.records.map((record) => (
          <Makes key={record.type} label={record.label} fields={record.fields.map((each) => each.label)} />
        ))}
        {manifest.accepts.length > 0 ? (
          <>
            <dt>Sends</dt>
            <dd>{manifest.accepts.includes('*') ? 'any record' : manifest.accepts.join(', ')}</dd>
          </>
        ) : null}
        <dt>May do</dt>
        <dd>
          {permissionsInWords(manifest).map((sentence) => (
            <p key={sentence} className={classes.permission}>
              {sentence}
            </p>
          ))}
        </dd>
        <dt>By</dt>
        <dd>
          {publisher}
          {isFirstParty ? ', comes with Readout' : ''}
          {manifest.licence ? `, ${manifest.licence}` : ''}
        </dd>
        <dt>Version</dt>
        <dd>{version}</dd>
      </dl>
      {manifest.records.length > 0 ? (
        <figure className={classes.figure}>
          <SamplePicture
            plugin={pluginId}
            source={source}
            version={version}
            fields={manifest.records.flatMap((record) => record.fields.map((each) => each.label))}
            isLarge
          />
          <figcaption>One of its fixtures; framed is what it is to read of it.</figcaption>
        </figure>
      ) : null}
    </section>
  );
}

function Makes({ label, fields }: { label: string; fields: string[] }) {
  return (
    <>
      <dt>Makes</dt>
      <dd>
        {label} <span className={page.dim}>with {fields.join(', ')}</span>
      </dd>
    </>
  );
}
