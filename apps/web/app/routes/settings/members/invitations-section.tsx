import { Button } from '@mantine/core';
import type { Invitation } from '@readout/domain/invitations/rules';
import { Form, useNavigation } from 'react-router';
import { When } from '../../../ui/when.tsx';
import { Outcome, problemOf } from '../outcome.tsx';
import settings from '../settings.module.css';
import type { MembersAnswer } from './answer.ts';

/** Invitations that wait for an answer, and what can be done about each. */
export function InvitationsSection({
  invitations,
  hasMail,
  answer,
}: {
  invitations: Invitation[];
  hasMail: boolean;
  answer: MembersAnswer | undefined;
}) {
  const busy = useNavigation().formData;
  if (invitations.length === 0 && answer?.intent !== 'revoke') return null;
  return (
    <section className={settings.section} id="invitations">
      <h2>Open invitations</h2>
      <p>Each lets in one person, once. Sending one again replaces its link.</p>
      <ul className={settings.rows} aria-label="Open invitations">
        {invitations.map((invitation) => {
          const to = invitation.email ?? `@${invitation.domain}`;
          return (
            <li key={invitation.id}>
              <div className={settings.what}>
                <span dir="auto">{to}</span>
                <span className={settings.tag}>{invitation.role}</span>
                {invitation.state === 'expired' ? <span className={settings.tag}>expired</span> : null}
                <small>
                  {invitation.byMail ? 'mailed' : 'link made'} <When iso={invitation.sentAt} /> by{' '}
                  <bdi>{invitation.invitedBy}</bdi>,{' '}
                  {invitation.state === 'expired' ? 'expired' : 'works until'}{' '}
                  <When iso={invitation.expiresAt} exact />
                </small>
              </div>
              {invitation.manageable ? (
                <Form method="post" preventScrollReset className={settings.actions}>
                  <input type="hidden" name="invitationId" value={invitation.id} />
                  <input type="hidden" name="to" value={to} />
                  {(
                    [
                      ...(hasMail && invitation.email ? [['resend', 'Send again']] : []),
                      ['relink', 'New link'],
                      ['revoke', 'Withdraw'],
                    ] as const
                  ).map(([intent, label]) => (
                    <Button
                      key={intent}
                      type="submit"
                      name="intent"
                      value={intent}
                      size="xs"
                      variant="default"
                      aria-label={`${label}: ${to}`}
                      loading={busy?.get('intent') === intent && busy.get('invitationId') === invitation.id}
                    >
                      {label}
                    </Button>
                  ))}
                </Form>
              ) : (
                <small className={settings.hint}>An owner decides about this one.</small>
              )}
            </li>
          );
        })}
      </ul>
      <Outcome
        done={answer?.intent === 'resend' || answer?.intent === 'revoke' ? answer.done : undefined}
        problem={problemOf(answer, 'resend') ?? problemOf(answer, 'relink') ?? problemOf(answer, 'revoke')}
      />
    </section>
  );
}
