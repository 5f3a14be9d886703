import type { PlatformAction } from '@readout/domain/platform/rules';
import { NavLink, Outlet } from 'react-router';
import { requirePlatform } from '../../session.ts';
import { FailureMessage } from '../../shell/page-failure.tsx';
import page from '../../ui/page.module.css';
import type { Route } from './+types/layout';
import classes from './admin.module.css';
import { useMay } from './use-may.ts';

/** Each page below demands the role itself too: loaders run side by side. */
export function loader({ context, request }: Route.LoaderArgs) {
  requirePlatform(context, request);
  return null;
}

const PAGES: { to: string; label: string; needs: PlatformAction }[] = [
  { to: '/admin', label: 'Health', needs: 'health.see' },
  { to: '/admin/company', label: 'Companies', needs: 'companies.see' },
  { to: '/admin/plugin', label: 'Plugins', needs: 'plugins.see' },
  { to: '/admin/user', label: 'Users', needs: 'users.see' },
  { to: '/admin/outbox', label: 'Outbox', needs: 'outbox.see' },
  { to: '/admin/audit', label: 'Audit', needs: 'audit.see' },
  { to: '/admin/backup', label: 'Backup', needs: 'backups.see' },
  { to: '/admin/system', label: 'System', needs: 'system.see' },
];

function Navigation() {
  const may = useMay();
  const pages = PAGES.filter(({ needs }) => may(needs));
  if (pages.length === 0) return null;
  return (
    <nav className={classes.nav} aria-label="Administration">
      {pages.map(({ to, label }) => (
        <NavLink key={to} to={to} end={to === '/admin'}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

export default function AdminLayout() {
  return (
    <div className={page.page}>
      <Navigation />
      <Outlet />
    </div>
  );
}

/** The pages the viewer may open stay where one below fails. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <div className={page.page}>
      <Navigation />
      <FailureMessage error={error} />
    </div>
  );
}
