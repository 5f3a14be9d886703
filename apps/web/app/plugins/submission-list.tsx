import type { Submission } from '@readout/domain/plugins/submissions/rules';
import { Link } from 'react-router';
import { Text } from '../ui/layout.tsx';
import settings from '../ui/settings.module.css';
import { FormattedText, useText } from '../ui/texts.tsx';
import { When } from '../ui/when.tsx';
import { standingOf } from './standing.ts';
import classes from './submission-list.module.css';

/** What a company submitted of a plugin, or is about to; nothing where it never did. */
export function SubmissionRows({ submissions }: { submissions: readonly Submission[] }) {
  const text = useText();
  if (submissions.length === 0) return null;
  return (
    <ul className={settings.rows}>
      {submissions.map((submission) => {
        const { name, tone } = standingOf(submission);
        const moment = submission.decided ?? submission.asked;
        const note = submission.review?.note || submission.decided?.note;
        return (
          <li key={submission.id}>
            <div className={settings.what}>
              <Text as="strong" weight={560} isMono>
                {submission.version}
              </Text>{' '}
              <span className={classes.standing} data-tone={tone}>
                {text('studio.submit.standing', { standing: name })}
              </span>
              <small>
                {moment ? (
                  <FormattedText
                    id="studio.submit.by_when"
                    values={{ name: moment.by, when: <When iso={moment.at} /> }}
                  />
                ) : (
                  text('studio.submit.prepared_by', { name: submission.preparedBy })
                )}
              </small>
              {note ? (
                <Text above={4} isBroken hasLines>
                  {note}
                </Text>
              ) : null}
            </div>
            <div className={settings.actions}>
              <Link to={`/settings/plugins/submit/${submission.id}`}>
                {submission.state === 'preparing'
                  ? text('studio.submit.go_on')
                  : submission.state === 'waiting'
                    ? text('studio.submit.look_and_decide')
                    : text('studio.submit.see')}
              </Link>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
