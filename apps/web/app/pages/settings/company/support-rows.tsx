import { Button, NativeSelect, NumberInput } from '@mantine/core';
import type { CompanyProfile } from '@readout/domain/companies/get-company';
import type { Permission } from '@readout/domain/policy';
import { Form } from 'react-router';
import { doneOf, problemOf } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import { useHydrated } from '../../../ui/hydrated.ts';
import classes from '../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import type { Route } from './+types/page';
import { Reserved } from './reserved.tsx';

const scopes = ['correct', 'manage'] as const;

/** Whether those who run the installation may act as members, and what they may do then. */
export function SupportRows({
  company,
  may,
  answer,
}: {
  company: CompanyProfile;
  may: Permission;
  answer: Route.ComponentProps['actionData'];
}) {
  const text = useText();
  const acting = company.actingRefused ? 'refused' : undefined;
  const { actingRefused, support } = company;
  const isSending = useSending();
  return (
    <>
      <li>
        <div className={classes.what}>
          <FormattedText id="settings.company.acting" values={{ state: acting }} />
          <small>{text('settings.company.acting_hint', { state: acting })}</small>
        </div>
        <Form method="post" className={classes.actions}>
          <input type="hidden" name="on" value={actingRefused ? '' : 'yes'} />
          <Button
            type="submit"
            name="intent"
            value="refuse_acting"
            size="xs"
            variant="default"
            disabled={!may.allowed}
            loading={isSending('refuse_acting')}
          >
            {text('settings.company.acting_switch', { state: acting })}
          </Button>
          <Reserved sentence={may.sentence} />
        </Form>
        <Outcome
          done={doneOf(answer, 'refuse_acting') && text('common.saved')}
          problem={problemOf(answer, 'refuse_acting')}
        />
      </li>
      {actingRefused ? null : (
        <li>
          <div className={classes.what}>
            <FormattedText id="settings.company.support" values={{ state: support ? 'on' : undefined }} />
            <small>
              {support ? (
                <FormattedText
                  id="settings.company.support_until"
                  values={{
                    scope: scopeInText(support.scope),
                    when: <When iso={support.until} exact />,
                    left: <TimeLeft until={support.until} />,
                  }}
                />
              ) : (
                text('settings.company.support_hint')
              )}
            </small>
          </div>
          <Form method="post" className={classes.actions}>
            {support ? null : (
              <>
                <NativeSelect
                  size="xs"
                  name="scope"
                  aria-label={text('settings.company.support_scope_label')}
                  disabled={!may.allowed}
                  data={scopes.map((value) => ({
                    value,
                    label: text('settings.company.support_scope', { scope: scopeInText(value) }),
                  }))}
                />
                <NumberInput
                  size="xs"
                  name="hours"
                  aria-label={text('settings.company.support_hours_label')}
                  suffix=" h"
                  defaultValue={8}
                  min={1}
                  max={72}
                  allowDecimal={false}
                  disabled={!may.allowed}
                  w={90}
                />
              </>
            )}
            <Button
              type="submit"
              name="intent"
              value={support ? 'end_support' : 'support'}
              size="xs"
              variant="default"
              disabled={!may.allowed}
              loading={isSending('support') || isSending('end_support')}
            >
              {text(support ? 'settings.company.support_end' : 'settings.company.support_switch_on')}
            </Button>
            <Reserved sentence={may.sentence} />
          </Form>
          <Outcome
            done={doneOf(answer, 'support', 'end_support') && text('common.saved')}
            problem={problemOf(answer, support ? 'end_support' : 'support')}
          />
        </li>
      )}
    </>
  );
}

function TimeLeft({ until }: { until: string }) {
  const text = useText();
  const hydrated = useHydrated();
  if (!hydrated) return null;
  const minutes = Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 60_000));
  return minutes < 90
    ? ` ${text('settings.company.support_minutes_left', { minutes })}`
    : ` ${text('settings.company.support_hours_left', { hours: Math.round(minutes / 60) })}`;
}

const scopeInText = (scope: (typeof scopes)[number]) => (scope === 'correct' ? scope : undefined);
