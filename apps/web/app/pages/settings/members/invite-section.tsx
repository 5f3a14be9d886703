import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import type { CompanyRole } from '@readout/domain/actor';
import { defaultDays, maxDays, minDays } from '@readout/domain/invitations/rules';
import { Form } from 'react-router';
import { doneOf, problemOf } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import { CopiedValue } from '../../../ui/copied-value.tsx';
import settings from '../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import type { Route } from './+types/page';
import classes from './members.module.css';

/** Invites by mail or with a link, for an address or a domain. */
export function InviteSection({
  roles,
  hasMail,
  onlyHere,
  answer,
}: {
  /** That may be given. */
  roles: CompanyRole[];
  /** Whether this installation sends mail. */
  hasMail: boolean;
  /** The host of links, where it is this machine alone. */
  onlyHere: string | undefined;
  answer: Route.ComponentProps['actionData'];
}) {
  const text = useText();
  const problem = problemOf(answer, 'invite');
  const isSending = useSending();
  const done = doneOf(answer, 'invite');
  const issued = doneOf(answer, 'invite', 'relink');
  return (
    <section className={settings.section} id="invite">
      <h2>{text('settings.members.invite')}</h2>
      <p>{text('settings.members.invite_hint', { mail: hasMail ? 'yes' : undefined })}</p>
      {onlyHere ? (
        <p className={settings.note}>
          <FormattedText id="settings.members.only_here" values={{ host: onlyHere }} />
        </p>
      ) : null}
      {issued?.link ? <IssuedLink {...issued} link={issued.link} /> : null}
      <Form
        method="post"
        preventScrollReset
        className={classes.invite}
        key={done ? `invited ${done.to}` : 'invite'}
        noValidate
      >
        <input type="hidden" name="intent" value="invite" />
        <TextInput
          label={text('settings.members.email_or_domain')}
          placeholder={text('settings.members.email_or_domain_example')}
          name="to"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={400}
          defaultValue={problem?.typed.to}
          error={problem?.fields.email ?? problem?.fields.domain}
        />
        <NativeSelect
          label={text('common.role_label')}
          name="role"
          data={roles.map((role) => ({ value: role, label: text('common.role_name', { role }) }))}
          defaultValue={problem?.typed.role ?? 'operator'}
          error={problem?.fields.role}
        />
        <NumberInput
          label={text('settings.members.days_it_works')}
          name="days"
          min={minDays}
          max={maxDays}
          allowDecimal={false}
          defaultValue={problem?.typed.days ?? defaultDays}
          error={problem?.fields.days}
        />
        <div className={classes.buttons}>
          {hasMail ? (
            <Button type="submit" name="by" value="mail" loading={isSending('invite', { by: 'mail' })}>
              {text('settings.members.send_by_mail')}
            </Button>
          ) : null}
          <Button
            type="submit"
            name="by"
            value="link"
            variant={hasMail ? 'default' : 'filled'}
            loading={isSending('invite', { by: 'link' })}
          >
            {text('settings.members.make_link')}
          </Button>
        </div>
        <Outcome
          done={
            done?.link === null &&
            text(done.by === 'mail' ? 'settings.members.invited_by_mail' : 'settings.members.invited', done)
          }
          problem={problem}
        />
      </Form>
    </section>
  );
}

function IssuedLink({ link, to, expiresAt }: { link: string; to: string; expiresAt: string }) {
  const text = useText();
  return (
    <div className={settings.panel} role="status">
      <p>
        <FormattedText
          id="settings.members.link_for"
          values={{
            recipient: <strong dir="auto">{to}</strong>,
            when: <When iso={expiresAt} exact />,
          }}
        />
      </p>
      <CopiedValue aria-label={text('settings.members.link')} value={link} />
    </div>
  );
}
