import { Button, Popover, Skeleton, UnstyledButton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link, useFetcher, useSubmit } from 'react-router';
import type { loader as bellLoader } from '../routes/notifications/bell.ts';
import { IconBell } from '../ui/icons.ts';
import { useLiveNews } from '../ui/live/live.ts';
import { When } from '../ui/when.tsx';
import classes from './bell.module.css';
import { useMemberData, useRootData } from './page-data.ts';
import { useViewer } from './viewer.ts';

/** More than this is "many". */
const maxShown = 99;

/** What concerns the person, over all their companies: a count that is true at any moment, and the newest of it. */
export function Bell() {
  const loaded = useMemberData()?.unread ?? 0;
  const [told, setTold] = useState<{ loaded: number; unread: number }>();
  const [opened, setOpened] = useState(false);
  const [announced, setAnnounced] = useState('');
  const fetcher = useFetcher<typeof bellLoader>();
  // What the server told last counts until the page is loaded anew.
  const unread = told && told.loaded === loaded ? told.unread : loaded;
  const before = useRef(unread);

  useLiveNews('notification', (news) => {
    setTold({ loaded, unread: news.unread });
    if (opened) void fetcher.load('/notifications');
  });
  useEffect(() => {
    if (unread > before.current) setAnnounced(countText(unread));
    before.current = unread;
  }, [unread]);

  const toggle = (): void => {
    if (!opened) void fetcher.load('/notifications');
    setOpened(!opened);
  };
  return (
    <>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-end"
        width="min(380px, calc(100vw - 16px))"
        trapFocus
        returnFocus
        withinPortal
        shadow="md"
      >
        <Popover.Target>
          <UnstyledButton
            className={classes.bell ?? ''}
            onClick={toggle}
            aria-label={unread > 0 ? `Notifications, ${shownCount(unread)} unread` : 'Notifications'}
            title="Notifications"
          >
            <IconBell size={18} stroke={1.75} aria-hidden />
            {unread > 0 ? (
              <span className={classes.count} aria-hidden>
                {shownCount(unread)}
              </span>
            ) : null}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown className={classes.panel ?? ''} aria-label="Notifications">
          {opened ? <Panel fetcher={fetcher} onClose={() => setOpened(false)} /> : null}
        </Popover.Dropdown>
      </Popover>
      <span className={classes.hidden} aria-live="polite">
        {announced}
      </span>
    </>
  );
}

/** `7`, `99+`. */
export function shownCount(unread: number): string {
  return unread > maxShown ? `${maxShown}+` : String(unread);
}

function countText(unread: number): string {
  return unread === 1 ? '1 unread notification' : `${shownCount(unread)} unread notifications`;
}

function Panel({
  fetcher,
  onClose,
}: {
  fetcher: ReturnType<typeof useFetcher<typeof bellLoader>>;
  onClose: () => void;
}) {
  const { data } = fetcher;
  const isReadOnly = useIsReadOnly();
  return (
    <>
      <div className={classes.head}>
        <h2>Notifications</h2>
        {data?.ok && !isReadOnly && data.items.some((item) => !item.isRead) ? (
          <fetcher.Form method="post" action="/notifications">
            <input type="hidden" name="intent" value="read" />
            <input type="hidden" name="upTo" value={data.newest} />
            <Button type="submit" variant="subtle" size="compact-sm">
              Mark all read
            </Button>
          </fetcher.Form>
        ) : null}
      </div>
      {data === undefined ? (
        <div className={classes.loading} role="status" aria-label="Loading">
          <Skeleton height={14} width="80%" />
          <Skeleton height={14} width="60%" />
          <Skeleton height={14} width="70%" />
        </div>
      ) : data.ok ? (
        <Entries data={data} onClose={onClose} />
      ) : (
        <div className={classes.empty} role="alert">
          <p>The notifications could not be loaded. {data.message}</p>
          <Button variant="default" size="compact-sm" onClick={() => void fetcher.load('/notifications')}>
            Try again
          </Button>
        </div>
      )}
      <div className={classes.foot}>
        <Link to="/settings/notifications" onClick={onClose}>
          All notifications and mails
        </Link>
      </div>
    </>
  );
}

type Loaded = Extract<Awaited<ReturnType<typeof bellLoader>>, { ok: true }>;

function Entries({ data, onClose }: { data: Loaded; onClose: () => void }) {
  const submit = useSubmit();
  const isReadOnly = useIsReadOnly();
  const companyId = useViewer()?.company?.id;
  if (data.items.length === 0 && data.invitations.length === 0 && !data.announcement)
    return (
      <div className={classes.empty}>
        <p>
          <strong>Nothing concerns you yet.</strong> What is assigned to you, what could not be read and what
          changes in your companies shows up here.
        </p>
      </div>
    );
  return (
    <ul className={classes.list}>
      {data.announcement ? (
        <li className={classes.entry}>
          <div>
            <span className={classes.text} dir="auto">
              {data.announcement.text}
            </span>
            <span className={classes.meta}>
              From whoever runs this Readout
              {data.announcement.at ? (
                <>
                  {' · '}
                  <When iso={data.announcement.at} />
                </>
              ) : null}
            </span>
          </div>
        </li>
      ) : null}
      {data.invitations.map((invitation) => (
        <li key={invitation.id} className={classes.entry} data-unread>
          <div>
            <span className={classes.text} dir="auto">
              {invitation.invitedBy} invites you to {invitation.companyName} as {invitation.role}.
            </span>
            <span className={classes.meta}>
              <When iso={invitation.createdAt} />, until <When iso={invitation.expiresAt} exact />
            </span>
            <Button
              size="compact-sm"
              className={classes.join ?? ''}
              disabled={isReadOnly}
              onClick={() => {
                onClose();
                void submit(
                  { intent: 'join', invitationId: invitation.id },
                  { method: 'post', action: '/notifications' },
                );
              }}
            >
              Join
            </Button>
          </div>
        </li>
      ))}
      {data.items.map((item) => (
        <li key={item.id} className={classes.entry} data-unread={!item.isRead || undefined}>
          {isReadOnly && item.companyId === companyId ? (
            <Link to={item.path} onClick={onClose}>
              <Sentence item={item} />
            </Link>
          ) : (
            <button
              type="button"
              disabled={isReadOnly}
              title={isReadOnly ? 'During maintenance the company cannot be changed.' : undefined}
              onClick={() => {
                onClose();
                void submit({ intent: 'follow', id: item.id }, { method: 'post', action: '/notifications' });
              }}
            >
              <Sentence item={item} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Sentence({ item }: { item: Loaded['items'][number] }) {
  return (
    <>
      <span className={classes.text} dir="auto">
        {item.text}
        {item.isRead ? null : <span className={classes.hidden}> (unread)</span>}
      </span>
      <span className={classes.meta}>
        <bdi>{item.companyName}</bdi> · <When iso={item.createdAt} />
      </span>
    </>
  );
}

/** During maintenance nothing is marked as read, and following leads only where no company has to be changed. */
function useIsReadOnly(): boolean {
  return Boolean(useRootData()?.platform?.readOnlySince);
}
