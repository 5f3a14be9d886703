import { TextInput } from '@mantine/core';
import { Form, Link } from 'react-router';
import { PasswordAgain, type Proof, SensitiveButton } from '../../../account/password-again.tsx';
import { problemOf } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import classes from '../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';

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
  answer: Route.ComponentProps['actionData'];
}) {
  const text = useText();
  const problem = problemOf(answer, 'delete');
  const isBusy = useSending()('delete');
  const { obstacle, closing } = erasure;
  return (
    <section className={classes.section}>
      <h2>{text('settings.account.delete')}</h2>
      <p>{text('settings.account.delete_hint')}</p>
      {obstacle ? (
        <div className={classes.note}>
          <p>
            <FormattedText id="settings.account.delete_obstacle" values={{ reason: obstacle.message }} />
          </p>
          {obstacle.companies.length > 0 ? (
            <p>
              <FormattedText
                id="settings.account.delete_first"
                values={{
                  members: (inside) => <Link to="/settings/members">{inside}</Link>,
                  company: (inside) => <Link to="/settings/company">{inside}</Link>,
                }}
              />
            </p>
          ) : null}
        </div>
      ) : (
        <>
          {closing.length > 0 ? (
            <div className={classes.note}>
              <p>
                <FormattedText
                  id="settings.account.delete_closes"
                  values={{
                    count: closing.length,
                    companies: closing.map((company, index) => (
                      <span key={company.id}>
                        {index > 0 ? ', ' : ''}
                        <strong dir="auto">{company.name}</strong>
                      </span>
                    )),
                  }}
                />
              </p>
            </div>
          ) : null}
          <details className={classes.unfold} open={problem !== undefined}>
            <summary>{text('settings.account.delete_unfold')}</summary>
            <Form method="post" className={classes.form}>
              <TextInput
                label={text('settings.account.type_to_confirm', { email: account.email })}
                name="typed"
                autoComplete="off"
                spellCheck={false}
                defaultValue={problem?.typed.typed ?? ''}
                error={problem?.fields.typed}
              />
              <PasswordAgain proof={account} always problem={problem} />
              <SensitiveButton proof={account} intent="delete" color="alarm" isBusy={isBusy}>
                {text('settings.account.delete_yes')}
              </SensitiveButton>
              <Outcome problem={problem} />
            </Form>
          </details>
        </>
      )}
    </section>
  );
}
