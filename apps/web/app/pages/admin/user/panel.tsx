import { Button } from '@mantine/core';
import type { PlatformUserDetail } from '@readout/domain/platform/get-user-for-platform';
import { Link, useSearchParams } from 'react-router';
import { doneOf, problemOf } from '../../../forms/answer.ts';
import { Text } from '../../../ui/layout.tsx';
import table from '../../../ui/list/list.module.css';
import page from '../../../ui/page.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { useArrivalFocus } from '../../../ui/use-arrival-focus.ts';
import { When } from '../../../ui/when.tsx';
import classes from '../admin.module.css';
import type { Route } from './+types/page';
import type { Erasure } from './erasure.ts';
import styles from './panel.module.css';
import { UserForms, userIntents } from './user-forms.tsx';

/** One user: who they are, where they belong and what can be done. */
export function UserPanel({
  user,
  erasure,
  hasMail,
  isMe,
  answer,
}: {
  user: PlatformUserDetail;
  /** Null where the viewer deletes nobody. */
  erasure: Erasure | null;
  hasMail: boolean;
  isMe: boolean;
  answer: Route.ComponentProps['actionData'];
}) {
  const text = useText();
  const heading = useArrivalFocus();
  const [params] = useSearchParams();
  const rest = new URLSearchParams(params);
  rest.delete('u');
  const intent = userIntents.find((each) => doneOf(answer, each));
  return (
    <section className={styles.panel} aria-labelledby="user-name">
      <header>
        <div className={classes.named}>
          <h2 id="user-name" ref={heading} tabIndex={-1} dir="auto">
            {user.name}
          </h2>
          <p>
            {user.email}{' '}
            <span className={page.mono} data-as-typed>
              {user.id}
            </span>
          </p>
        </div>
        <Button component={Link} to={`?${rest}`} variant="default" size="compact-sm" preventScrollReset>
          {text('common.close')}
        </Button>
      </header>
      <p className={classes.done} role="status">
        {intent
          ? doneOf(answer, intent)?.isChanged
            ? text('admin.users.done', { intent })
            : text('admin.users.nothing_done')
          : ''}
        {intent === 'send_password_reset' && !hasMail ? ` ${text('admin.users.waits_in_outbox')}` : ''}
      </p>
      <div className={styles.body}>
        <div>
          <dl className={classes.facts}>
            <dt>{text('admin.users.state_label')}</dt>
            <dd className={table.state} data-tone={user.state === 'active' ? 'signal' : 'notice'}>
              {user.suspendedReason ? (
                <FormattedText
                  id="admin.list.state_why"
                  values={{
                    state: text('admin.users.state', { state: user.state }),
                    reason: <bdi>{user.suspendedReason}</bdi>,
                  }}
                />
              ) : (
                text('admin.users.state', { state: user.state })
              )}
            </dd>
            <dt>{text('common.role_label')}</dt>
            <dd>{text('admin.users.role', { role: user.role })}</dd>
            <dt>{text('common.email')}</dt>
            <dd>{text('admin.users.email_state', { verified: user.emailVerified ? 'yes' : 'no' })}</dd>
            <dt>{text('admin.users.second_factor')}</dt>
            <dd>
              {text('admin.users.factor_and_passkeys', {
                factor: user.twoFactor ? 'yes' : 'no',
                passkeys: user.passkeyCount,
              })}
            </dd>
            <dt>{text('admin.users.signed_in')}</dt>
            <dd>{text('admin.users.browsers', { count: user.sessionCount })}</dd>
            <dt>{text('admin.users.last_seen')}</dt>
            <dd>{user.lastSeenAt ? <When iso={user.lastSeenAt} exact /> : text('admin.users.never_seen')}</dd>
            <dt>{text('admin.list.since')}</dt>
            <dd>
              <When iso={user.createdAt} exact />
            </dd>
          </dl>
          <h3>{text('admin.users.companies')}</h3>
          {user.companies.length === 0 ? (
            <p className={page.dim}>{text('admin.users.no_companies')}</p>
          ) : null}
          <ul className={styles.list}>
            {user.companies.map((company) => (
              <li key={company.id}>
                <Link to={`/admin/company/${company.id}`} dir="auto">
                  {company.name}
                </Link>{' '}
                <span>
                  {text('admin.users.membership', {
                    role: company.role,
                    acting: company.actingRefused ? 'refused' : 'allowed',
                    support: company.support ?? 'none',
                  })}
                </span>
              </li>
            ))}
          </ul>
          {user.events.length > 0 ? (
            <>
              <h3>{text('admin.list.by_administration')}</h3>
              <ul className={styles.list}>
                {user.events.map((event) => (
                  <li key={event.id}>
                    <span className={page.mono} data-as-typed>
                      {event.action}
                    </span>{' '}
                    <span>
                      <FormattedText
                        id="admin.users.event"
                        values={{ name: <bdi>{event.actorName}</bdi>, when: <When iso={event.createdAt} /> }}
                      />
                    </span>
                  </li>
                ))}
              </ul>
            </>
          ) : null}
        </div>
        {user.state === 'deleted' ? (
          <Text size={14} tone="dim" isLong>
            {text('admin.users.is_deleted')}
          </Text>
        ) : (
          <UserForms user={user} erasure={erasure} isMe={isMe} problem={(sent) => problemOf(answer, sent)} />
        )}
      </div>
    </section>
  );
}
