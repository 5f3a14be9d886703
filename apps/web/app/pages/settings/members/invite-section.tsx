import { Button, CopyButton, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import type { CompanyRole } from '@readout/domain/actor';
import { defaultDays, maxDays, minDays } from '@readout/domain/invitations/rules';
import { Form, useNavigation } from 'react-router';
import { Outcome, problemOf } from '../../../problems/outcome.tsx';
import settings from '../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import type { MembersAnswer } from './answer.ts';
import classes from './members.module.css';

/** Invites by mail or with a link, for an address or a domain. */
export function InviteSection({
  roles,
  hasMail,
  answer,
}: {
  /** That may be given. */
  roles: CompanyRole[];
  /** Whether this installation sends mail. */
  hasMail: boolean;
  answer: MembersAnswer | undefined;
}) {
  const text = useText();
  const problem = problemOf(answer, 'invite');
  const navigation = useNavigation();
  const busy =
    navigation.formData?.get('intent') === 'invite' ? String(navigation.formData.get('by')) : undefined;
  const isDone = answer?.intent === 'invite' && !problem;
  return (
    <section className={settings.section} id="invite">
      <h2>{text('settings.members.invite')}</h2>
      <p>{text('settings.members.invite_hint', { mail: hasMail ? 'yes' : undefined })}</p>
      {answer?.issued ? <IssuedLink {...answer.issued} /> : null}
      <Form
        method="post"
        preventScrollReset
        className={classes.invite}
        key={isDone ? (answer?.done ?? '') : 'invite'}
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
          error={problem?.fields.to}
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
            <Button type="submit" name="by" value="mail" loading={busy === 'mail'}>
              {text('settings.members.send_by_mail')}
            </Button>
          ) : null}
          <Button
            type="submit"
            name="by"
            value="link"
            variant={hasMail ? 'default' : 'filled'}
            loading={busy === 'link'}
          >
            {text('settings.members.make_link')}
          </Button>
        </div>
        <Outcome done={isDone && !answer?.issued && answer?.done} problem={problem} />
      </Form>
    </section>
  );
}

function IssuedLink({ link, to, expiresAt }: NonNullable<MembersAnswer['issued']>) {
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
      <div className={settings.copy}>
        <TextInput
          aria-label={text('settings.members.link')}
          value={link}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
          styles={{ input: { fontFamily: 'var(--font-mono)' } }}
        />
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {text(copied ? 'common.copied' : 'common.copy')}
            </Button>
          )}
        </CopyButton>
      </div>
    </div>
  );
}
