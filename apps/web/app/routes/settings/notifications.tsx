import { Button, Checkbox } from '@mantine/core';
import { listMyNotifications } from '@readout/domain/notifications/list-my-notifications';
import { getMailPreferences, saveMailPreferences } from '@readout/domain/notifications/mail-preferences';
import type { MailTopic } from '@readout/domain/notifications/notification-text';
import { data, Form, Link, useFetcher, useNavigation } from 'react-router';
import { requireSession } from '../../session.ts';
import { shownCount } from '../../shell/bell.tsx';
import { useLiveNews } from '../../ui/live/live.ts';
import page from '../../ui/page.module.css';
import { useLateRevalidation } from '../../ui/use-late-revalidation.ts';
import { When } from '../../ui/when.tsx';
import { orProblemPage } from '../app/page-problem.ts';
import type { Route } from './+types/notifications';
import classes from './notifications.module.css';
import { Outcome } from './outcome.tsx';
import settings from './settings.module.css';

const topics: Record<MailTopic, { label: string; description: string }> = {
  assigned: { label: 'Captures assigned to me', description: 'One mail for what was assigned together.' },
  failed: { label: 'Captures of mine that could not be read', description: 'An hour of failures in one.' },
  watches: {
    label: 'Alarms of watches',
    description: 'Of watches you made or run: out of range, no longer read.',
  },
  members: { label: 'People who join or leave', description: 'In companies you look after.' },
  company: { label: 'My companies', description: 'Suspended, closing, close to a limit, a plugin blocked.' },
  security: {
    label: 'Security',
    description: 'Your role, owners, and administrators acting as a member. Always sent.',
  },
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, session } = requireSession(context, request);
  const params = new URL(request.url).searchParams;
  const before = Number(params.get('before'));
  const unreadOnly = params.get('show') === 'unread';
  const [list, preferences] = await orProblemPage(
    Promise.all([
      listMyNotifications(
        { db: services.db.app },
        {
          userId: session.user.id,
          limit: 30,
          unreadOnly,
          ...(Number.isSafeInteger(before) && before > 0 ? { before } : {}),
        },
      ),
      getMailPreferences({ auth: services.db.auth }, { userId: session.user.id }),
    ]),
  );
  return {
    ...list,
    unreadOnly,
    isFirstPage: !params.has('before'),
    newest: Math.max(0, ...list.items.map((item) => item.id)),
    preferences,
    email: session.user.email,
    isActing: session.impersonatedBy !== undefined,
    sendsMail: services.mailer.isConfigured,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, session } = requireSession(context, request);
  const form = await request.formData();
  if (form.get('intent') !== 'mails') throw data({}, { status: 400 });
  if (session.impersonatedBy) throw data({ code: 'support.read_only' }, { status: 403 });
  await orProblemPage(
    saveMailPreferences(
      { auth: services.db.auth },
      { userId: session.user.id, wanted: form.getAll('topic').map(String) },
    ),
  );
  return { saved: true };
}

export const meta: Route.MetaFunction = () => [{ title: 'Notifications · Readout' }];

