import { Button, Checkbox, TextInput } from '@mantine/core';
import type { Leaves, SubmissionFixture } from '@readout/domain/plugins/submissions/rules';
import { useState } from 'react';
import { useFetcher } from 'react-router';
import type { FormAnswer } from '../../../../../forms/answer.ts';
import type { Region } from '../../../../../frames/region.ts';
import { inWords } from '../../../../../plugins/difference-words.ts';
import { sizeInWords } from '../../../../../plugins/standing.ts';
import list from '../../../../../plugins/submission-list.module.css';
import { IconChevronDown } from '../../../../../ui/icons.ts';
import { Hidden, Text } from '../../../../../ui/layout.tsx';
import { useLocale, useText } from '../../../../../ui/texts.tsx';
import classes from '../submit.module.css';
import { FixtureContent } from './fixture-content.tsx';
import { PageDrawing } from './page-drawing.tsx';
import { RedactionEditor } from './redaction-editor.tsx';
import { regionAround } from './region-of.ts';

interface Props {
  submissionId: string;
  revision: number;
  fixture: SubmissionFixture;
  /** Tells whether there are regions that are not hidden yet. */
  onUnsaved(isUnsaved: boolean): void;
}

/** One fixture: whether and how it leaves, what of it is hidden, and what the version makes of the rest. */
export function FixtureCard({ submissionId, revision, fixture, onUnsaved }: Props) {
  const text = useText();
  const { id, outcome, input, hasPicture, captureId } = fixture;
  const fetcher = useFetcher<FormAnswer>();
  const [regions, setRegions] = useState<Region[]>(fixture.regions);
  const [name, setName] = useState(fixture.name);
  const [isOpen, setIsOpen] = useState(fixture.leaves !== 'private');
  const [chosen, setChosen] = useState<{ leaves: Leaves; before: FormAnswer | undefined }>();
  const isBusy = fetcher.state !== 'idle';
  // What was chosen shows at once; what came of it once there is an answer.
  const leaves = chosen && (isBusy || chosen.before === fetcher.data) ? chosen.leaves : fixture.leaves;
  const isUnsaved = JSON.stringify(regions) !== JSON.stringify(fixture.regions) || name !== fixture.name;
  const mark = (next: { regions?: Region[]; name?: string }) => {
    if (next.regions) setRegions(next.regions);
    if (next.name !== undefined) setName(next.name);
    onUnsaved(
      JSON.stringify(next.regions ?? regions) !== JSON.stringify(fixture.regions) ||
        (next.name ?? name) !== fixture.name,
    );
  };
  const save = (as: Leaves, adapts = false) => {
    onUnsaved(false);
    setChosen({ leaves: as, before: fetcher.data });
    void fetcher.submit(
      {
        intent: 'fixture',
        fixture: id,
        revision,
        name,
        leaves: as,
        regions: JSON.stringify(regions),
        adapts: adapts ? 'yes' : 'no',
      },
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
            <TextInput
              className={classes.name}
              label={text('studio.submit.name')}
              maxLength={120}
              value={name}
              onChange={(event) => mark({ name: event.currentTarget.value })}
            />
            <RedactionEditor
              name={fixture.name}
              reading={input.reading}
              picture={picture}
              regions={regions}
              onChange={(next) => mark({ regions: next })}
            />
            <div className={classes.tools}>
              <Button disabled={!isUnsaved} loading={isBusy} onClick={() => save(leaves)}>
                {text('studio.submit.hide_and_run')}
              </Button>
              {isUnsaved && !isBusy ? (
                <span className={classes.unsaved} role="status">
                  {text('studio.submit.not_hidden_yet')}
                </span>
              ) : null}
            </div>
            <Outcome fixture={fixture} isBusy={isBusy} adapt={() => save(leaves, true)} />
            <FixtureContent
              submissionId={submissionId}
              revision={revision}
              fixture={fixture}
              hide={(box) => mark({ regions: [...regions, regionAround(box, input.reading.page)] })}
            />
          </>
        ) : (
          <div className={classes.canvas}>
            <PageDrawing
              reading={input.reading}
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

/** What hiding did, and whether the rest still gives what is expected. */
function Outcome({
  fixture: { outcome, pictureBytes },
  isBusy,
  adapt,
}: {
  fixture: SubmissionFixture;
  isBusy: boolean;
  adapt(): void;
}) {
  const text = useText();
  const locale = useLocale();
  const { hidden, passed, failure, differences, isAdapted } = outcome;
  const parts = [
    hidden.lines > 0 ? text('studio.submit.hidden_lines', { count: hidden.lines }) : '',
    hidden.barcodes > 0 ? text('studio.submit.hidden_barcodes', { count: hidden.barcodes }) : '',
    hidden.fields.length > 0 ? text('studio.submit.hidden_fields', { fields: hidden.fields.join(', ') }) : '',
  ].filter(Boolean);
  return (
    <div className={classes.outcome} data-passed={passed}>
      <p>
        <strong>{passed ? text('studio.submit.run_passed') : text('studio.submit.run_failed')}</strong>{' '}
        {[
          parts.length > 0 ? text('studio.submit.hidden_with', { parts: parts.join('; ') }) : '',
          isAdapted ? text('studio.submit.adapted') : '',
          pictureBytes === null
            ? ''
            : text('studio.submit.picture_size', { size: sizeInWords(pictureBytes, locale) }),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      {failure ? <p>{text('studio.submit.it_failed', { failure })}</p> : null}
      {differences.length > 0 ? (
        <table className={classes.differences}>
          <thead>
            <tr>
              <th>{text('studio.difference.field')}</th>
              <th>{text('studio.difference.expected')}</th>
              <th>{text('studio.difference.now')}</th>
            </tr>
          </thead>
          <tbody>
            {differences
              .map((each) => inWords(each, text))
              .map(({ what, expected, actual }) => (
                <tr key={what}>
                  <th scope="row">{what}</th>
                  <td dir="auto">{expected ?? text('studio.difference.nothing')}</td>
                  <td dir="auto">{actual ?? text('studio.difference.nothing')}</td>
                </tr>
              ))}
          </tbody>
        </table>
      ) : null}
      {passed || failure ? null : (
        <Button variant="default" disabled={isBusy} onClick={adapt}>
          {text('studio.submit.adapt')}
        </Button>
      )}
      {hidden.stillIn.length > 0 ? (
        <p className={classes.still}>
          {text('studio.submit.still_in', {
            words: hidden.stillIn.map((each) => text('studio.submit.word_in', each)).join('; '),
          })}
        </p>
      ) : null}
    </div>
  );
}
