import { countWaitingVersions } from '@readout/domain/platform/count-waiting-versions';
import { NavLink, Outlet } from 'react-router';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requirePlatform } from '../../../session.ts';
import { FailureMessage } from '../../../shell/page-failure.tsx';
import { Hidden } from '../../../ui/layout.tsx';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { useMay } from '../use-may.ts';
import type { Route } from './+types/layout';
import classes from './layout.module.css';

/** Around every page about plugins; each demands the role itself too: loaders run side by side. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  return {
    waiting: await orProblemPage(countWaitingVersions({ platform: services.db.platform }, { actor })),
  };
}

export default function PluginTabs({ loaderData: { waiting } }: Route.ComponentProps) {
  const text = useText();
  const may = useMay();
  return (
    <>
      <nav className={classes.tabs} aria-label={text('operation.plugins.title')}>
        <NavLink to="/admin/plugin" end>
          {text('operation.plugins.tab', { tab: 'plugins' })}
        </NavLink>
        <NavLink to="/admin/plugin/review">
          {text('operation.plugins.tab', { tab: 'review' })}
          {waiting > 0 ? (
            <>
              {' '}
              <span
                className={classes.count}
                title={text('operation.plugins.waiting_title', { count: waiting })}
              >
                <FormattedText
                  id="operation.plugins.waiting"
                  values={{
                    count: waiting,
                    hidden: (inside) => <Hidden>{inside}</Hidden>,
                  }}
                />
              </span>
            </>
          ) : null}
        </NavLink>
        <NavLink to="/admin/plugin/keys">{text('operation.plugins.tab', { tab: 'keys' })}</NavLink>
        {may('plugins.change') ? (
          <NavLink to="/admin/plugin/upload">{text('operation.plugins.tab', { tab: 'upload' })}</NavLink>
        ) : null}
      </nav>
      <Outlet />
    </>
  );
}

/** The tabs stay where a page below fails. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FailureMessage error={error} />;
}
