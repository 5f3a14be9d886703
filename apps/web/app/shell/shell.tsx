import { Menu, UnstyledButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type ReactNode, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useKeyboard } from '../keyboard/scanner-notes.tsx';
import { UpdateBanner, useWorker } from '../offline/use-worker.tsx';
import { useRootData } from '../page-data.ts';
import { QueueBanner } from '../queue/queue-banner.tsx';
import { QueueCount } from '../queue/queue-count.tsx';
import { SignOutItem } from '../queue/sign-out-item.tsx';
import { useOwnQueue } from '../queue/use-queue.ts';
import frame from '../ui/frame.module.css';
import { IconBell, IconBook, IconChevronDown, IconHistory, IconMenu2, IconUser } from '../ui/icons.ts';
import { Text } from '../ui/layout.tsx';
import { useLiveConnection } from '../ui/live/live.ts';
import { Wordmark } from '../ui/reticle.tsx';
import { FormattedText, useText } from '../ui/texts.tsx';
import { WithNotesLine } from '../ui/toasts.tsx';
import { When } from '../ui/when.tsx';
import { useViewer, type Viewer } from '../viewer.ts';
import { Banners } from './banners.tsx';
import { Bell } from './bell.tsx';
import { CompanyQuestion } from './company-question.tsx';
import { CompanySwitcher } from './company-switcher.tsx';
import { guideOfPage } from './guide-of-page.ts';
import type { PageName } from './page-name.ts';
import classes from './shell.module.css';
import { useUnanswered } from './shown-data.ts';
import { useSessionNews } from './use-session-news.ts';

const PAGES: { to: string; page: PageName }[] = [
  { to: '/app', page: 'workspace' },
  { to: '/dashboard', page: 'dashboard' },
  { to: '/camera', page: 'camera' },
  { to: '/desktop', page: 'desktop' },
];
const ADMIN: (typeof PAGES)[number] = { to: '/admin', page: 'admin' };

/** Header, navigation and main area of every page for signed-in people. */
export function Shell({ children }: { children: ReactNode }) {
  const text = useText();
  const viewer = useViewer();
  useLiveConnection(viewer ? liveKey(viewer) : null, viewer?.company?.id);
  useSessionNews(viewer);
  useOwnQueue(viewer);
  useKeyboard(viewer?.user.singleKeys ?? true);
  useWorker(viewer);
  useUnanswered(() =>
    notifications.show({ message: text('common.no_answer.sent'), color: 'yellow', autoClose: 15_000 }),
  );
  const pages = viewer && viewer.user.role !== 'user' ? [...PAGES, ADMIN] : PAGES;
  return (
    <div className={`${frame.frame} ${classes.shell}`}>
      <a className={frame.skip} href="#content">
        {text('common.skip')}
      </a>
      <header className={classes.header}>
        <Link to="/" className={classes.logo} aria-label={text('common.logo')}>
          <Wordmark size={20} />
        </Link>
        <nav className={classes.nav} aria-label={text('common.main_navigation')}>
          {pages.map(({ to, page }) => (
            <NavLink key={to} to={to} className={classes.page ?? ''}>
              {text('common.page_name', { page })}
            </NavLink>
          ))}
        </nav>
        {viewer ? <Account /> : null}
        <PageMenu pages={pages} />
      </header>
      <Banners />
      {viewer ? <QueueBanner /> : null}
      <UpdateBanner />
      <WithNotesLine>
        <main id="content" tabIndex={-1} className={classes.main}>
          {children}
        </main>
      </WithNotesLine>
      <CompanyQuestion />
    </div>
  );
}

/** Who listens, and to what: pages that show the same may share a connection. */
function liveKey(viewer: Viewer): string {
  return [viewer.user.id, viewer.user.role, viewer.company?.id, viewer.role, viewer.actingUntil].join();
}

/** Small screens: the pages behind one button, working without scripts too. */
function PageMenu({ pages }: { pages: typeof PAGES }) {
  const text = useText();
  const { key } = useLocation();
  return (
    // A new key closes the menu after each navigation.
    <details className={classes.pageMenu} key={key}>
      <summary aria-label={text('common.pages')}>
        <IconMenu2 size={20} stroke={1.75} aria-hidden />
      </summary>
      <nav aria-label={text('common.pages')}>
        {pages.map(({ to, page }) => (
          <NavLink key={to} to={to}>
            {text('common.page_name', { page })}
          </NavLink>
        ))}
      </nav>
    </details>
  );
}

function Account() {
  const viewer = useViewer();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const newestRelease = useRootData()?.newestRelease;
  const { pathname } = useLocation();
  const text = useText();
  if (!viewer) return null;
  const hasNews = Boolean(newestRelease) && newestRelease !== viewer.user.changelogSeen;
  return (
    <div className={classes.account}>
      <QueueCount />
      {viewer.phone ? null : (
        <>
          <CompanySwitcher />
          <Bell />
        </>
      )}
      <Menu
        position="bottom-end"
        width={240}
        keepMounted={false}
        opened={isMenuOpen}
        onChange={setIsMenuOpen}
      >
        <Menu.Target>
          <UnstyledButton
            className={classes.user ?? ''}
            aria-label={text('common.account.menu', {
              name: viewer.user.name,
              news: hasNews ? 'some' : 'none',
            })}
          >
            <span aria-hidden className={classes.initials}>
              {initials(viewer.user.name)}
              {hasNews ? <span className={classes.dot} /> : null}
            </span>
            <IconChevronDown size={14} stroke={1.75} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label className={classes.who ?? ''}>
            <bdi>{viewer.user.name}</bdi>
            <br />
            <bdi>{viewer.user.email}</bdi>
          </Menu.Label>
          {viewer.phone ? (
            <Menu.Label className={classes.who ?? ''}>
              <FormattedText
                id="common.account.phone"
                values={{
                  company: <bdi>{viewer.company?.name}</bdi>,
                  until: <When iso={viewer.phone.until} exact />,
                }}
              />
            </Menu.Label>
          ) : (
            <>
              <Menu.Item component={Link} to="/settings/account" leftSection={<IconUser size={16} />}>
                {text('common.page_name', { page: 'account' })}
              </Menu.Item>
              <Menu.Item component={Link} to="/settings/notifications" leftSection={<IconBell size={16} />}>
                {text('common.notifications')}
              </Menu.Item>
              <Menu.Item component={Link} to={guideOfPage(pathname)} leftSection={<IconBook size={16} />}>
                {text('common.guide_to_page')}
              </Menu.Item>
            </>
          )}
          <Menu.Item
            component={Link}
            to="/changelog"
            leftSection={<IconHistory size={16} />}
            rightSection={
              hasNews ? (
                <Text as="span" size={12} tone="signal">
                  {text('common.account.new')}
                </Text>
              ) : null
            }
          >
            {text('common.account.changelog')}
          </Menu.Item>
          <Menu.Divider />
          <SignOutItem onAsk={() => setIsMenuOpen(false)} />
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
