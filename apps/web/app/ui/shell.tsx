import { Menu, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form, Link, NavLink, useLocation } from 'react-router';
import { CompanySwitcher } from './company-switcher.tsx';
import { IconChevronDown, IconLogout, IconMenu2, IconUser } from './icons.ts';
import { Wordmark } from './reticle.tsx';
import classes from './shell.module.css';
import { useViewer } from './viewer.ts';

const PAGES = [
  { to: '/app', label: 'Workspace' },
  { to: '/dashboard', label: 'Dashboard' },
  { to: '/camera', label: 'Camera' },
  { to: '/desktop', label: 'Desktop' },
];

/** Header, navigation and main area of every page for signed-in people. */
export function Shell({ children }: { children: ReactNode }) {
  const viewer = useViewer();
  const pages = viewer?.user.role === 'admin' ? [...PAGES, { to: '/admin', label: 'Admin' }] : PAGES;
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <header className={classes.header}>
        <Link to="/" className={classes.logo} aria-label="Readout, start page">
          <Wordmark size={20} />
        </Link>
        <nav className={classes.nav} aria-label="Main">
          {pages.map((page) => (
            <NavLink key={page.to} to={page.to} className={classes.page ?? ''}>
              {page.label}
            </NavLink>
          ))}
        </nav>
        {viewer ? <Account /> : null}
        <PageMenu pages={pages} />
      </header>
      {viewer?.impersonated ? (
        <p className={classes.banner} role="status">
          You are acting as {viewer.user.name}. What you do here is recorded in this company's audit list.
        </p>
      ) : null}
      {viewer?.company?.status === 'suspended' ? (
        <p className={classes.banner} role="status">
          {viewer.company.name} is suspended: everything can be read and exported, nothing new is accepted.
        </p>
      ) : null}
      <main id="content" tabIndex={-1} className={classes.main}>
        {children}
      </main>
    </div>
  );
}

/** Small screens: the pages behind one button, working without scripts too. */
function PageMenu({ pages }: { pages: typeof PAGES }) {
  const { key } = useLocation();
  return (
    // A new key closes the menu after each navigation.
    <details className={classes.pageMenu} key={key}>
      <summary aria-label="Pages">
        <IconMenu2 size={20} stroke={1.75} aria-hidden />
      </summary>
      <nav aria-label="Pages">
        {pages.map((page) => (
          <NavLink key={page.to} to={page.to}>
            {page.label}
          </NavLink>
        ))}
      </nav>
    </details>
  );
}

function Account() {
  const viewer = useViewer();
  if (!viewer) return null;
  return (
    <div className={classes.account}>
      <CompanySwitcher />
      <Menu position="bottom-end" width={240} keepMounted={false}>
        <Menu.Target>
          <UnstyledButton className={classes.user ?? ''} aria-label={`Account: ${viewer.user.name}`}>
            <span aria-hidden className={classes.initials}>
              {initials(viewer.user.name)}
            </span>
            <IconChevronDown size={14} stroke={1.75} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {viewer.user.name}
            <br />
            {viewer.user.email}
          </Menu.Label>
          <Menu.Item component={Link} to="/settings/account" leftSection={<IconUser size={16} />}>
            Your account
          </Menu.Item>
          <Menu.Divider />
          <Form method="post" action="/auth/sign-out">
            {/* A menu that closes takes the form with it before it is sent. */}
            <Menu.Item type="submit" closeMenuOnClick={false} leftSection={<IconLogout size={16} />}>
              Sign out
            </Menu.Item>
          </Form>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => (word ? [...word][0] : ''))
    .join('')
    .toUpperCase();
}
