import { Button } from '@mantine/core';
import { Form, useNavigation } from 'react-router';
import { When } from '../../../ui/when.tsx';
import { Outcome, problemOf } from '../outcome.tsx';
import classes from '../settings.module.css';
import type { SecurityAnswer } from './answer.ts';

interface Session {
  id: string;
  browser: string;
  ipAddress: string;
  signedInAt: string;
  lastSeenAt: string;
  isCurrent: boolean;
  isSupport: boolean;
  phone: { name: string; companyName: string; until: string } | null;
}

export function SessionsSection({
  sessions,
  answer,
}: {
  sessions: Session[];
  answer: SecurityAnswer | undefined;
}) {
  const navigation = useNavigation();
  const busy = navigation.formData;
  return (
    <section className={classes.section} id="sessions">
      <h2>Sessions and devices</h2>
      <p>Where you are signed in. Signing a session out takes effect at once, in every page it has open.</p>
      <ul className={classes.rows} aria-label="Your sessions">
        {sessions.map((session) => (
          <li key={session.id}>
            <div className={classes.what}>
              {session.phone ? (
                <>
                  <bdi>{session.phone.name}</bdi> <span className={classes.tag}>paired phone</span>
                </>
              ) : (
                session.browser
              )}
              {session.isCurrent ? <span className={classes.tag}>this one</span> : null}
              {session.isSupport ? <span className={classes.tag}>an administrator acting as you</span> : null}
              <small>
                {session.phone ? (
                  <>
                    {session.browser} · captures for <bdi>{session.phone.companyName}</bdi> until{' '}
                    <When iso={session.phone.until} exact /> ·{' '}
                  </>
                ) : null}
                {session.ipAddress ? `${session.ipAddress} · ` : ''}last seen{' '}
                <When iso={session.lastSeenAt} />, signed in <When iso={session.signedInAt} />
              </small>
            </div>
            {session.isCurrent ? null : (
              <Form method="post" className={classes.actions}>
                <input type="hidden" name="id" value={session.id} />
                <Button
                  type="submit"
                  name="intent"
                  value="end_session"
                  size="xs"
                  variant="default"
                  loading={busy?.get('intent') === 'end_session' && busy.get('id') === session.id}
                  aria-label={`Sign out ${session.phone?.name ?? session.browser}`}
                >
                  Sign out
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Form method="post">
          <Button
            type="submit"
            name="intent"
            value="end_others"
            variant="default"
            loading={busy?.get('intent') === 'end_others'}
          >
            Sign out everywhere else
          </Button>
        </Form>
      ) : null}
      <Outcome
        done={
          answer?.done === 'end_session'
            ? 'Signed out.'
            : answer?.done === 'end_others' && 'Every other session is signed out.'
        }
        problem={problemOf(answer, 'end_session')}
      />
    </section>
  );
}
