import { Button } from '@mantine/core';
import type { CompanyProfile } from '@readout/domain/companies/get-company';
import type { Permission } from '@readout/domain/policy';
import { Form, Link, useNavigation } from 'react-router';
import { Outcome, problemOf } from '../outcome.tsx';
import classes from '../settings.module.css';
import type { CompanyAnswer } from './answer.ts';
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
  answer: CompanyAnswer | undefined;
}) {
  const twoFactor = problemOf(answer, 'two_factor');
  return (
    <section className={classes.section}>
      <h2>Safety</h2>
      <ul className={classes.rows} aria-label="Safety">
        <li>
          <div className={classes.what}>
            Second factor for everyone: <strong>{company.requireTwoFactor ? 'required' : 'optional'}</strong>
            <small>
              {company.requireTwoFactor
                ? 'Members without one set it up before they can open the company’s pages.'
                : 'If required, members set one up before they can open the company’s pages. Each browser asks for it once.'}
            </small>
          </div>
          <Switch
            intent="two_factor"
            isOn={company.requireTwoFactor}
            labels={['Require it', 'Make it optional']}
            may={may.security}
          />
          {twoFactor?.code === 'company.two_factor_first' ? (
            <p className={classes.problem} role="alert">
              {twoFactor.message} <Link to="/settings/security">Set it up</Link>
            </p>
          ) : (
            <Outcome done={answer?.done === 'two_factor' && 'Saved.'} problem={twoFactor} />
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
  labels: [on, off],
  may,
}: {
  intent: string;
  isOn: boolean;
  labels: [on: string, off: string];
  may: Permission;
}) {
  const isBusy = useNavigation().formData?.get('intent') === intent;
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
        {isOn ? off : on}
      </Button>
      <Reserved sentence={may.sentence} />
    </Form>
  );
}
