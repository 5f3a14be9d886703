import type { Submission } from '@readout/domain/plugins/submissions/rules';
import { Link } from 'react-router';
import { When } from '../../../ui/when.tsx';
import settings from '../settings.module.css';
import classes from './submit.module.css';
import { standingOf } from './words.ts';

/** What a company submitted of a plugin, or is about to; nothing where it never did. */
export function SubmissionRows({ submissions }: { submissions: readonly Submission[] }) {
  if (submissions.length === 0) return null;
  return (
    <ul className={settings.rows}>
      {submissions.map((submission) => {
        const { label, tone } = standingOf(submission);
        const moment = submission.decided ?? submission.asked;
        const note = submission.review?.note || submission.decided?.note;
        return (
          <li key={submission.id}>
            <div className={settings.what}>
              <strong className={classes.version}>{submission.version}</strong>{' '}
              <span className={classes.standing} data-tone={tone}>
                {label}
              </span>
              <small>
                {moment ? (
                  <>
                    {moment.by}, <When iso={moment.at} />
                  </>
                ) : (
                  `Prepared by ${submission.preparedBy}`
                )}
              </small>
              {note ? <p className={classes.note}>{note}</p> : null}
            </div>
            <div className={settings.actions}>
              <Link to={`/settings/plugins/submit/${submission.id}`}>
                {submission.state === 'preparing'
                  ? 'Go on'
                  : submission.state === 'waiting'
                    ? 'Look and decide'
                    : 'See what leaves'}
              </Link>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
