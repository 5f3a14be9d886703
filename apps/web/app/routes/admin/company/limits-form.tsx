import { Button, TextInput } from '@mantine/core';
import type { PlatformCompanyDetail } from '@readout/domain/platform/get-company-for-platform';
import { Form, useNavigation } from 'react-router';
import { wholeNumber } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import { Outcome, type Problem, problemOf } from '../../settings/outcome.tsx';
import classes from '../admin.module.css';
import { gigabytes } from '../forms.ts';

export type CompanyAnswer = { done?: string; problem?: Problem } | undefined;

export function LimitsForm({ company, answer }: { company: PlatformCompanyDetail; answer: CompanyAnswer }) {
  const { limits, revision } = company;
  const problem = problemOf(answer, 'limits');
  const isBusy = useNavigation().formData?.get('intent') === 'limits';
  const isStale = problem?.code === 'company.changed_meanwhile';
  const fields = [
    { name: 'maxMembers', of: 'maxMembers', label: 'Members', now: wholeNumber(limits.maxMembers) },
    {
      name: 'maxCapturesPerMonth',
      of: 'maxCapturesPerMonth',
      label: 'Captures a month',
      now: wholeNumber(limits.maxCapturesPerMonth),
    },
    { name: 'maxGigabytes', of: 'maxBytes', label: 'Storage in GB', now: gigabytes(limits.maxBytes) },
    {
      name: 'maxReadingSecondsPerDay',
      of: 'maxReadingSecondsPerDay',
      label: 'Seconds of reading a day',
      now: wholeNumber(limits.maxReadingSecondsPerDay),
    },
    {
      name: 'maxReadingSecondsPerPage',
      of: 'maxReadingSecondsPerPage',
      label: 'Seconds of reading a page',
      now: wholeNumber(limits.maxReadingSecondsPerPage),
    },
    {
      name: 'maxRereadsPerDay',
      of: 'maxRereadsPerDay',
      label: 'Pages read again a day',
      now: wholeNumber(limits.maxRereadsPerDay),
    },
  ] as const;
  return (
    <section className={page.section}>
      <h2 className={page.sectionTitle}>Limits</h2>
      <Form method="post" className={classes.form} preventScrollReset>
        <input type="hidden" name="revision" value={revision} />
        {fields.map(({ name, of, label, now }) => (
          <TextInput
            key={name}
            name={name}
            label={label}
            inputMode="decimal"
            defaultValue={problem?.typed[name] ?? now}
            description={isStale ? `Now: ${now}` : undefined}
            error={problem?.fields[of]}
          />
        ))}
        <Outcome problem={problem} done={answer?.done === 'limits' && 'Saved.'} />
        <Button type="submit" name="intent" value="limits" loading={isBusy}>
          {isStale ? 'Save anyway' : 'Save limits'}
        </Button>
      </Form>
    </section>
  );
}
