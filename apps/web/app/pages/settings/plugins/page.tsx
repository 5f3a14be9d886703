import { VisuallyHidden } from '@mantine/core';
import { listInstallations } from '@readout/domain/plugins/list-installations';
import { listPluginRequests } from '@readout/domain/plugins/list-plugin-requests';
import { isAllowed, rolesThatMay, whyNot } from '@readout/domain/policy';
import { Link, type ShouldRevalidateFunctionArgs } from 'react-router';
import { currentLocale } from '../../../../server/request/locale.ts';
import { doneOf } from '../../../forms/answer.ts';
import { useAnswer } from '../../../forms/use-answer.ts';
import classes from '../../../plugins/plugins.module.css';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requireMember } from '../../../session.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import { Lines, Row } from '../../../ui/layout.tsx';
import page from '../../../ui/page.module.css';
import { useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';
import { asAnswered } from './as-answered.ts';
import { Outcome } from './outcome.tsx';
import { changePlugin } from './plugin-action.server.ts';
import { PluginRow } from './plugin-row.tsx';
import { RequestsSection } from './requests-section.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  const deps = { db: services.db.app };
  return {
    installations: await orProblemPage(listInstallations(deps, { scope, locale: currentLocale() })),
    requests: await orProblemPage(listPluginRequests(deps, { scope })),
    may: whyNot(scope.actor, 'plugins.manage', currentLocale()),
    mayMake: isAllowed(scope.actor, 'templates.manage'),
    isKeeper: rolesThatMay('plugins.manage').includes(scope.actor.role),
  };
}

export const action = ({ context, request }: Route.ActionArgs) => changePlugin({ context, request });

/** What was refused because something changed meanwhile shows what holds now. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate;

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'settings.plugins.title');

export default function Plugins({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const { installations, requests, may, mayMake, isKeeper } = loaderData;
  const answer = useAnswer(actionData);
  const installed = installations.filter((each) => each.revision > 0).length;
  const moved = doneOf(answer, 'up', 'down');
  const movedTo = moved ? installations.findIndex((each) => each.plugin === moved.plugin) : -1;
  const problem = answer?.problem;
  const isOfRow = installations.some((each) => each.plugin === problem?.typed.plugin);
  return (
    <>
      <h1 className={page.title}>{text('settings.plugins.title')}</h1>
      <p className={page.lead}>{text('settings.plugins.lead')}</p>
      {may.allowed ? null : <p className={classes.reserved}>{may.sentence}</p>}
      <Row as="nav" gap="4px 20px" size={14} above={12} aria-label={text('settings.plugins.more')}>
        <Link to="/settings/plugins/catalogue">{text('settings.plugins.catalogue')}</Link>
        {mayMake ? (
          <Link to="/settings/plugins/template/new">{text('settings.plugins.by_pointing')}</Link>
        ) : null}
        {isKeeper ? (
          <>
            <Link to="/settings/plugins/studio">{text('settings.plugins.studio')}</Link>
            <Link to="/settings/plugins/upload">{text('settings.packages.carry_in')}</Link>
          </>
        ) : null}
      </Row>
      <Outcome answer={isOfRow ? undefined : answer} />
      <RequestsSection requests={requests} mayDecide={isKeeper} />
      <VisuallyHidden role="status">
        {movedTo >= 0
          ? text('settings.plugins.moved_to', {
              name: installations[movedTo]?.name ?? '',
              place: movedTo + 1,
              count: installed,
            })
          : ''}
      </VisuallyHidden>
      <Lines as="ol" className={classes.list} aria-label={text('settings.plugins.in_order')}>
        {installations.map((installation, index) => (
          <PluginRow
            key={installation.plugin}
            installation={asAnswered(installation, answer)}
            place={{ number: index + 1, isFirst: index === 0, isLast: index >= installed - 1 }}
            may={may}
            isKeeper={isKeeper}
            problem={problem?.typed.plugin === installation.plugin ? problem.message : ''}
          />
        ))}
      </Lines>
    </>
  );
}
