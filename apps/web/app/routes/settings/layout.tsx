import { VisuallyHidden } from '@mantine/core';
import { countPluginNews, type PluginNews } from '@readout/domain/plugins/count-plugin-news';
import { type Action, rolesThatMay, whyNot } from '@readout/domain/policy';
import { NavLink, Outlet, useLocation } from 'react-router';
import { clientAddressContext } from '../../../server/request/context.ts';
import { isMember, owesSecondFactor, scopeOf } from '../../../server/request/scope-of.ts';
import { requireSession } from '../../session.ts';
import { IconChevronDown } from '../../ui/icons.ts';
import { plural } from '../../ui/numbers.ts';
import page from '../../ui/page.module.css';
import type { Route } from './+types/layout';
import classes from './settings.module.css';

interface Entry {
  to: string;
  label: string;
  /** Who may, for who may not; empty: one may. */
  reserved: string;
  /** How many things wait there, and what they are. */
  waiting?: { count: number; what: string };
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
  { to: '/settings/api-keys', label: 'API keys', action: 'api_keys.manage' },
  { to: '/settings/audit', label: 'Audit', action: 'audit.see' },
];
const namesOf = { owner: 'Owners', admin: 'Admins', reviewer: 'Reviewers', operator: 'Operators' };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, session } = requireSession(context, request);
  const { role } = session;
  const scope =
    isMember(session) && !owesSecondFactor(session)
      ? scopeOf(session, context.get(clientAddressContext))
      : undefined;
  const news =
    scope && whyNot(scope.actor, 'plugins.manage').allowed
      ? await countPluginNews({ db: services.db.app }, { scope })
      : undefined;
  const entries: Entry[] = company.map(({ to, label, action }) => {
    const roles = rolesThatMay(action);
    const names = roles.map((each) => namesOf[each]).toReversed();
    return {
      to,
      label,
      ...(to === '/settings/plugins' && news ? waitingOf(news) : {}),
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

function waitingOf({ updates, blocked, requests }: PluginNews): Pick<Entry, 'waiting'> {
  const count = updates + blocked + requests;
  if (count === 0) return {};
  const parts = [
    updates > 0 ? plural(updates, 'update') : '',
    blocked > 0 ? `${blocked} blocked` : '',
    requests > 0 ? plural(requests, 'request') : '',
  ];
  return { waiting: { count, what: parts.filter(Boolean).join(', ') } };
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
        {entries.map(({ to, label, reserved, waiting }) => (
          <li key={to}>
            {reserved ? (
              <span className={classes.reserved}>
                {label}
                <small>{reserved}</small>
              </span>
            ) : (
              <NavLink to={to}>
                {label}
                {waiting ? (
                  <span className={classes.waiting} title={waiting.what}>
                    <span aria-hidden>{waiting.count}</span>
                    <VisuallyHidden>, {waiting.what}</VisuallyHidden>
                  </span>
                ) : null}
              </NavLink>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
