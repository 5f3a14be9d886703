import { Button } from '@mantine/core';
import { Form } from 'react-router';
import classes from '../../../account/auth.module.css';
import { NewAccount } from '../../../account/new-account.tsx';
import type { Problem } from '../../../forms/answer.ts';
import { Refusal } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import { useText } from '../../../ui/texts.tsx';

/** Making an account with an invitation: no company is asked for, there is one already. */
export function InvitedSignUp({
  email,
  domain,
  versions,
  problem,
}: {
  /** The one address the invitation is for. */
  email: string | null;
  /** Or the domain of the address. */
  domain: string | null;
  versions: { terms: string; privacy: string };
  problem: Problem<{ name: string; email: string; accept: boolean }> | undefined;
}) {
  const text = useText();
  const isBusy = useSending()('sign_up');
  return (
    <>
      <h2 style={{ margin: '0 0 12px', fontSize: '1.125rem' }}>{text('account.invite.or_sign_up')}</h2>
      <Refusal problem={problem} />
      <Form method="post" className={classes.form} noValidate>
        <input type="hidden" name="intent" value="sign_up" />
        <NewAccount
          versions={versions}
          problem={problem}
          email={
            email
              ? { value: email, description: text('account.invite.this_address') }
              : { description: text('account.invite.address_of', { domain: domain ?? '' }) }
          }
        />
        <Button type="submit" size="md" loading={isBusy}>
          {text('account.invite.sign_up')}
        </Button>
      </Form>
    </>
  );
}