export default function NotificationSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { items, invitations, next, unread, unreadOnly, isFirstPage, newest } = loaderData;
  const fetcher = useFetcher();
  const revalidate = useLateRevalidation();
  useLiveNews('notification', () => isFirstPage && revalidate());
  const isEmpty = items.length === 0 && invitations.length === 0;
  return (
    <>
      <h1 className={page.title}>Notifications</h1>
      <section className={settings.section}>
        <div className={classes.head}>
          <nav aria-label="Which notifications" className={classes.tabs}>
            <Link to="/settings/notifications" aria-current={unreadOnly ? undefined : 'page'}>
              All
            </Link>
            <Link to="?show=unread" aria-current={unreadOnly ? 'page' : undefined}>
              Unread{unread > 0 ? ` (${shownCount(unread)})` : ''}
            </Link>
          </nav>
          {unread > 0 && newest > 0 && isFirstPage ? (
            <fetcher.Form method="post" action="/notifications">
              <input type="hidden" name="intent" value="read" />
              <input type="hidden" name="upTo" value={newest} />
              <Button
                type="submit"
                variant="default"
                size="compact-sm"
                loading={fetcher.state !== 'idle'}
                disabled={loaderData.isActing}
              >
                Mark all read
              </Button>
            </fetcher.Form>
          ) : null}
        </div>
        {isEmpty ? (
          <div className={classes.empty}>
            <p>
              {unreadOnly
                ? 'You have read everything.'
                : 'Nothing concerns you yet. What is assigned to you, what could not be read and what changes in your companies shows up here.'}
            </p>
          </div>
        ) : (
          <ul className={classes.list}>
            {invitations.map((invitation) => (
              <li key={invitation.id} data-unread>
                <p dir="auto">
                  {invitation.invitedBy} invites you to {invitation.companyName} as {invitation.role}.
                </p>
                <span>
                  <When iso={invitation.createdAt} />, until <When iso={invitation.expiresAt} exact />
                </span>
                <Form method="post" action="/notifications" className={classes.join}>
                  <input type="hidden" name="intent" value="join" />
                  <input type="hidden" name="invitationId" value={invitation.id} />
                  <Button type="submit" size="compact-sm" disabled={loaderData.isActing}>
                    Join
                  </Button>
                </Form>
              </li>
            ))}
            {items.map((item) => (
              <li key={item.id} id={`n${item.id}`} data-unread={!item.isRead || undefined}>
                <Form method="post" action="/notifications">
                  <input type="hidden" name="intent" value="follow" />
                  <input type="hidden" name="id" value={item.id} />
                  <button type="submit" dir="auto" className={classes.follow}>
                    {item.text}
                    {item.isRead ? null : <span className={classes.hidden}> (unread)</span>}
                  </button>
                </Form>
                <span>
                  <bdi>{item.companyName}</bdi> · <When iso={item.createdAt} />
                </span>
              </li>
            ))}
          </ul>
        )}
        {next !== null || !isFirstPage ? (
          <nav className={classes.pages} aria-label="Pages of the list">
            {isFirstPage ? null : (
              <Link to={unreadOnly ? '?show=unread' : '/settings/notifications'}>Newest</Link>
            )}
            {next === null ? null : (
              <Link
                to={`?${new URLSearchParams({ ...(unreadOnly ? { show: 'unread' } : {}), before: String(next) })}`}
              >
                Older
              </Link>
            )}
          </nav>
        ) : null}
      </section>
      <Mails loaderData={loaderData} saved={actionData?.saved === true} />
    </>
  );
}

function Mails({ loaderData, saved }: { loaderData: Route.ComponentProps['loaderData']; saved: boolean }) {
  const { preferences, email, sendsMail, isActing } = loaderData;
  const navigation = useNavigation();
  return (
    <section className={settings.section}>
      <h2>Mails</h2>
      <p>
        What you have not read after a few minutes also comes to <strong dir="auto">{email}</strong>, several
        together in one mail.
      </p>
      {sendsMail ? null : (
        <p className={settings.note}>
          This Readout sends no mails at the moment: no mail server is set up. What you choose here counts
          from the day there is one.
        </p>
      )}
      <Form method="post" className={classes.mails}>
        <input type="hidden" name="intent" value="mails" />
        {(Object.keys(topics) as MailTopic[]).map((topic) => (
          <Checkbox
            key={topic}
            name="topic"
            value={topic}
            defaultChecked={preferences[topic]}
            disabled={topic === 'security' || isActing}
            label={topics[topic].label}
            description={topics[topic].description}
          />
        ))}
        <div>
          <Button type="submit" loading={navigation.formData?.get('intent') === 'mails'} disabled={isActing}>
            Save
          </Button>
        </div>
        <Outcome done={isActing ? false : saved && 'Saved.'} />
      </Form>
    </section>
  );
}
