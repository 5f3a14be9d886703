import { Button, NativeSelect, NumberInput } from '@mantine/core';
import type { CompanyProfile } from '@readout/domain/companies/get-company';
import type { Permission } from '@readout/domain/policy';
import { Form, useNavigation } from 'react-router';
import { useHydrated } from '../../../ui/hydrated.ts';
import { plural } from '../../../ui/numbers.ts';
import { When } from '../../../ui/when.tsx';
import { Outcome, problemOf } from '../outcome.tsx';
import classes from '../settings.module.css';
import type { CompanyAnswer } from './answer.ts';
import { Reserved } from './reserved.tsx';

const SCOPES = {
  correct: 'Correct captures and records',
  manage: 'Change whatever the member may',
};

/** Whether those who run the installation may act as members, and what they may do then. */
export function SupportRows({
  company,
  may,
  answer,
}: {
  company: CompanyProfile;
  may: Permission;
  answer: CompanyAnswer | undefined;
}) {
  const { actingRefused, support } = company;
  const busy = useNavigation().formData?.get('intent');
  return (
    <>
      <li>
        <div className={classes.what}>
          Acting as a member: <strong>{actingRefused ? 'refused' : 'allowed'}</strong>
          <small>
            {actingRefused
              ? 'Nobody who runs this Readout can act as a member here, not even to look.'
              : 'Whoever runs this Readout can act as a member for up to an hour, to look. The audit list has everything they open, by their name. If refused, nobody can, and anyone acting now is stopped at once.'}
          </small>
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
            loading={busy === 'refuse_acting'}
          >
            {actingRefused ? 'Allow acting' : 'Refuse acting'}
          </Button>
          <Reserved sentence={may.sentence} />
        </Form>
        <Outcome
          done={answer?.done === 'refuse_acting' && 'Saved.'}
          problem={problemOf(answer, 'refuse_acting')}
        />
      </li>
      {actingRefused ? null : (
        <li>
          <div className={classes.what}>
            Support access: <strong>{support ? 'on' : 'off'}</strong>
            <small>
              {support ? (
                <>
                  {SCOPES[support.scope]}, until <When iso={support.until} exact />
                  <TimeLeft until={support.until} />. Ended earlier, it puts out who acts as a member now.
                </>
              ) : (
                'Lets whoever acts as a member also change things, for some hours. It ends by itself.'
              )}
            </small>
          </div>
          <Form method="post" className={classes.actions}>
            {support ? null : (
              <>
                <NativeSelect
                  size="xs"
                  name="scope"
                  aria-label="What support may do"
                  disabled={!may.allowed}
                  data={Object.entries(SCOPES).map(([value, label]) => ({ value, label }))}
                />
                <NumberInput
                  size="xs"
                  name="hours"
                  aria-label="For how many hours, 1 to 72"
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
              loading={busy === 'support' || busy === 'end_support'}
            >
              {support ? 'End it now' : 'Switch on'}
            </Button>
            <Reserved sentence={may.sentence} />
          </Form>
          <Outcome
            done={(answer?.done === 'support' || answer?.done === 'end_support') && 'Saved.'}
            problem={problemOf(answer, support ? 'end_support' : 'support')}
          />
        </li>
      )}
    </>
  );
}

function TimeLeft({ until }: { until: string }) {
  const hydrated = useHydrated();
  if (!hydrated) return null;
  const minutes = Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 60_000));
  return minutes < 90
    ? ` (${plural(minutes, 'minute')} left)`
    : ` (${plural(Math.round(minutes / 60), 'hour')} left)`;
}
