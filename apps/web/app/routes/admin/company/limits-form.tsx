import type { PlatformCompanyDetail } from '@readout/domain/platform/get-company-for-platform';
import { wholeNumber } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import { type FormAnswer, problemOf } from '../../settings/outcome.tsx';
import { gigabytes } from '../forms.ts';
import { LimitFields } from '../limit-fields.tsx';
import { useMay } from '../use-may.ts';

export function LimitsForm({
  company,
  answer,
}: {
  company: PlatformCompanyDetail;
  answer: FormAnswer | undefined;
}) {
  const { limits, revision } = company;
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
  ];
  return (
    <section className={page.section}>
      <h2 className={page.sectionTitle}>Limits</h2>
      <LimitFields
        limits={fields}
        revision={revision}
        problem={problemOf(answer, 'limits')}
        isSaved={answer?.done === 'limits'}
        mayChange={useMay()('companies.change')}
      />
    </section>
  );
}
