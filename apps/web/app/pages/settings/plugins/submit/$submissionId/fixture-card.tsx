import { Button, Checkbox, TextInput } from '@mantine/core';
import type { Leaves, SubmissionFixture } from '@readout/domain/plugins/submissions/rules';
import { useState } from 'react';
import { useFetcher } from 'react-router';
import type { FormAnswer } from '../../../../../forms/answer.ts';
import { DifferenceTable } from '../../../../../plugins/difference-table.tsx';
import list from '../../../../../plugins/submission-list.module.css';
import { IconChevronDown } from '../../../../../ui/icons.ts';
import { Hidden, Text } from '../../../../../ui/layout.tsx';
import { useText } from '../../../../../ui/texts.tsx';
import classes from '../submit.module.css';
import { FixtureContent } from './fixture-content.tsx';
import { PageDrawing } from './page-drawing.tsx';

interface Props {
  submissionId: string;
  revision: number;
  fixture: SubmissionFixture;
  /** Tells whether its name is not saved yet. */
  onUnsaved(isUnsaved: boolean): void;
}

/** One fixture: whether and how it leaves, and what the version makes of it. */
export function FixtureCard({ submissionId, revision, fixture, onUnsaved }: Props) {
  const text = useText();
  const { id, outcome, hasPicture, captureId } = fixture;
  const fetcher = useFetcher<FormAnswer>();
  const [name, setName] = useState(fixture.name);
  const [isOpen, setIsOpen] = useState(fixture.leaves !== 'private');
  const [chosen, setChosen] = useState<{ leaves: Leaves; before: FormAnswer | undefined }>();
  const isBusy = fetcher.state !== 'idle';
  // What was chosen shows at once; what came of it once there is an answer.
  const leaves = chosen && (isBusy || chosen.before === fetcher.data) ? chosen.leaves : fixture.leaves;
  const save = (as: Leaves) => {
    onUnsaved(false);
    setChosen({ leaves: as, before: fetcher.data });
    void fetcher.submit(
      { intent: 'fixture', fixture: id, revision, name, leaves: as },
      // The step that follows waits for it, from the same click on.
      { method: 'post', flushSync: true },
    );
  };
  const picture = originalOf(submissionId, fixture);
  const isLeaving = leaves !== 'private';
  const problem = fetcher.data?.problem?.message;
  return (
    <li className={classes.card} data-leaves={leaves}>
      <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>
          {captureId ? (
            <img
              src={`/api/v1/captures/${captureId}/thumbnail`}
              alt=""
              width={32}
              height={40}
              loading="lazy"
            />
          ) : null}
          <Text as="h3" size={15} weight={600} isBroken dir="auto">
            {fixture.name}
          </Text>
          <span className={list.standing} data-tone={isLeaving ? 'waiting' : 'open'}>
            {text('studio.submit.leaves', { leaves })}
          </span>
          {outcome.passed ? null : (
            <span className={list.standing} data-tone="refused">
              {text('studio.submit.not_as_expected')}
            </span>
          )}
          <IconChevronDown size={18} aria-hidden className={classes.chevron} />
        </summary>
        <fieldset className={classes.choice} disabled={isBusy}>
          <Hidden as="legend">{text('studio.submit.what_leaves', { name: fixture.name })}</Hidden>
          <Checkbox
            label={text('studio.submit.reading_leaves')}
            checked={isLeaving}
            onChange={(event) => save(event.currentTarget.checked ? 'reading' : 'private')}
          />
          <Checkbox
            label={text('studio.submit.picture_leaves')}
            description={hasPicture ? undefined : text('studio.submit.picture_lost')}
            disabled={!hasPicture || isBusy}
            checked={leaves === 'picture'}
            onChange={(event) => save(event.currentTarget.checked ? 'picture' : 'reading')}
          />
        </fieldset>
        {problem && !isBusy ? (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        ) : null}
        {isLeaving ? (
          <>
            <div className={classes.tools}>
              <TextInput
                className={classes.name}
                label={text('studio.submit.name')}
                maxLength={120}
                value={name}
                onChange={(event) => {
                  setName(event.currentTarget.value);
                  onUnsaved(event.currentTarget.value !== fixture.name);
                }}
              />
              <Button disabled={name === fixture.name} loading={isBusy} onClick={() => save(leaves)}>
                {text('studio.submit.save_name')}
              </Button>
            </div>
            {outcome.passed ? null : <NotAsExpected outcome={outcome} />}
            <FixtureContent submissionId={submissionId} revision={revision} fixture={fixture} />
          </>
        ) : (
          <div className={classes.canvas}>
            <PageDrawing
              reading={outcome.input.reading}
              picture={picture}
              label={text('studio.submit.page_of', { name: fixture.name })}
            />
          </div>
        )}
      </details>
    </li>
  );
}

function originalOf(
  submissionId: string,
  { id, captureId, hasPicture }: SubmissionFixture,
): string | undefined {
  if (captureId) return `/api/v1/captures/${captureId}/view`;
  return hasPicture ? `/app/submissions/${submissionId}/pictures/${id}?which=packaged` : undefined;
}

/** Why it cannot leave. */
function NotAsExpected({ outcome: { failure, differences } }: Pick<SubmissionFixture, 'outcome'>) {
  const text = useText();
  return (
    <div className={classes.outcome}>
      <p>{text('studio.submit.cannot_leave')}</p>
      {failure ? <p>{text('studio.submit.it_failed', { failure })}</p> : null}
      {differences.length > 0 ? <DifferenceTable differences={differences} /> : null}
    </div>
  );
}
