import { Button } from '@mantine/core';
import type { Invitation } from '@readout/domain/invitations/rules';
import { Form } from 'react-router';
import { doneOf, problemOf } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import settings from '../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import type { Route } from './+types/page';

/** Invitations that wait for an answer, and what can be done about each. */
export function InvitationsSection({
  invitations,
  hasMail,
  answer,
}: {
  invitations: Invitation[];
  hasMail: boolean;
  answer: Route.ComponentProps['actionData'];
}) {
  const text = useText();
  const step = (intent: 'resend' | 'relink' | 'revoke') =>
    text('settings.members.invitation_step', { step: intent });
  const isSending = useSending();
  const resent = doneOf(answer, 'resend');
  const revoked = doneOf(answer, 'revoke');
  if (invitations.length === 0 && !revoked) return null;
  return (
    <section className={settings.section} id="invitations">
      <h2>{text('settings.members.open_invitations')}</h2>
      <p>{text('settings.members.open_invitations_hint')}</p>
      <ul className={settings.rows} aria-label={text('settings.members.open_invitations')}>
        {invitations.map((invitation) => {
          const to = invitation.email ?? `@${invitation.domain}`;
          return (
            <li key={invitation.id}>
              <div className={settings.what}>
                <span dir="auto">{to}</span>
                <span className={settings.tag}>{text('common.role_name', { role: invitation.role })}</span>
                {invitation.state === 'expired' ? (
                  <span className={settings.tag}>{text('settings.members.expired')}</span>
                ) : null}
                <small>
                  <FormattedText
                    id="settings.members.invitation_sent"
                    values={{
                      way: invitation.byMail ? 'mail' : undefined,
                      expired: invitation.state === 'expired' ? 'yes' : undefined,
                      sent: <When iso={invitation.sentAt} />,
                      name: <bdi>{invitation.invitedBy}</bdi>,
                      until: <When iso={invitation.expiresAt} exact />,
                    }}
                  />
                </small>
              </div>
              {invitation.manageable ? (
                <Form method="post" preventScrollReset className={settings.actions}>
                  <input type="hidden" name="invitationId" value={invitation.id} />
                  <input type="hidden" name="to" value={to} />
                  {(
                    [
                      ...(hasMail && invitation.email ? (['resend'] as const) : []),
                      'relink',
                      'revoke',
                    ] as const
                  ).map((intent) => (
                    <Button
                      key={intent}
                      type="submit"
                      name="intent"
                      value={intent}
                      size="xs"
                      variant="default"
                      aria-label={`${step(intent)}: ${to}`}
                      loading={isSending(intent, { invitationId: invitation.id })}
                    >
                      {step(intent)}
                    </Button>
                  ))}
                </Form>
              ) : (
                <small className={settings.hint}>{text('settings.members.owner_decides_this')}</small>
              )}
            </li>
          );
        })}
      </ul>
      <Outcome
        done={
          resent
            ? text('settings.members.resent', resent)
            : revoked && text('settings.members.withdrawn', revoked)
        }
        problem={problemOf(answer, 'resend', 'relink', 'revoke')}
      />
    </section>
  );
}
