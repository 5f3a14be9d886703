import type { Submission } from '@readout/domain/plugins/submissions/rules';
import { Link } from 'react-router';
import settings from '../settings.module.css';
import { SubmissionRows } from './submission-list.tsx';

interface Props {
  plugin: string;
  /** Newest of the company's own versions; undefined: there is none. */
  version: string | undefined;
  submissions: readonly Submission[];
}

/** On a plugin's page: where its submissions stand, and the way to another. Nothing where the company has no version. */
export function SubmitSection({ plugin, version, submissions }: Props) {
  if (version === undefined) return null;
  const isOpen = submissions.some(
    ({ state, review }) => state === 'preparing' || state === 'waiting' || review?.state === 'in_review',
  );
  return (
    <section className={settings.section} aria-labelledby="submissions">
      <h2 id="submissions">In everybody’s catalogue</h2>
      <p>
        {submissions.length === 0
          ? 'Your company’s version is yours alone. Submitted and reviewed, others can install it, too.'
          : 'What your company handed in for review, or is preparing.'}
      </p>
      <SubmissionRows submissions={submissions} />
      {isOpen ? null : (
        <Link to={`/settings/plugins/submit?plugin=${plugin}&version=${encodeURIComponent(version)}`}>
          Submit for review
        </Link>
      )}
    </section>
  );
}
