import { NavLink, Outlet } from 'react-router';
import { requirePlatformAdmin } from '../../session.ts';
import page from '../../ui/page.module.css';
import { FailureMessage } from '../../ui/page-failure.tsx';
import type { Route } from './+types/layout';
import classes from './admin.module.css';

/** Each page below demands the role itself too: loaders run side by side. */
export function loader({ context, request }: Route.LoaderArgs) {
  requirePlatformAdmin(context, request);
  return null;
}

export default function AdminLayout() {
  return (
    <div className={page.page}>
      <nav className={classes.nav} aria-label="Administration">
        <NavLink to="/admin" end>
          Health
        </NavLink>
        <NavLink to="/admin/company">Companies</NavLink>
        <NavLink to="/admin/plugin">Plugins</NavLink>
        <NavLink to="/admin/user">Users</NavLink>
        <NavLink to="/admin/outbox">Outbox</NavLink>
        <NavLink to="/admin/audit">Audit</NavLink>
        <NavLink to="/admin/backup">Backup</NavLink>
        <NavLink to="/admin/system">System</NavLink>
      </nav>
      <Outlet />
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <div className={page.page}>
      <FailureMessage error={error} />
    </div>
  );
}
