import { Button, TextInput } from '@mantine/core';
import { Form } from 'react-router';
import { PasswordAgain, type Proof, SensitiveButton } from '../../../account/password-again.tsx';
import { besideOf, doneOf, type Problem, problemOf } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import type { QrCode } from '../../../ui/qr-path.ts';
import { QrPicture } from '../../../ui/qr-picture.tsx';
import classes from '../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';
import { RecoveryCodes } from './recovery-codes.tsx';
import security from './security.module.css';

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
  answer: Route.ComponentProps['actionData'];
}) {
  const text = useText();
  const isSending = useSending();
  const begin = problemOf(answer, 'begin_totp');
  const renew = problemOf(answer, 'renew_codes');
  const disable = problemOf(answer, 'disable');
  const codes = doneOf(answer, 'finish_totp', 'renew_codes');
  if (codes) return <RecoveryCodes codes={codes} email={email} />;
  const setup = doneOf(answer, 'begin_totp') ?? besideOf(answer, 'finish_totp');
  if (setup && !isOn) return <Setup setup={setup} problem={problemOf(answer, 'finish_totp')} />;
  if (!isOn) {
    return (
      <section className={classes.section} id="second-factor">
        <h2>
          <FormattedText
            id="settings.security.two_factor_off"
            values={{ tag: (inside) => <span className={classes.tag}>{inside}</span> }}
          />
        </h2>
        <p>{text('settings.security.two_factor_off_hint')}</p>
        <Form method="post" className={classes.form}>
          <PasswordAgain proof={proof} always problem={begin} />
          <SensitiveButton proof={proof} intent="begin_totp" isBusy={isSending('begin_totp')}>
            {text('settings.security.set_up')}
          </SensitiveButton>
          <Outcome
            done={doneOf(answer, 'disable') && text('settings.security.two_factor_disabled')}
            problem={begin}
          />
        </Form>
      </section>
    );
  }
  return (
    <section className={classes.section} id="second-factor">
      <h2>
        <FormattedText
          id="settings.security.two_factor_on"
          values={{ tag: (inside) => <span className={security.on}>{inside}</span> }}
        />
      </h2>
      <p>{text('settings.security.two_factor_on_hint', { codes: codesLeft })}</p>
      <details className={classes.unfold} open={renew !== undefined}>
        <summary>{text('settings.security.new_codes_unfold')}</summary>
        <Form method="post" className={classes.form}>
          <p className={classes.hint}>{text('settings.security.new_codes_hint')}</p>
          <PasswordAgain proof={proof} always problem={renew} />
          <SensitiveButton proof={proof} intent="renew_codes" isBusy={isSending('renew_codes')}>
            {text('settings.security.make_new_codes')}
          </SensitiveButton>
          <Outcome problem={renew} />
        </Form>
      </details>
      <details className={classes.unfold} open={disable !== undefined}>
        <summary>{text('settings.security.switch_off_unfold')}</summary>
        <Form method="post" className={classes.form}>
          <p className={classes.hint}>
            {text('settings.security.switch_off_hint')}
            {demandedBy ? (
              <>
                {' '}
                <FormattedText
                  id="settings.security.switch_off_demanded"
                  values={{ company: <span dir="auto">{demandedBy}</span> }}
                />
              </>
            ) : null}
          </p>
          <PasswordAgain proof={proof} always problem={disable} />
          <SensitiveButton proof={proof} intent="disable" color="alarm" isBusy={isSending('disable')}>
            {text('settings.security.switch_off')}
          </SensitiveButton>
          <Outcome problem={disable} />
        </Form>
      </details>
    </section>
  );
}

function Setup({
  setup,
  problem,
}: {
  setup: { uri: string; secret: string; qr: QrCode };
  problem: Pick<Problem, 'message' | 'fields'> | undefined;
}) {
  const text = useText();
  const isSending = useSending();
  return (
    <section className={classes.section} id="second-factor">
      <h2>{text('settings.security.set_up')}</h2>
      <ol className={security.steps}>
        <li>
          <p>{text('settings.security.scan')}</p>
          <QrPicture
            code={setup.qr}
            className={security.qr ?? ''}
            label={text('settings.security.qr_code')}
          />
          <p>
            <FormattedText
              id="settings.security.or_type"
              values={{ link: (inside) => <a href={setup.uri}>{inside}</a> }}
            />
          </p>
          <code className={security.secret} data-testid="totp-secret">
            {setup.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </code>
        </li>
        <li>
          <p>{text('settings.security.enter_code')}</p>
          <Form method="post" className={classes.form}>
            <input type="hidden" name="uri" value={setup.uri} />
            <TextInput
              label={text('settings.security.app_code')}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={9}
              className={security.code ?? ''}
              error={problem?.fields.code}
              // The next thing to do on a page that was just answered with this form.
              autoFocus
            />
            <Button type="submit" name="intent" value="finish_totp" loading={isSending('finish_totp')}>
              {text('settings.security.switch_on')}
            </Button>
            <Outcome problem={problem} />
          </Form>
        </li>
      </ol>
    </section>
  );
}
