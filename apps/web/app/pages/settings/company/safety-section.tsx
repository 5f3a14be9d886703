import { Button } from '@mantine/core';
import type { CompanyProfile } from '@readout/domain/companies/get-company';
import type { Permission } from '@readout/domain/policy';
import { Form, Link } from 'react-router';
import { doneOf, problemOf } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import classes from '../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';
import { Reserved } from './reserved.tsx';
import { SupportRows } from './support-rows.tsx';

/** What keeps accounts and captures safe: a second factor for everyone, and what support may do. */
export function SafetySection({
  company,
  may,
  answer,
}: {
  company: CompanyProfile;
  may: { security: Permission; support: Permission };
  answer: Route.ComponentProps['actionData'];
}) {
  const text = useText();
  const state = company.requireTwoFactor ? 'on' : undefined;
  const twoFactor = problemOf(answer, 'two_factor');
  return (
    <section className={classes.section}>
      <h2>{text('settings.company.safety')}</h2>
      <ul className={classes.rows} aria-label={text('settings.company.safety')}>
        <li>
          <div className={classes.what}>
            <FormattedText id="settings.company.two_factor" values={{ state }} />
            <small>{text('settings.company.two_factor_hint', { state })}</small>
          </div>
          <Switch
            intent="two_factor"
            isOn={company.requireTwoFactor}
            label={text('settings.company.two_factor_switch', { state })}
            may={may.security}
          />
          {twoFactor?.code === 'company.two_factor_first' ? (
            <p className={classes.problem} role="alert">
              {twoFactor.message}{' '}
              <Link to="/settings/security">{text('settings.company.two_factor_set_up')}</Link>
            </p>
          ) : (
            <Outcome done={doneOf(answer, 'two_factor') && text('common.saved')} problem={twoFactor} />
          )}
        </li>
        <SupportRows company={company} may={may.support} answer={answer} />
      </ul>
    </section>
  );
}

function Switch({
  intent,
  isOn,
  label,
  may,
}: {
  intent: string;
  isOn: boolean;
  label: string;
  may: Permission;
}) {
  const isBusy = useSending()(intent);
  return (
    <Form method="post" className={classes.actions}>
      <input type="hidden" name="on" value={isOn ? '' : 'yes'} />
      <Button
        type="submit"
        name="intent"
        value={intent}
        size="xs"
        variant="default"
        disabled={!may.allowed}
        loading={isBusy}
      >
        {label}
      </Button>
      <Reserved sentence={may.sentence} />
    </Form>
  );
}
