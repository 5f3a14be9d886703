import { Form, useNavigation } from 'react-router';
import { When } from '../../../ui/when.tsx';
import { Outcome, problemOf } from '../outcome.tsx';
import { PasswordAgain, type Proof, SensitiveButton } from '../security/password-again.tsx';
import classes from '../settings.module.css';
import type { AccountAnswer } from './answer.ts';

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
  answer: AccountAnswer | undefined;
}) {
  const navigation = useNavigation();
  if (providers.length === 0) return null;
  const problem = problemOf(answer, 'provider');
  const busy = (name: string, value: string) =>
    ['link', 'unlink'].includes(String(navigation.formData?.get('intent'))) &&
    navigation.formData?.get(name) === value;
  return (
    <section className={classes.section}>
      <h2>Other services</h2>
      <p>With a linked service you sign in without a password.</p>
      <ul className={classes.rows}>
        {providers.map((provider) => (
          <li key={provider.id}>
            <div className={classes.what}>
              {provider.name}
              <small>
                {provider.linkedAt ? (
                  <>
                    linked <When iso={provider.linkedAt} exact />
                    {provider.isOffered ? '' : '; no longer offered here'}
                  </>
                ) : (
                  'not linked'
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
                    isBusy={busy('accountId', provider.accountId)}
                  >
                    Unlink {provider.name}
                  </SensitiveButton>
                </>
              ) : (
                <>
                  <input type="hidden" name="provider" value={provider.id} />
                  <SensitiveButton
                    proof={account}
                    intent="link"
                    variant="default"
                    isBusy={busy('provider', provider.id)}
                  >
                    Link {provider.name}
                  </SensitiveButton>
                </>
              )}
            </Form>
          </li>
        ))}
      </ul>
      <Outcome
        done={answer?.done === 'unlink' ? 'Unlinked.' : wasLinked && !answer && 'Linked.'}
        problem={problem}
      />
    </section>
  );
}
