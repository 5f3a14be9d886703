import { Button } from '@mantine/core';
import { Form } from 'react-router';
import { doneOf, problemOf } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import classes from '../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import type { Route } from './+types/page';

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
  answer: Route.ComponentProps['actionData'];
}) {
  const text = useText();
  const isSending = useSending();
  return (
    <section className={classes.section} id="sessions">
      <h2>{text('settings.security.sessions')}</h2>
      <p>{text('settings.security.sessions_hint')}</p>
      <ul className={classes.rows} aria-label={text('settings.security.your_sessions')}>
        {sessions.map((session) => (
          <li key={session.id}>
            <div className={classes.what}>
              {session.phone ? (
                <>
                  <bdi>{session.phone.name}</bdi>{' '}
                  <span className={classes.tag}>{text('settings.security.paired_phone')}</span>
                </>
              ) : (
                session.browser
              )}
              {session.isCurrent ? (
                <span className={classes.tag}>{text('settings.security.this_one')}</span>
              ) : null}
              {session.isSupport ? (
                <span className={classes.tag}>{text('settings.security.administrator_acting')}</span>
              ) : null}
              <small>
                {session.phone ? (
                  <>
                    {session.browser} ·{' '}
                    <FormattedText
                      id="settings.security.phone_captures"
                      values={{
                        company: <bdi>{session.phone.companyName}</bdi>,
                        until: <When iso={session.phone.until} exact />,
                      }}
                    />{' '}
                    ·{' '}
                  </>
                ) : null}
                {session.ipAddress ? `${session.ipAddress} · ` : ''}
                <FormattedText
                  id="settings.security.last_seen"
                  values={{
                    seen: <When iso={session.lastSeenAt} />,
                    signedIn: <When iso={session.signedInAt} />,
                  }}
                />
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
                  loading={isSending('end_session', { id: session.id })}
                  aria-label={text('settings.security.sign_out_named', {
                    name: session.phone?.name ?? session.browser,
                  })}
                >
                  {text('settings.security.sign_out')}
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
            loading={isSending('end_others')}
          >
            {text('settings.security.sign_out_others')}
          </Button>
        </Form>
      ) : null}
      <Outcome
        done={
          doneOf(answer, 'end_session')
            ? text('settings.security.signed_out')
            : doneOf(answer, 'end_others') && text('settings.security.signed_out_others')
        }
        problem={problemOf(answer, 'end_session', 'end_others')}
      />
    </section>
  );
}
