import { Button, CopyButton, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import type { CompanyRole } from '@readout/domain/actor';
import { defaultDays, maxDays, minDays } from '@readout/domain/invitations/rules';
import { Form, useNavigation } from 'react-router';
import { When } from '../../../ui/when.tsx';
import { Outcome, problemOf } from '../outcome.tsx';
import settings from '../settings.module.css';
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
  const problem = problemOf(answer, 'invite');
  const navigation = useNavigation();
  const busy =
    navigation.formData?.get('intent') === 'invite' ? String(navigation.formData.get('by')) : undefined;
  const isDone = answer?.intent === 'invite' && !problem;
  return (
    <section className={settings.section} id="invite">
      <h2>Invite somebody</h2>
      <p>
        {hasMail
          ? 'By mail, or with a link you pass on yourself. For a domain, one person with an address there can use the link.'
          : 'This Readout sends no mail: make a link and pass it on yourself. For a domain, one person with an address there can use it.'}
      </p>
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
          label="Email or domain"
          placeholder="name@example.com or example.com"
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
          label="Role"
          name="role"
          data={roles}
          defaultValue={problem?.typed.role ?? 'operator'}
          error={problem?.fields.role}
        />
        <NumberInput
          label="Days it works"
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
              Send by mail
            </Button>
          ) : null}
          <Button
            type="submit"
            name="by"
            value="link"
            variant={hasMail ? 'default' : 'filled'}
            loading={busy === 'link'}
          >
            Make a link
          </Button>
        </div>
        <Outcome done={isDone && !answer?.issued && answer?.done} problem={problem} />
      </Form>
    </section>
  );
}

function IssuedLink({ link, to, expiresAt }: NonNullable<MembersAnswer['issued']>) {
  return (
    <div className={classes.panel} role="status">
      <p>
        The link for <strong dir="auto">{to}</strong>. Pass it on now: it is shown this once. It works for one
        person, until <When iso={expiresAt} exact />.
      </p>
      <div className={classes.link}>
        <TextInput
          aria-label="Link of the invitation"
          value={link}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
          styles={{ input: { fontFamily: 'var(--font-mono)' } }}
        />
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </div>
    </div>
  );
}
