import type { Action } from '@readout/domain/policy';
import { rolesThatMay } from '@readout/domain/policy';
import { NavLink, Outlet, useLocation } from 'react-router';
import { requireSession } from '../../session.ts';
import { IconChevronDown } from '../../ui/icons.ts';
import page from '../../ui/page.module.css';
import type { Route } from './+types/layout';
import classes from './settings.module.css';

interface Entry {
  to: string;
  label: string;
  /** Who may, for who may not; empty: one may. */
  reserved: string;
}

const own = [
  { to: '/settings/account', label: 'Account' },
  { to: '/settings/security', label: 'Security' },
  { to: '/settings/notifications', label: 'Notifications' },
];
const company: { to: string; label: string; action: Action }[] = [
  { to: '/settings/company', label: 'Company', action: 'company.see' },
  { to: '/settings/members', label: 'Members', action: 'company.see' },
  { to: '/settings/plugins', label: 'Plugins', action: 'company.see' },
  { to: '/settings/audit', label: 'Audit', action: 'audit.see' },
];
const plural = { owner: 'Owners', admin: 'Admins', reviewer: 'Reviewers', operator: 'Operators' };

export function loader({ context, request }: Route.LoaderArgs) {
  const { session } = requireSession(context, request);
  const { role } = session;
  const entries: Entry[] = company.map(({ to, label, action }) => {
    const roles = rolesThatMay(action);
    const names = roles.map((each) => plural[each]).toReversed();
    return {
      to,
      label,
      reserved:
        role === null
          ? 'Members of a company'
          : roles.includes(role)
            ? ''
            : names.map((name, index) => (index === 0 ? name : name.toLowerCase())).join(' and '),
    };
  });
  return { company: session.company?.name ?? null, entries };
}

export default function SettingsLayout({ loaderData }: Route.ComponentProps) {
  const { pathname, key } = useLocation();
  const ownEntries = own.map((entry) => ({ ...entry, reserved: '' }));
  const current = [...ownEntries, ...loaderData.entries].find(({ to }) => pathname.startsWith(to));
  const links = (
    <>
      <Group heading="You" entries={ownEntries} />
      <Group heading={loaderData.company ?? 'Company'} entries={loaderData.entries} />
    </>
  );
  return (
    <div className={`${page.page} ${classes.page}`}>
      <nav className={classes.nav} aria-label="Settings">
        {links}
      </nav>
      {/* Small screens; a new key closes it after each navigation. */}
      <details className={classes.disclosure} key={key}>
        <summary>
          <span>Settings</span> {current?.label ?? ''}
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </summary>
        <nav aria-label="Settings">{links}</nav>
      </details>
      <div className={classes.content}>
        <Outlet />
      </div>
    </div>
  );
}

function Group({ heading, entries }: { heading: string; entries: Entry[] }) {
  return (
    <div className={classes.group}>
      <p className={classes.heading} dir="auto" title={heading}>
        {heading}
      </p>
      <ul>
        {entries.map(({ to, label, reserved }) => (
          <li key={to}>
            {reserved ? (
              <span className={classes.reserved}>
                {label}
                <small>{reserved}</small>
              </span>
            ) : (
              <NavLink to={to}>{label}</NavLink>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
