import { VisuallyHidden } from '@mantine/core';
import type { CompanyRole } from '@readout/domain/actor';
import { countPluginNews, type PluginNews } from '@readout/domain/plugins/count-plugin-news';
import { type Action, isAllowed, rolesThatMay } from '@readout/domain/policy';
import type { TextValues } from '@readout/texts';
import { NavLink, Outlet, useLocation } from 'react-router';
import { clientAddressContext } from '../../../server/http/context.ts';
import { currentLocale } from '../../../server/request/locale.ts';
import { isMember, owesSecondFactor, scopeOf } from '../../../server/request/scope-of.ts';
import { requireSession } from '../../session.ts';
import { IconChevronDown } from '../../ui/icons.ts';
import page from '../../ui/page.module.css';
import classes from '../../ui/settings.module.css';
import { type SayText, textsIn, useText } from '../../ui/texts.tsx';
import type { Route } from './+types/layout';

interface Entry {
  to: string;
  page: SettingsPage;
  /** Who may, for those who may not; empty: one may. */
  reserved: string;
  /** How many things wait there, and what they are. */
  waiting?: { count: number; what: string };
}

type SettingsPage = TextValues['settings.nav.page']['page'];

const own: { to: string; page: SettingsPage }[] = [
  { to: '/settings/account', page: 'account' },
  { to: '/settings/security', page: 'security' },
  { to: '/settings/notifications', page: 'notifications' },
];
const company: { to: string; page: SettingsPage; action: Action }[] = [
  { to: '/settings/company', page: 'company', action: 'company.see' },
  { to: '/settings/members', page: 'members', action: 'company.see' },
  { to: '/settings/plugins', page: 'plugins', action: 'company.see' },
  { to: '/settings/api-keys', page: 'api_keys', action: 'api_keys.manage' },
  { to: '/settings/deliveries', page: 'deliveries', action: 'deliveries.manage' },
  { to: '/settings/exports', page: 'exports', action: 'export_profiles.manage' },
  { to: '/settings/audit', page: 'audit', action: 'audit.see' },
];

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, session } = requireSession(context, request);
  const { role } = session;
  const scope =
    isMember(session) && !owesSecondFactor(session)
      ? scopeOf(session, context.get(clientAddressContext))
      : undefined;
  const news =
    scope && isAllowed(scope.actor, 'plugins.manage')
      ? await countPluginNews({ db: services.db.app }, { scope })
      : undefined;
  const say = textsIn(currentLocale());
  const entries: Entry[] = company.map(({ to, page: shown, action }) => {
    const roles = rolesThatMay(action);
    return {
      to,
      page: shown,
      ...(to === '/settings/plugins' && news ? waitingOf(news, say) : {}),
      reserved:
        role === null
          ? say('settings.nav.reserved', { roles: 'none' })
          : roles.includes(role)
            ? ''
            : whoMay(roles, say),
    };
  });
  return { company: session.company?.name ?? null, entries };
}

function whoMay(roles: readonly CompanyRole[], say: SayText): string {
  if (roles.includes('reviewer')) return say('settings.nav.reserved', { roles: 'owner_admin_reviewer' });
  return say('settings.nav.reserved', { roles: roles.includes('admin') ? 'owner_admin' : 'owner' });
}

function waitingOf({ updates, blocked, requests }: PluginNews, say: SayText): Pick<Entry, 'waiting'> {
  const count = updates + blocked + requests;
  if (count === 0) return {};
  const parts = [
    updates > 0 ? say('settings.nav.updates', { count: updates }) : '',
    blocked > 0 ? say('settings.nav.blocked', { count: blocked }) : '',
    requests > 0 ? say('settings.nav.requests', { count: requests }) : '',
  ];
  return { waiting: { count, what: parts.filter(Boolean).join(', ') } };
}

export default function SettingsLayout({ loaderData }: Route.ComponentProps) {
  const text = useText();
  const labelOf = useLabel();
  const { pathname, key } = useLocation();
  const ownEntries = own.map((entry) => ({ ...entry, reserved: '' }));
  const current = [...ownEntries, ...loaderData.entries].find(({ to }) => pathname.startsWith(to));
  const links = (
    <>
      <Group heading={text('settings.nav.you')} entries={ownEntries} />
      <Group heading={loaderData.company ?? text('settings.nav.company')} entries={loaderData.entries} />
    </>
  );
  return (
    <div className={`${page.page} ${classes.page}`}>
      <nav className={classes.nav} aria-label={text('settings.nav.title')}>
        {links}
      </nav>
      {/* Small screens; a new key closes it after each navigation. */}
      <details className={classes.disclosure} key={key}>
        <summary>
          <span>{text('settings.nav.title')}</span> {current ? labelOf(current.page) : ''}
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </summary>
        <nav aria-label={text('settings.nav.title')}>{links}</nav>
      </details>
      <div className={classes.content}>
        <Outlet />
      </div>
    </div>
  );
}

function Group({ heading, entries }: { heading: string; entries: Entry[] }) {
  const text = useText();
  const labelOf = useLabel();
  return (
    <div className={classes.group}>
      <p className={classes.heading} dir="auto" title={heading}>
        {heading}
      </p>
      <ul>
        {entries.map(({ to, page: shown, reserved, waiting }) => (
          <li key={to}>
            {reserved ? (
              <span className={classes.reserved}>
                {labelOf(shown)}
                <small>{reserved}</small>
              </span>
            ) : (
              <NavLink to={to}>
                {labelOf(shown)}
                {waiting ? (
                  <span className={classes.waiting} title={waiting.what}>
                    <span aria-hidden>{waiting.count}</span>
                    <VisuallyHidden>{text('settings.nav.waiting', { what: waiting.what })}</VisuallyHidden>
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

function useLabel(): (page: SettingsPage) => string {
  const text = useText();
  return (shown) => text('settings.nav.page', { page: shown });
}
