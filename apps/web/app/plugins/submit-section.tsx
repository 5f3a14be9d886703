import type { Submission } from '@readout/domain/plugins/submissions/rules';
import { Link } from 'react-router';
import settings from '../ui/settings.module.css';
import { useText } from '../ui/texts.tsx';
import { SubmissionRows } from './submission-list.tsx';

interface Props {
  plugin: string;
  /** Newest of the company's own versions; undefined: there is none. */
  version: string | undefined;
  submissions: readonly Submission[];
}

/** On a plugin's page: where its submissions stand, and the way to another. Nothing where the company has no version. */
export function SubmitSection({ plugin, version, submissions }: Props) {
  const text = useText();
  if (version === undefined) return null;
  const isOpen = submissions.some(
    ({ state, review }) => state === 'preparing' || state === 'waiting' || review?.state === 'in_review',
  );
  return (
    <section className={settings.section} aria-labelledby="submissions">
      <h2 id="submissions">{text('studio.submit.section_title')}</h2>
      <p>
        {submissions.length === 0 ? text('studio.submit.section_none') : text('studio.submit.section_some')}
      </p>
      <SubmissionRows submissions={submissions} />
      {isOpen ? null : (
        <Link to={`/settings/plugins/submit?plugin=${plugin}&version=${encodeURIComponent(version)}`}>
          {text('studio.submit.title')}
        </Link>
      )}
    </section>
  );
}
