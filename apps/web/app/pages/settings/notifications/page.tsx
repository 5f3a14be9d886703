import { Button, Checkbox } from '@mantine/core';
import type { CompanyRole } from '@readout/domain/actor';
import { AppError } from '@readout/domain/errors';
import { listMyNotifications } from '@readout/domain/notifications/list-my-notifications';
import { getMailPreferences, saveMailPreferences } from '@readout/domain/notifications/mail-preferences';
import type { MailTopic } from '@readout/domain/notifications/notification-text';
import { Form, Link, useFetcher } from 'react-router';
import { currentLocale } from '../../../../server/request/locale.ts';
import { doneOf, problemOf } from '../../../forms/answer.ts';
import { actionOf, form, texts } from '../../../forms/form.server.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useAnswer } from '../../../forms/use-answer.ts';
import { useSending } from '../../../forms/use-sending.ts';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requireSession } from '../../../session.ts';
import { shownCount } from '../../../shell/bell.tsx';
import { pageTitle } from '../../../texts/page-title.ts';
import { Hidden, Lines, PageTabs, Row } from '../../../ui/layout.tsx';
import { useLiveNews } from '../../../ui/live/live.ts';
import page from '../../../ui/page.module.css';
import settings from '../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { useLateRevalidation } from '../../../ui/use-late-revalidation.ts';
import { When } from '../../../ui/when.tsx';
import type { Route } from './+types/page';
import classes from './notifications.module.css';

const topics: MailTopic[] = ['assigned', 'failed', 'watches', 'members', 'company', 'security'];

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
          locale: currentLocale(),
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
  return actionOf(request, {
    mails: form({ topic: texts }, ({ topic }) => {
      if (session.impersonatedBy) throw new AppError('support.read_only');
      return saveMailPreferences({ auth: services.db.auth }, { userId: session.user.id, wanted: topic });
    }),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'settings.notifications.title');

export default function NotificationSettings({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const { items, invitations, next, unread, unreadOnly, isFirstPage, newest } = loaderData;
  const fetcher = useFetcher();
  const revalidate = useLateRevalidation();
  useLiveNews('notification', () => isFirstPage && revalidate());
  const isEmpty = items.length === 0 && invitations.length === 0;
  return (
    <>
      <h1 className={page.title}>{text('settings.notifications.title')}</h1>
      <section className={settings.section}>
        <div className={classes.head}>
          <PageTabs aria-label={text('settings.notifications.which')}>
            <Link to="/settings/notifications" aria-current={unreadOnly ? undefined : 'page'}>
              {text('settings.notifications.all')}
            </Link>
            <Link to="?show=unread" aria-current={unreadOnly ? 'page' : undefined}>
              {unread > 0
                ? text('settings.notifications.unread_count', { count: shownCount(unread) })
                : text('settings.notifications.unread')}
            </Link>
          </PageTabs>
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
                {text('settings.notifications.mark_all_read')}
              </Button>
            </fetcher.Form>
          ) : null}
        </div>
        {isEmpty ? (
          <div className={classes.empty}>
            <p>{text(unreadOnly ? 'settings.notifications.none_unread' : 'settings.notifications.none')}</p>
          </div>
        ) : (
          <Lines className={classes.list}>
            {invitations.map((invitation) => (
              <li key={invitation.id} data-unread>
                <p dir="auto">
                  {text('settings.notifications.invited', {
                    name: invitation.invitedBy,
                    company: invitation.companyName,
                    role: invitation.role as CompanyRole,
                  })}
                </p>
                <span>
                  <FormattedText
                    id="settings.notifications.invited_until"
                    values={{
                      when: <When iso={invitation.createdAt} />,
                      until: <When iso={invitation.expiresAt} exact />,
                    }}
                  />
                </span>
                <Form method="post" action="/notifications" className={classes.join}>
                  <input type="hidden" name="intent" value="join" />
                  <input type="hidden" name="invitationId" value={invitation.id} />
                  <Button type="submit" size="compact-sm" disabled={loaderData.isActing}>
                    {text('settings.notifications.join')}
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
                    {item.isRead ? null : <Hidden> {text('settings.notifications.is_unread')}</Hidden>}
                  </button>
                </Form>
                <span>
                  <bdi>{item.companyName}</bdi> · <When iso={item.createdAt} />
                </span>
              </li>
            ))}
          </Lines>
        )}
        {next !== null || !isFirstPage ? (
          <Row as="nav" isOneLine gap={16} size={13} above={12} aria-label={text('common.pages_of_list')}>
            {isFirstPage ? null : (
              <Link to={unreadOnly ? '?show=unread' : '/settings/notifications'}>
                {text('settings.notifications.newest')}
              </Link>
            )}
            {next === null ? null : (
              <Link
                to={`?${new URLSearchParams({ ...(unreadOnly ? { show: 'unread' } : {}), before: String(next) })}`}
              >
                {text('settings.notifications.older')}
              </Link>
            )}
          </Row>
        ) : null}
      </section>
      <Mails loaderData={loaderData} answer={useAnswer(actionData)} />
    </>
  );
}

function Mails({
  loaderData,
  answer,
}: {
  loaderData: Route.ComponentProps['loaderData'];
  answer: Route.ComponentProps['actionData'];
}) {
  const text = useText();
  const { preferences, email, sendsMail, isActing } = loaderData;
  const isSending = useSending();
  return (
    <section className={settings.section}>
      <h2>{text('settings.notifications.mails')}</h2>
      <p>
        <FormattedText
          id="settings.notifications.mails_hint"
          values={{ email: <strong dir="auto">{email}</strong> }}
        />
      </p>
      {sendsMail ? null : <p className={settings.note}>{text('settings.notifications.no_mails')}</p>}
      <Form method="post" className={classes.mails}>
        <input type="hidden" name="intent" value="mails" />
        {topics.map((topic) => (
          <Checkbox
            key={topic}
            name="topic"
            value={topic}
            defaultChecked={preferences[topic]}
            disabled={topic === 'security' || isActing}
            label={text('settings.notifications.topic', { topic })}
            description={text('settings.notifications.topic_hint', { topic })}
          />
        ))}
        <div>
          <Button type="submit" loading={isSending('mails')} disabled={isActing}>
            {text('common.save')}
          </Button>
        </div>
        <Outcome
          done={doneOf(answer, 'mails') && text('common.saved')}
          problem={problemOf(answer, 'mails')}
        />
      </Form>
    </section>
  );
}
