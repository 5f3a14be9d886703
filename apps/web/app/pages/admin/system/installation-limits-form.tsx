import type { InstallationUse } from '@readout/domain/platform/installation-limits';
import { fileSize } from '@readout/texts/numbers';
import type { Problem } from '../../../forms/answer.ts';
import { useLocale, useText } from '../../../ui/texts.tsx';
import { gigabytes } from '../forms.ts';
import { LimitFields } from '../limit-fields.tsx';
import classes from '../system.module.css';
import { useMay } from '../use-may.ts';

/** What all companies together may have, beside what they have. */
export function InstallationLimitsForm({
  use,
  problem,
  isSaved,
}: {
  use: InstallationUse;
  problem: Problem<Record<string, string>> | undefined;
  isSaved: boolean;
}) {
  const text = useText();
  const locale = useLocale();
  const { limits } = use;
  const shown = (value: number | null) => (value === null ? '' : String(value));
  const fields = [
    {
      name: 'maxGigabytes',
      of: 'maxBytes',
      label: text('operation.limits.label', { limit: 'maxBytes' }),
      now: limits.maxBytes === null ? '' : gigabytes(limits.maxBytes),
      used: text('operation.limits.used', {
        size: fileSize(use.bytes, locale),
        uploads: use.unfinishedUploads,
        promised: fileSize(use.unfinishedBytes, locale),
      }),
    },
    {
      name: 'maxCapturesPerMonth',
      of: 'maxCapturesPerMonth',
      label: text('operation.limits.label', { limit: 'maxCapturesPerMonth' }),
      now: shown(limits.maxCapturesPerMonth),
      used: text('operation.limits.this_month', { count: use.capturesThisMonth }),
    },
    {
      name: 'maxCompanies',
      of: 'maxCompanies',
      label: text('operation.limits.label', { limit: 'maxCompanies' }),
      now: shown(limits.maxCompanies),
      used: text('operation.limits.now', { count: use.companies }),
    },
    {
      name: 'maxUsers',
      of: 'maxUsers',
      label: text('operation.limits.label', { limit: 'maxUsers' }),
      now: shown(limits.maxUsers),
      used: text('operation.limits.now', { count: use.users }),
    },
    {
      name: 'maxOwnedCompanies',
      of: 'maxOwnedCompanies',
      label: text('operation.limits.label', { limit: 'maxOwnedCompanies' }),
      now: shown(limits.maxOwnedCompanies),
      used: text('operation.limits.owned_hint'),
    },
  ];
  return (
    <section className={classes.section} id="limits">
      <h2>{text('operation.limits.title')}</h2>
      <p>{text('operation.limits.lead')}</p>
      <LimitFields
        limits={fields}
        revision={use.revision}
        problem={problem}
        isSaved={isSaved}
        mayChange={useMay()('system.change')}
      />
    </section>
  );
}
