import { Button, TextInput } from '@mantine/core';
import { Form, useNavigation } from 'react-router';
import { QrPicture } from '../../../ui/qr-picture.tsx';
import { Outcome, problemOf } from '../outcome.tsx';
import classes from '../settings.module.css';
import type { SecurityAnswer } from './answer.ts';
import { PasswordAgain, type Proof, SensitiveButton } from './password-again.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import security from './security.module.css';

const fewCodes = 3;

export function TwoFactorSection({
  proof,
  isOn,
  codesLeft,
  demandedBy,
  email,
  answer,
}: {
  proof: Proof;
  isOn: boolean;
  codesLeft: number;
  /** Company that demands a second factor. */
  demandedBy: string | null;
  email: string;
  answer: SecurityAnswer | undefined;
}) {
  const busy = useNavigation().formData?.get('intent');
  const begin = problemOf(answer, 'begin_totp');
  const renew = problemOf(answer, 'renew_codes');
  const disable = problemOf(answer, 'disable');
  if (answer?.recoveryCodes) return <RecoveryCodes codes={answer.recoveryCodes} email={email} />;
  if (answer?.setup && !isOn) return <Setup setup={answer.setup} answer={answer} />;
  if (!isOn) {
    return (
      <section className={classes.section} id="second-factor">
        <h2>
          Second factor <span className={classes.tag}>off</span>
        </h2>
        <p>After your password, signing in also takes a six-digit code from an app on your phone.</p>
        <Form method="post" className={classes.form}>
          <PasswordAgain proof={proof} always problem={begin} />
          <SensitiveButton proof={proof} intent="begin_totp" isBusy={busy === 'begin_totp'}>
            Set up a second factor
          </SensitiveButton>
          <Outcome
            done={answer?.done === 'disable' && 'The second factor is switched off.'}
            problem={begin}
          />
        </Form>
      </section>
    );
  }
  return (
    <section className={classes.section} id="second-factor">
      <h2>
        Second factor <span className={security.on}>on</span>
      </h2>
      <p>
        Signing in takes a code from your app.{' '}
        {codesLeft === 0
          ? 'No recovery code is'
          : `${codesLeft} recovery ${codesLeft === 1 ? 'code is' : 'codes are'}`}{' '}
        left for when the app is not at hand{codesLeft <= fewCodes ? ': make new ones.' : '.'}
      </p>
      <details className={classes.unfold} open={renew !== undefined}>
        <summary>New recovery codes …</summary>
        <Form method="post" className={classes.form}>
          <p className={classes.hint}>The present ones stop working.</p>
          <PasswordAgain proof={proof} always problem={renew} />
          <SensitiveButton proof={proof} intent="renew_codes" isBusy={busy === 'renew_codes'}>
            Make new codes
          </SensitiveButton>
          <Outcome problem={renew} />
        </Form>
      </details>
      <details className={classes.unfold} open={disable !== undefined}>
        <summary>Switch off, or move to another phone …</summary>
        <Form method="post" className={classes.form}>
          <p className={classes.hint}>
            To move, switch it off and set it up again with the new phone.
            {demandedBy ? (
              <>
                {' '}
                <span dir="auto">{demandedBy}</span> demands a second factor: its pages stay closed to you
                until you have one again.
              </>
            ) : null}
          </p>
          <PasswordAgain proof={proof} always problem={disable} />
          <SensitiveButton proof={proof} intent="disable" color="alarm" isBusy={busy === 'disable'}>
            Switch off
          </SensitiveButton>
          <Outcome problem={disable} />
        </Form>
      </details>
    </section>
  );
}

function Setup({ setup, answer }: { setup: NonNullable<SecurityAnswer['setup']>; answer: SecurityAnswer }) {
  const busy = useNavigation().formData?.get('intent');
  const problem = problemOf(answer, 'finish_totp');
  return (
    <section className={classes.section} id="second-factor">
      <h2>Set up a second factor</h2>
      <ol className={security.steps}>
        <li>
          <p>Scan this with an authenticator app, for instance the one your phone’s password manager has.</p>
          <QrPicture
            code={setup.qr}
            className={security.qr ?? ''}
            label="QR code for the authenticator app; its content is the key below"
          />
          <p>
            Or type this key there, or <a href={setup.uri}>open it in an app on this device</a>:
          </p>
          <code className={security.secret} data-testid="totp-secret">
            {setup.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </code>
        </li>
        <li>
          <p>Enter the code the app shows. Only then the second factor is switched on.</p>
          <Form method="post" className={classes.form}>
            <input type="hidden" name="uri" value={setup.uri} />
            <TextInput
              label="Code of the app"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={9}
              className={security.code ?? ''}
              error={problem?.fields.code}
              // The next thing to do on a page that was just answered with this form.
              autoFocus
            />
            <Button type="submit" name="intent" value="finish_totp" loading={busy === 'finish_totp'}>
              Switch on
            </Button>
            <Outcome problem={problem} />
          </Form>
        </li>
      </ol>
    </section>
  );
}
