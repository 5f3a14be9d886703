import type { InstallationUse } from '@readout/domain/platform/installation-limits';
import { fileSize, plural, wholeNumber } from '../../../ui/numbers.ts';
import type { Problem } from '../../settings/outcome.tsx';
import { gigabytes } from '../forms.ts';
import { LimitFields } from '../limit-fields.tsx';
import { useMay } from '../use-may.ts';
import classes from './system.module.css';

/** What all companies together may have, beside what they have. */
export function InstallationLimitsForm({
  use,
  problem,
  isSaved,
}: {
  use: InstallationUse;
  problem: Problem | undefined;
  isSaved: boolean;
}) {
  const { limits } = use;
  const shown = (value: number | null) => (value === null ? '' : String(value));
  const fields = [
    {
      name: 'maxGigabytes',
      of: 'maxBytes',
      label: 'Storage in GB',
      now: limits.maxBytes === null ? '' : gigabytes(limits.maxBytes),
      used: `${fileSize(use.bytes)} used${use.unfinishedUploads > 0 ? `, ${fileSize(use.unfinishedBytes)} of it promised to ${plural(use.unfinishedUploads, 'upload')} under way or unfinished` : ''}.`,
    },
    {
      name: 'maxCapturesPerMonth',
      of: 'maxCapturesPerMonth',
      label: 'Captures a month',
      now: shown(limits.maxCapturesPerMonth),
      used: `${wholeNumber(use.capturesThisMonth)} this month.`,
    },
    {
      name: 'maxCompanies',
      of: 'maxCompanies',
      label: 'Companies',
      now: shown(limits.maxCompanies),
      used: `${wholeNumber(use.companies)} now.`,
    },
    {
      name: 'maxUsers',
      of: 'maxUsers',
      label: 'Accounts',
      now: shown(limits.maxUsers),
      used: `${wholeNumber(use.users)} now.`,
    },
    {
      name: 'maxOwnedCompanies',
      of: 'maxOwnedCompanies',
      label: 'Companies one person may own',
      now: shown(limits.maxOwnedCompanies),
      used: 'Who owns more keeps them. Administrators may always make one.',
    },
  ];
  return (
    <section className={classes.section} id="limits">
      <h2>Limits of the whole installation</h2>
      <p>
        What all companies together may have; empty means any amount. Each company has limits of its own on
        its page. Nothing that was accepted is ever touched by a limit.
      </p>
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
