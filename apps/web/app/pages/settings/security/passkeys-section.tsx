import { Button, TextInput } from '@mantine/core';
import { Form } from 'react-router';
import { PasswordAgain, type Proof, SensitiveButton } from '../../../account/password-again.tsx';
import { doneOf, ofRow, problemOf } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import classes from '../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import type { Route } from './+types/page';
import { AddPasskey } from './add-passkey.tsx';

interface Passkey {
  id: string;
  name: string;
  isSynced: boolean;
  createdAt: string | null;
}

export function PasskeysSection({
  proof,
  passkeys,
  answer,
}: {
  proof: Proof;
  passkeys: Passkey[];
  answer: Route.ComponentProps['actionData'];
}) {
  const text = useText();
  const isSending = useSending();
  return (
    <section className={classes.section} id="passkeys">
      <h2>{text('settings.security.passkeys')}</h2>
      <p>{text('settings.security.passkeys_hint')}</p>
      {passkeys.length > 0 ? (
        <ul className={classes.rows} aria-label={text('settings.security.your_passkeys')}>
          {passkeys.map((passkey) => {
            const rename = ofRow(problemOf(answer, 'rename_passkey'), { id: passkey.id });
            const remove = ofRow(problemOf(answer, 'remove_passkey'), { id: passkey.id });
            return (
              <li key={passkey.id}>
                <div className={classes.what}>
                  <span dir="auto">{passkey.name}</span>
                  <small>
                    {passkey.createdAt ? (
                      <FormattedText
                        id="settings.security.passkey_place_added"
                        values={{
                          place: passkey.isSynced ? 'synced' : 'device',
                          when: <When iso={passkey.createdAt} />,
                        }}
                      />
                    ) : (
                      text('settings.security.passkey_place', {
                        place: passkey.isSynced ? 'synced' : 'device',
                      })
                    )}
                  </small>
                </div>
                {/* A new name closes it again. */}
                <details
                  className={classes.unfold}
                  key={passkey.name}
                  open={rename !== undefined || remove !== undefined}
                >
                  <summary>{text('settings.security.rename_or_remove')}</summary>
                  <Form method="post" className={classes.inline}>
                    <input type="hidden" name="id" value={passkey.id} />
                    <TextInput
                      label={text('settings.security.passkey_name')}
                      name="name"
                      defaultValue={rename?.typed.name ?? passkey.name}
                      maxLength={80}
                      dir="auto"
                      error={rename?.message}
                    />
                    <Button
                      type="submit"
                      name="intent"
                      value="rename_passkey"
                      variant="default"
                      loading={isSending('rename_passkey', { id: passkey.id })}
                    >
                      {text('settings.security.rename')}
                    </Button>
                  </Form>
                  <Form method="post" className={classes.inline} style={{ marginTop: 12 }}>
                    <input type="hidden" name="id" value={passkey.id} />
                    <PasswordAgain proof={proof} problem={remove} />
                    <SensitiveButton
                      proof={proof}
                      intent="remove_passkey"
                      color="alarm"
                      isBusy={isSending('remove_passkey', { id: passkey.id })}
                    >
                      {text('settings.security.remove_passkey')}
                    </SensitiveButton>
                    <Outcome problem={remove} />
                  </Form>
                </details>
              </li>
            );
          })}
        </ul>
      ) : null}
      <AddPasskey proof={proof} />
      <Outcome
        done={
          doneOf(answer, 'remove_passkey')
            ? text('settings.security.passkey_removed')
            : doneOf(answer, 'rename_passkey') && text('settings.security.passkey_renamed')
        }
        problem={problemOf(answer, 'sign_in_again')}
      />
    </section>
  );
}
