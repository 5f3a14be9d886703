import { countWaitingVersions } from '@readout/domain/platform/count-waiting-versions';
import { NavLink, Outlet } from 'react-router';
import { requirePlatform } from '../../session.ts';
import { FailureMessage } from '../../shell/page-failure.tsx';
import { plural, wholeNumber } from '../../ui/numbers.ts';
import { orProblemPage } from '../app/page-problem.ts';
import type { Route } from './+types/plugin-tabs';
import classes from './plugin-tabs.module.css';
import { useMay } from './use-may.ts';

/** Around every page about plugins; each demands the role itself too: loaders run side by side. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  return {
    waiting: await orProblemPage(countWaitingVersions({ platform: services.db.platform }, { actor })),
  };
}

export default function PluginTabs({ loaderData: { waiting } }: Route.ComponentProps) {
  const may = useMay();
  return (
    <>
      <nav className={classes.tabs} aria-label="Plugins">
        <NavLink to="/admin/plugin" end>
          Plugins
        </NavLink>
        <NavLink to="/admin/plugin/review">
          Review
          {waiting > 0 ? (
            <>
              {' '}
              <span className={classes.count} title={`${plural(waiting, 'version waits', 'versions wait')}`}>
                {wholeNumber(waiting)}
                <span className={classes.spoken}> waiting</span>
              </span>
            </>
          ) : null}
        </NavLink>
        <NavLink to="/admin/plugin/keys">Keys</NavLink>
        {may('plugins.change') ? <NavLink to="/admin/plugin/upload">Upload</NavLink> : null}
      </nav>
      <Outlet />
    </>
  );
}

/** The tabs stay where a page below fails. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FailureMessage error={error} />;
}
