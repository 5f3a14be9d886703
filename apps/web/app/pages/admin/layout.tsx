import type { PlatformAction } from '@readout/domain/platform-policy';
import { NavLink, Outlet } from 'react-router';
import { requirePlatform } from '../../session.ts';
import { FailureMessage } from '../../shell/page-failure.tsx';
import { PageTabs } from '../../ui/layout.tsx';
import page from '../../ui/page.module.css';
import { useText } from '../../ui/texts.tsx';
import type { Route } from './+types/layout';
import classes from './admin.module.css';
import { useMay } from './use-may.ts';

/** Each page below demands the role itself too: loaders run side by side. */
export function loader({ context, request }: Route.LoaderArgs) {
  requirePlatform(context, request);
  return null;
}

const PAGES = [
  { to: '/admin', name: 'health', needs: 'health.see' },
  { to: '/admin/company', name: 'companies', needs: 'companies.see' },
  { to: '/admin/plugin', name: 'plugins', needs: 'plugins.see' },
  { to: '/admin/user', name: 'users', needs: 'users.see' },
  { to: '/admin/outbox', name: 'outbox', needs: 'outbox.see' },
  { to: '/admin/audit', name: 'audit', needs: 'audit.see' },
  { to: '/admin/backup', name: 'backup', needs: 'backups.see' },
  { to: '/admin/system/model', name: 'models', needs: 'models.see' },
  { to: '/admin/system', name: 'system', needs: 'system.see' },
] as const satisfies readonly { to: string; name: string; needs: PlatformAction }[];

function Navigation() {
  const text = useText();
  const may = useMay();
  const pages = PAGES.filter(({ needs }) => may(needs));
  if (pages.length === 0) return null;
  return (
    <PageTabs className={classes.nav} aria-label={text('admin.nav.label')}>
      {pages.map(({ to, name }) => (
        <NavLink key={to} to={to} end={to === '/admin' || to === '/admin/system'}>
          {text('admin.nav.page', { page: name })}
        </NavLink>
      ))}
    </PageTabs>
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
