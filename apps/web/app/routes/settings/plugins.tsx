import { changeInstallation, type InstallationChange } from '@readout/domain/plugins/change-installation';
import { listInstallations } from '@readout/domain/plugins/list-installations';
import { type AutoConfirmTrial, previewAutoConfirm } from '@readout/domain/plugins/preview-auto-confirm';
import { whyNot } from '@readout/domain/policy';
import { Link, type ShouldRevalidateFunctionArgs } from 'react-router';
import { requireMember } from '../../session.ts';
import page from '../../ui/page.module.css';
import { orProblemPage } from '../app/page-problem.ts';
import { refused } from '../auth/problem.tsx';
import type { Route } from './+types/plugins';
import { PluginCard } from './plugins/plugin-card.tsx';
import classes from './plugins/plugins.module.css';
import { parsePercent } from './plugins/trial.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  const deps = { db: services.db.app };
  const may = whyNot(scope.actor, 'plugins.manage');
  const installations = await orProblemPage(listInstallations(deps, { scope }));
  const trials: Record<string, AutoConfirmTrial[]> = {};
  // Who may not set the rule is not told what it would have done; the use case refuses them, too.
  if (may.roles.includes(scope.actor.role))
    for (const { plugin } of installations)
      trials[plugin] = await orProblemPage(previewAutoConfirm(deps, { scope, pluginId: plugin }));
  return { installations, trials, may, role: scope.actor.role };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, scope } = requireMember(context, request);
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '');
  const pluginId = text('plugin');
  const intent = text('intent');
  const typed = { plugin: pluginId, intent, percent: text('percent') };
  const change: InstallationChange =
    intent === 'auto-confirm'
      ? { autoConfirm: parsePercent(typed.percent) }
      : intent === 'never-auto-confirm'
        ? { autoConfirm: null }
        : intent === 'up' || intent === 'down'
          ? { move: intent }
          : { enabled: intent === 'enable' };
  try {
    await changeInstallation(
      { db: services.db.app },
      { scope, pluginId, revision: Number(text('revision')), change },
    );
    return { message: '', code: '', typed };
  } catch (error) {
    return refused(error, typed);
  }
}

/** What was refused because something changed meanwhile shows what holds now. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate;

export const meta: Route.MetaFunction = () => [{ title: 'Plugins · Readout' }];

export default function Plugins({ loaderData, actionData }: Route.ComponentProps) {
  const { installations, trials, may, role } = loaderData;
  const installed = installations.filter((each) => each.revision > 0).length;
  return (
    <>
      <h1 className={page.title}>Plugins</h1>
      <p className={page.lead}>
        Readers turn what a picture holds into records. They run in this order; where two are equally sure,
        the record of the earlier one comes first. What was read before stays as it is.
      </p>
      {may.allowed ? <Link to="/settings/plugins/studio">Write a reader in the studio</Link> : null}
      {may.allowed ? null : <p className={classes.reserved}>{may.sentence}</p>}
      {may.roles.includes(role) ? (
        <nav className={classes.more} aria-label="More about plugins">
          <Link to="/settings/plugins/upload">Carry in a package</Link>
          <Link to="/settings/plugins/keys">Signing keys</Link>
        </nav>
      ) : null}
      <ol className={classes.cards} aria-label="Readers, in the order they run">
        {installations.map((installation, index) => (
          <PluginCard
            key={installation.plugin}
            installation={installation}
            place={{ isFirst: index === 0, isLast: index >= installed - 1 }}
            trials={trials[installation.plugin]}
            may={may}
            answer={actionData?.typed.plugin === installation.plugin ? actionData : undefined}
          />
        ))}
      </ol>
    </>
  );
}
