import { Button } from '@mantine/core';
import type { PlatformUserDetail } from '@readout/domain/platform/get-user-for-platform';
import { platformRoleNames } from '@readout/domain/platform/rules';
import { Link, useSearchParams } from 'react-router';
import { plural } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import table from '../../../ui/table.module.css';
import { useArrivalFocus } from '../../../ui/use-arrival-focus.ts';
import { When } from '../../../ui/when.tsx';
import { problemOf } from '../../settings/outcome.tsx';
import classes from '../admin.module.css';
import type { UsersAnswer } from './answer.ts';
import type { Erasure } from './erasure.ts';
import styles from './panel.module.css';
import { UserForms } from './user-forms.tsx';

const DONE: Record<string, string> = {
  suspend: 'Suspended, and signed out everywhere.',
  resume: 'The suspension is over.',
  sign_out: 'Signed out everywhere.',
  set_role: 'The role is changed, in every open session of theirs too.',
  reset_two_factor: 'The second factor is gone; a mail tells its owner.',
  verify_email: 'The email address counts as verified.',
  send_password_reset: 'A link to set a new password is in the mail.',
  delete: 'The account is deleted.',
};

const SUPPORT = { correct: 'correct', manage: 'change everything' };

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
  answer: UsersAnswer | undefined;
}) {
  const heading = useArrivalFocus();
  const [params] = useSearchParams();
  const rest = new URLSearchParams(params);
  rest.delete('u');
  const done = answer?.done;
  return (
    <section className={styles.panel} aria-labelledby="user-name">
      <header>
        <div className={classes.named}>
          <h2 id="user-name" ref={heading} tabIndex={-1} dir="auto">
            {user.name}
          </h2>
          <p>
            {user.email} <span className={page.mono}>{user.id}</span>
          </p>
        </div>
        <Button component={Link} to={`?${rest}`} variant="default" size="compact-sm" preventScrollReset>
          Close
        </Button>
      </header>
      <p className={classes.done} role="status">
        {done ? (done.isChanged ? (DONE[done.intent] ?? 'Done.') : 'Nothing had to be changed.') : ''}
        {done?.intent === 'send_password_reset' && !hasMail
          ? ' No mail server is configured: it waits in the outbox.'
          : ''}
      </p>
      <div className={styles.body}>
        <div>
          <dl className={classes.facts}>
            <dt>State</dt>
            <dd className={table.state} data-tone={user.state === 'active' ? 'signal' : 'notice'}>
              {user.state}
              {user.suspendedReason ? (
                <>
                  : <bdi>{user.suspendedReason}</bdi>
                </>
              ) : null}
            </dd>
            <dt>Role</dt>
            <dd>{platformRoleNames[user.role]}</dd>
            <dt>Email</dt>
            <dd>{user.emailVerified ? 'verified' : 'not verified'}</dd>
            <dt>Second factor</dt>
            <dd>
              {user.twoFactor ? 'set up' : 'none'}
              {user.passkeyCount > 0 ? `, ${plural(user.passkeyCount, 'passkey')}` : ''}
            </dd>
            <dt>Signed in</dt>
            <dd>{user.sessionCount === 0 ? 'nowhere' : `in ${plural(user.sessionCount, 'browser')}`}</dd>
            <dt>Last seen</dt>
            <dd>{user.lastSeenAt ? <When iso={user.lastSeenAt} exact /> : 'never'}</dd>
            <dt>Since</dt>
            <dd>
              <When iso={user.createdAt} exact />
            </dd>
          </dl>
          <h3>Companies</h3>
          {user.companies.length === 0 ? <p className={page.dim}>None.</p> : null}
          <ul className={styles.list}>
            {user.companies.map((company) => (
              <li key={company.id}>
                <Link to={`/admin/company/${company.id}`} dir="auto">
                  {company.name}
                </Link>{' '}
                <span>
                  {company.role}
                  {company.actingRefused ? ', acting refused' : ''}
                  {company.support ? `, support access to ${SUPPORT[company.support]}` : ''}
                </span>
              </li>
            ))}
          </ul>
          {user.events.length > 0 ? (
            <>
              <h3>By administration</h3>
              <ul className={styles.list}>
                {user.events.map((event) => (
                  <li key={event.id}>
                    <span className={page.mono}>{event.action}</span>{' '}
                    <span>
                      <bdi>{event.actorName}</bdi>, <When iso={event.createdAt} />
                    </span>
                  </li>
                ))}
              </ul>
            </>
          ) : null}
        </div>
        {user.state === 'deleted' ? (
          <p className={classes.explained}>
            This person deleted the account or an administrator did. What they captured and decided stays with
            its companies, without their name.
          </p>
        ) : (
          <UserForms
            user={user}
            erasure={erasure}
            isMe={isMe}
            problem={(intent: string) => problemOf(answer, intent)}
          />
        )}
      </div>
    </section>
  );
}
