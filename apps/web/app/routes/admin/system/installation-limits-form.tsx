import { Button, TextInput } from '@mantine/core';
import type { InstallationUse } from '@readout/domain/platform/installation-limits';
import { Form, useNavigation } from 'react-router';
import { wholeNumber } from '../../../ui/numbers.ts';
import { fileSize, plural } from '../../app/wording.ts';
import { Outcome, type Problem } from '../../settings/outcome.tsx';
import { gigabytes } from '../forms.ts';
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
  const isBusy = useNavigation().formData?.get('intent') === 'limits';
  const isStale = problem?.code === 'platform.changed_meanwhile';
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
      name: 'maxOwnedCompanies',
      of: 'maxOwnedCompanies',
      label: 'Companies one person may own',
      now: shown(limits.maxOwnedCompanies),
      used: 'Who owns more keeps them. Administrators may always make one.',
    },
  ] as const;
  return (
    <section className={classes.section} id="limits">
      <h2>Limits of the whole installation</h2>
      <p>
        What all companies together may have; empty means any amount. Each company has limits of its own on
        its page. Nothing that was accepted is ever touched by a limit.
      </p>
      <Form method="post" className={classes.form} preventScrollReset>
        <input type="hidden" name="revision" value={use.revision} />
        {fields.map(({ name, of, label, now, used }) => (
          <TextInput
            key={name}
            name={name}
            label={label}
            inputMode="decimal"
            defaultValue={problem?.typed[name] ?? now}
            description={isStale ? `${used} Limit now: ${now || 'none'}.` : used}
            error={problem?.fields[of]}
          />
        ))}
        <Outcome problem={problem} done={isSaved && 'Saved.'} />
        <div className={classes.buttons}>
          <Button type="submit" name="intent" value="limits" loading={isBusy}>
            {isStale ? 'Save anyway' : 'Save limits'}
          </Button>
        </div>
      </Form>
    </section>
  );
}
