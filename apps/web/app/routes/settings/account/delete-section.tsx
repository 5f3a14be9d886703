import { TextInput } from '@mantine/core';
import { Form, Link, useNavigation } from 'react-router';
import { Outcome, problemOf } from '../outcome.tsx';
import { PasswordAgain, type Proof, SensitiveButton } from '../security/password-again.tsx';
import classes from '../settings.module.css';
import type { AccountAnswer } from './answer.ts';

interface NamedCompany {
  id: string;
  name: string;
}

export function DeleteSection({
  account,
  erasure,
  answer,
}: {
  account: Proof & { email: string };
  erasure: { obstacle: { message: string; companies: NamedCompany[] } | null; closing: NamedCompany[] };
  answer: AccountAnswer | undefined;
}) {
  const problem = problemOf(answer, 'delete');
  const isBusy = useNavigation().formData?.get('intent') === 'delete';
  const { obstacle, closing } = erasure;
  return (
    <section className={classes.section}>
      <h2>Delete your account</h2>
      <p>
        Your name, address, ways to sign in, sessions, notifications and memberships are removed at once and
        for good. What you captured and decided stays with its company; its author is a pseudonym for a year,
        then “deleted user”, from then on.
      </p>
      {obstacle ? (
        <div className={classes.note}>
          <p>
            <strong>Not possible now.</strong> {obstacle.message}
          </p>
          {obstacle.companies.length > 0 ? (
            <p>
              Work in that company, then look at <Link to="/settings/members">its members</Link> or{' '}
              <Link to="/settings/company">close it</Link>.
            </p>
          ) : null}
        </div>
      ) : (
        <>
          {closing.length > 0 ? (
            <div className={classes.note}>
              <p>
                Nobody else is in{' '}
                {closing.map((company, index) => (
                  <span key={company.id}>
                    {index > 0 ? ', ' : ''}
                    <strong dir="auto">{company.name}</strong>
                  </span>
                ))}
                : {closing.length === 1 ? 'it closes' : 'they close'} with your account, and what{' '}
                {closing.length === 1 ? 'it holds' : 'they hold'} is erased 30 days later.
              </p>
            </div>
          ) : null}
          <details className={classes.unfold} open={problem !== undefined}>
            <summary>Delete my account …</summary>
            <Form method="post" className={classes.form}>
              <TextInput
                label={`Type ${account.email} to confirm`}
                name="typed"
                autoComplete="off"
                spellCheck={false}
                defaultValue={problem?.typed.typed ?? ''}
                error={problem?.fields.typed}
              />
              <PasswordAgain proof={account} always problem={problem} />
              <SensitiveButton proof={account} intent="delete" color="alarm" isBusy={isBusy}>
                Delete my account for good
              </SensitiveButton>
              <Outcome problem={problem} />
            </Form>
          </details>
        </>
      )}
    </section>
  );
}
