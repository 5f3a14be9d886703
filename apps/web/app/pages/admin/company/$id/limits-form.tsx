import type { PlatformCompanyDetail } from '@readout/domain/platform/get-company-for-platform';
import { wholeNumber } from '@readout/texts/numbers';
import { doneOf, problemOf } from '../../../../forms/answer.ts';
import page from '../../../../ui/page.module.css';
import { useLocale, useText } from '../../../../ui/texts.tsx';
import { gigabytes } from '../../forms.ts';
import { LimitFields } from '../../limit-fields.tsx';
import { useMay } from '../../use-may.ts';
import { LIMIT_FIELDS } from '../limits.ts';
import type { Route } from './+types/page';

export function LimitsForm({
  company,
  answer,
}: {
  company: PlatformCompanyDetail;
  answer: Route.ComponentProps['actionData'];
}) {
  const text = useText();
  const locale = useLocale();
  const { limits, revision } = company;
  const fields = LIMIT_FIELDS.map((limit) => ({
    name: limit,
    of: limit === 'maxGigabytes' ? 'maxBytes' : limit,
    label: text('admin.company.limit', { limit }),
    now: limit === 'maxGigabytes' ? gigabytes(limits.maxBytes, locale) : wholeNumber(limits[limit], locale),
  }));
  return (
    <section className={page.section}>
      <h2 className={page.sectionTitle}>{text('admin.company.limits')}</h2>
      <LimitFields
        limits={fields}
        revision={revision}
        problem={problemOf(answer, 'limits')}
        isSaved={doneOf(answer, 'limits') ?? false}
        mayChange={useMay()('companies.change')}
      />
    </section>
  );
}
