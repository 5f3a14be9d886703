import { countWaitingVersions } from '@readout/domain/platform/count-waiting-versions';
import { NavLink, Outlet } from 'react-router';
import { requirePlatformAdmin } from '../../session.ts';
import { wholeNumber } from '../../ui/numbers.ts';
import { FailureMessage } from '../../ui/page-failure.tsx';
import { plural } from '../app/wording.ts';
import type { Route } from './+types/plugin-tabs';
import classes from './plugin-tabs.module.css';

/** Around every page about plugins; each demands the role itself too: loaders run side by side. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatformAdmin(context, request);
  return { waiting: await countWaitingVersions({ platform: services.db.platform }, { actor }) };
}

export default function PluginTabs({ loaderData: { waiting } }: Route.ComponentProps) {
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
        <NavLink to="/admin/plugin/upload">Upload</NavLink>
      </nav>
      <Outlet />
    </>
  );
}

/** The tabs stay where a page below fails. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FailureMessage error={error} />;
}
