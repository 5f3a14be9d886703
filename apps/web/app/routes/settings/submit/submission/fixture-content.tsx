import { Button } from '@mantine/core';
import type { SubmissionFixture } from '@readout/domain/plugins/submissions/rules';
import type { JsonValue, Quad } from '@readout/plugin-kit';
import classes from '../submit.module.css';
import { PageDrawing } from './page-drawing.tsx';

interface Props {
  submissionId: string;
  revision: number;
  fixture: SubmissionFixture;
  /** Given while it is prepared: hides a line or code. */
  hide?: (box: Quad) => void;
}

/** A fixture exactly as it leaves: its picture, every line of text, every code, and the values that are right. */
export function FixtureContent({ submissionId, revision, fixture, hide }: Props) {
  const { id, name, leaves, outcome } = fixture;
  const { reading, settings, locale, today } = outcome.input;
  const rows = [
    ...reading.lines.map((line) => ({ ...line, kind: '' })),
    ...reading.barcodes.map((code) => ({ ...code, kind: code.format })),
  ];
  return (
    <div className={classes.content}>
      <h4>
        {leaves === 'picture' ? 'The picture as it leaves' : 'No picture leaves; what was read, where it was'}
      </h4>
      <div className={classes.canvas}>
        <PageDrawing
          reading={reading}
          picture={
            leaves === 'picture' ? `/app/submissions/${submissionId}/pictures/${id}?r=${revision}` : undefined
          }
          label={`${name} as it leaves`}
        />
      </div>
      <h4>
        Text that leaves{' '}
        <small>
          {rows.length} {rows.length === 1 ? 'line' : 'lines'}
        </small>
      </h4>
      <ul
        className={classes.lines}
        data-scrolls={hide ? true : undefined}
        aria-label={`Text of ${name} that leaves`}
      >
        {rows.map((row) => (
          <li key={row.id}>
            <span dir="auto">
              {row.kind ? <small>{row.kind} </small> : null}
              {row.text}
            </span>
            {hide ? (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Hide “${row.text}”`}
                onClick={() => hide(row.box)}
              >
                Hide
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <h4>Values that are right</h4>
      {outcome.expected.length === 0 ? (
        <p className={classes.hint}>None: it has to decline this one.</p>
      ) : null}
      {outcome.expected.map((record, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: records of one type are told apart by their order only
        <dl key={index} className={classes.values}>
          <div>
            <dt>{record.type}</dt>
            <dd />
          </div>
          {Object.entries(record.fields).map(([field, { value }]) => (
            <div key={field}>
              <dt>{field}</dt>
              <dd dir="auto">{shown(value)}</dd>
            </div>
          ))}
        </dl>
      ))}
      <p className={classes.hint}>
        With it: locale {locale}, day {today}
        {Object.keys(settings).length > 0 ? `, settings ${JSON.stringify(settings)}` : ', no settings'}.
      </p>
    </div>
  );
}

const shown = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));
