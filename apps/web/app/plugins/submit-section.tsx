import { Button, Select } from '@mantine/core';
import type { Submission } from '@readout/domain/plugins/submissions/rules';
import { useFetcher } from 'react-router';
import type { FormAnswer } from '../forms/answer.ts';
import { Outcome } from '../forms/outcome.tsx';
import settings from '../ui/settings.module.css';
import { useText } from '../ui/texts.tsx';
import { Sentences } from './code-section.tsx';
import { SubmissionRows } from './submission-list.tsx';

interface Props {
  plugin: string;
  /** The company's own versions, newest first. */
  versions: readonly string[];
  submissions: readonly Submission[];
}

/** On a plugin's page: where its submissions stand, and how another is begun. Shows nothing where the company has no version of its own. */
export function SubmitSection({ plugin, versions, submissions }: Props) {
  const text = useText();
  const fetcher = useFetcher<FormAnswer>();
  const [newest] = versions;
  if (newest === undefined) return null;
  const isOpen = submissions.some(
    ({ state, review }) => state === 'preparing' || state === 'waiting' || review?.state === 'in_review',
  );
  const rules = (['rule_program', 'rule_fixtures', 'rule_confirm'] as const).map((rule) =>
    text(`studio.submit.${rule}`),
  );
  return (
    <section className={settings.section} id="submissions" aria-labelledby="submissions-heading">
      <h2 id="submissions-heading">{text('studio.submit.section_title')}</h2>
      <p>
        {submissions.length === 0 ? text('studio.submit.section_none') : text('studio.submit.section_some')}
      </p>
      <SubmissionRows submissions={submissions} />
      {isOpen ? null : (
        <>
          <Sentences sentences={rules} />
          <fetcher.Form method="post" action="/settings/plugins/submit" className={settings.inline}>
            <input type="hidden" name="plugin" value={plugin} />
            <Select
              label={text('studio.submit.version')}
              name="version"
              data={versions}
              defaultValue={newest}
              allowDeselect={false}
              w={160}
            />
            <Button type="submit" name="intent" value="begin" loading={fetcher.state !== 'idle'}>
              {text('studio.submit.prepare')}
            </Button>
          </fetcher.Form>
          <Outcome problem={fetcher.data?.problem} />
        </>
      )}
    </section>
  );
}
