import { VisuallyHidden } from '@mantine/core';
import { listInstallations } from '@readout/domain/plugins/list-installations';
import { listPluginRequests } from '@readout/domain/plugins/list-plugin-requests';
import { whyNot } from '@readout/domain/policy';
import { Link, type ShouldRevalidateFunctionArgs } from 'react-router';
import { requireMember } from '../../session.ts';
import page from '../../ui/page.module.css';
import { useAnswer } from '../../ui/use-answer.ts';
import { orProblemPage } from '../app/page-problem.ts';
import type { Route } from './+types/plugins';
import { asAnswered } from './plugins/as-answered.ts';
import { Outcome } from './plugins/outcome.tsx';
import { changePlugin } from './plugins/plugin-action.server.ts';
import { PluginRow } from './plugins/plugin-row.tsx';
import classes from './plugins/plugins.module.css';
import { RequestsSection } from './plugins/requests-section.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  const deps = { db: services.db.app };
  return {
    installations: await orProblemPage(listInstallations(deps, { scope })),
    requests: await orProblemPage(listPluginRequests(deps, { scope })),
    may: whyNot(scope.actor, 'plugins.manage'),
    mayMake: whyNot(scope.actor, 'templates.manage').allowed,
    isKeeper: whyNot(scope.actor, 'plugins.manage').roles.includes(scope.actor.role),
  };
}

export const action = ({ context, request }: Route.ActionArgs) => changePlugin({ context, request });

/** What was refused because something changed meanwhile shows what holds now. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate;

export const meta: Route.MetaFunction = () => [{ title: 'Plugins · Readout' }];

export default function Plugins({ loaderData, actionData }: Route.ComponentProps) {
  const { installations, requests, may, mayMake, isKeeper } = loaderData;
  const answer = useAnswer(actionData);
  const installed = installations.filter((each) => each.revision > 0).length;
  const wasMoved = answer?.message === '' && ['up', 'down'].includes(answer.typed.intent);
  const movedTo = wasMoved ? installations.findIndex((each) => each.plugin === answer.typed.plugin) : -1;
  const isOfRow = installations.some((each) => each.plugin === answer?.typed.plugin);
  return (
    <>
      <h1 className={page.title}>Plugins</h1>
      <p className={page.lead}>
        Readers turn what a picture holds into records. They run in this order; where two are equally sure,
        the record of the earlier one comes first. What was read before stays as it is.
      </p>
      {may.allowed ? null : <p className={classes.reserved}>{may.sentence}</p>}
      <nav className={classes.more} aria-label="More about plugins">
        <Link to="/settings/plugins/catalogue">Catalogue</Link>
        {mayMake ? <Link to="/settings/plugins/template/new">Make one by pointing</Link> : null}
        {isKeeper ? (
          <>
            <Link to="/settings/plugins/studio">Studio</Link>
            <Link to="/settings/plugins/upload">Carry in a package</Link>
            <Link to="/settings/plugins/keys">Signing keys</Link>
          </>
        ) : null}
      </nav>
      <Outcome answer={isOfRow && answer?.message ? undefined : answer} />
      <RequestsSection requests={requests} mayDecide={isKeeper} />
      <VisuallyHidden role="status">
        {movedTo >= 0 ? `${installations[movedTo]?.name} is number ${movedTo + 1} of ${installed} now.` : ''}
      </VisuallyHidden>
      <ol className={classes.list} aria-label="Readers, in the order they run">
        {installations.map((installation, index) => (
          <PluginRow
            key={installation.plugin}
            installation={asAnswered(installation, answer)}
            place={{ number: index + 1, isFirst: index === 0, isLast: index >= installed - 1 }}
            may={may}
            isKeeper={isKeeper}
            problem={answer?.typed.plugin === installation.plugin ? answer.message : ''}
          />
        ))}
      </ol>
    </>
  );
}
