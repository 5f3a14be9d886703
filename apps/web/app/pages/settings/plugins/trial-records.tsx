import type { AutoConfirmTrial } from '@readout/domain/plugins/preview-auto-confirm';
import { Link } from 'react-router';
import classes from '../../../plugins/plugins.module.css';
import settings from '../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import { toPercent } from './trial.ts';

/** What people made of a record, most worth looking at first. */
const outcomes = ['corrected', 'rejected', 'waiting', 'unchanged'] as const;

const maxListed = 50;

/** The records the rule would have confirmed, behind their numbers. */
export function TrialRecords({ trials, threshold }: { trials: AutoConfirmTrial[]; threshold: number }) {
  const text = useText();
  const confirmed = trials.filter((trial) => trial.isClean && trial.confidence >= threshold);
  return outcomes.map((outcome) => {
    const records = confirmed.filter((trial) => trial.outcome === outcome);
    if (records.length === 0) return null;
    return (
      <details key={outcome} className={settings.unfold}>
        <summary>{text('settings.plugins.trial_outcome', { outcome, count: records.length })}</summary>
        <ul className={classes.tried}>
          {records.slice(0, maxListed).map((record, index) => (
            // A capture may have several records; their order is that of the list.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={index}>
              <FormattedText
                id="settings.plugins.trial_sure"
                values={{
                  when: (
                    <Link to={`/app/${record.captureId}`}>
                      <When iso={record.createdAt} />
                    </Link>
                  ),
                  percent: Number(toPercent(record.confidence)),
                }}
              />
            </li>
          ))}
        </ul>
        {records.length > maxListed ? (
          <p>{text('settings.plugins.trial_newest', { count: maxListed })}</p>
        ) : null}
      </details>
    );
  });
}
