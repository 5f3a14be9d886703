import { Button, Popover, Skeleton, UnstyledButton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link, useFetcher, useSubmit } from 'react-router';
import { type BellNews, useMemberData, useRootData } from '../page-data.ts';
import { IconBell } from '../ui/icons.ts';
import { Hidden, Text } from '../ui/layout.tsx';
import { useLiveNews } from '../ui/live/live.ts';
import { FormattedText, useText } from '../ui/texts.tsx';
import { When } from '../ui/when.tsx';
import { useViewer } from '../viewer.ts';
import classes from './bell.module.css';

/** More than this is "many". */
const maxShown = 99;

/** What concerns the person, over all their companies: a count that is true at any moment, and the newest of it. */
export function Bell() {
  const text = useText();
  const loaded = useMemberData()?.unread ?? 0;
  const [told, setTold] = useState<{ loaded: number; unread: number }>();
  const [opened, setOpened] = useState(false);
  const [announced, setAnnounced] = useState('');
  const fetcher = useFetcher<BellNews>();
  // What the server told last counts until the page is loaded again.
  const unread = told && told.loaded === loaded ? told.unread : loaded;
  const before = useRef(unread);

  useLiveNews('notification', (news) => {
    setTold({ loaded, unread: news.unread });
    if (opened) void fetcher.load('/notifications');
  });
  useEffect(() => {
    if (unread > before.current)
      setAnnounced(text('common.bell.announced', { count: unread, shown: shownCount(unread) }));
    before.current = unread;
  }, [unread, text]);

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
            aria-label={
              unread > 0
                ? text('common.bell.unread', { shown: shownCount(unread) })
                : text('common.notifications')
            }
            title={text('common.notifications')}
          >
            <IconBell size={18} stroke={1.75} aria-hidden />
            {unread > 0 ? (
              <span className={classes.count} aria-hidden>
                {shownCount(unread)}
              </span>
            ) : null}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown className={classes.panel ?? ''} aria-label={text('common.notifications')}>
          {opened ? <Panel fetcher={fetcher} onClose={() => setOpened(false)} /> : null}
        </Popover.Dropdown>
      </Popover>
      <Hidden aria-live="polite">{announced}</Hidden>
    </>
  );
}

/** `7`, `99+`. */
export function shownCount(unread: number): string {
  return unread > maxShown ? `${maxShown}+` : String(unread);
}

function Panel({
  fetcher,
  onClose,
}: {
  fetcher: ReturnType<typeof useFetcher<BellNews>>;
  onClose: () => void;
}) {
  const text = useText();
  const { data } = fetcher;
  const isReadOnly = useIsReadOnly();
  return (
    <>
      <div className={classes.head}>
        <h2>{text('common.notifications')}</h2>
        {data?.ok && !isReadOnly && data.items.some((item) => !item.isRead) ? (
          <fetcher.Form method="post" action="/notifications">
            <input type="hidden" name="intent" value="read" />
            <input type="hidden" name="upTo" value={data.newest} />
            <Button type="submit" variant="subtle" size="compact-sm">
              {text('common.bell.mark_all_read')}
            </Button>
          </fetcher.Form>
        ) : null}
      </div>
      {data === undefined ? (
        <div className={classes.loading} role="status" aria-label={text('common.loading')}>
          <Skeleton height={14} width="80%" />
          <Skeleton height={14} width="60%" />
          <Skeleton height={14} width="70%" />
        </div>
      ) : data.ok ? (
        <Entries data={data} onClose={onClose} />
      ) : (
        <div className={classes.empty} role="alert">
          <p>
            {text('common.bell.not_loaded')} {data.message}
          </p>
          <Button variant="default" size="compact-sm" onClick={() => void fetcher.load('/notifications')}>
            {text('common.try_again')}
          </Button>
        </div>
      )}
      <div className={classes.foot}>
        <Link to="/settings/notifications" onClick={onClose}>
          {text('common.bell.all')}
        </Link>
      </div>
    </>
  );
}

type Loaded = Extract<BellNews, { ok: true }>;

function Entries({ data, onClose }: { data: Loaded; onClose: () => void }) {
  const text = useText();
  const submit = useSubmit();
  const isReadOnly = useIsReadOnly();
  const companyId = useViewer()?.company?.id;
  if (data.items.length === 0 && data.invitations.length === 0 && !data.announcement)
    return (
      <div className={classes.empty}>
        <p>
          <FormattedText id="common.bell.empty" />
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
            <Text as="span" size={12} tone="dim" isBroken>
              {text('common.bell.from_operator')}
              {data.announcement.at ? (
                <>
                  {' · '}
                  <When iso={data.announcement.at} />
                </>
              ) : null}
            </Text>
          </div>
        </li>
      ) : null}
      {data.invitations.map((invitation) => (
        <li key={invitation.id} className={classes.entry} data-unread>
          <div>
            <span className={classes.text} dir="auto">
              {text('common.bell.invites', {
                who: invitation.invitedBy,
                company: invitation.companyName,
                role: invitation.role,
              })}
            </span>
            <Text as="span" size={12} tone="dim" isBroken>
              <FormattedText
                id="common.bell.invited_until"
                values={{
                  when: <When iso={invitation.createdAt} />,
                  until: <When iso={invitation.expiresAt} exact />,
                }}
              />
            </Text>
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
              {text('common.bell.join')}
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
              title={isReadOnly ? text('common.bell.read_only') : undefined}
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
  const text = useText();
  return (
    <>
      <span className={classes.text} dir="auto">
        {item.text}
        {item.isRead ? null : <Hidden> {text('common.bell.is_unread')}</Hidden>}
      </span>
      <Text as="span" size={12} tone="dim" isBroken>
        <bdi>{item.companyName}</bdi> · <When iso={item.createdAt} />
      </Text>
    </>
  );
}

/** During maintenance nothing is marked as read, and following leads only where no company has to be changed. */
function useIsReadOnly(): boolean {
  return Boolean(useRootData()?.platform?.readOnlySince);
}
