import { Form } from 'react-router';
import { PasswordAgain, type Proof, SensitiveButton } from '../../../account/password-again.tsx';
import { doneOf, problemOf } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import classes from '../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import type { Route } from './+types/page';

interface Provider {
  id: string;
  name: string;
  /** Whether it can be linked: an administrator may have taken it away since. */
  isOffered: boolean;
  accountId: string | null;
  /** ISO 8601. */
  linkedAt: string | null;
}

export function ProvidersSection({
  account,
  providers,
  wasLinked,
  answer,
}: {
  account: Proof;
  providers: Provider[];
  wasLinked: boolean;
  answer: Route.ComponentProps['actionData'];
}) {
  const text = useText();
  const isSending = useSending();
  if (providers.length === 0) return null;
  const problem = problemOf(answer, 'link', 'unlink');
  return (
    <section className={classes.section}>
      <h2>{text('settings.account.services')}</h2>
      <p>{text('settings.account.services_hint')}</p>
      <ul className={classes.rows}>
        {providers.map((provider) => (
          <li key={provider.id}>
            <div className={classes.what}>
              {provider.name}
              <small>
                {provider.linkedAt ? (
                  <FormattedText
                    id={
                      provider.isOffered ? 'settings.account.linked' : 'settings.account.linked_not_offered'
                    }
                    values={{ when: <When iso={provider.linkedAt} exact /> }}
                  />
                ) : (
                  text('settings.account.not_linked')
                )}
              </small>
            </div>
            <Form method="post" className={classes.inline}>
              <PasswordAgain proof={account} problem={problem} />
              {provider.accountId ? (
                <>
                  <input type="hidden" name="accountId" value={provider.accountId} />
                  <SensitiveButton
                    proof={account}
                    intent="unlink"
                    variant="default"
                    isBusy={isSending('unlink', { accountId: provider.accountId })}
                  >
                    {text('settings.account.unlink', { name: provider.name })}
                  </SensitiveButton>
                </>
              ) : (
                <>
                  <input type="hidden" name="provider" value={provider.id} />
                  <SensitiveButton
                    proof={account}
                    intent="link"
                    variant="default"
                    isBusy={isSending('link', { provider: provider.id })}
                  >
                    {text('settings.account.link', { name: provider.name })}
                  </SensitiveButton>
                </>
              )}
            </Form>
          </li>
        ))}
      </ul>
      <Outcome
        done={
          doneOf(answer, 'unlink')
            ? text('settings.account.is_unlinked')
            : wasLinked && !answer && text('settings.account.is_linked')
        }
        problem={problem}
      />
    </section>
  );
}
