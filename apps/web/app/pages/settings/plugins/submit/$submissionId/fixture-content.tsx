import type { SubmissionFixture } from '@readout/domain/plugins/submissions/rules';
import type { JsonValue } from '@readout/plugin-kit';
import { useText } from '../../../../../ui/texts.tsx';
import classes from '../submit.module.css';
import { PageDrawing } from './page-drawing.tsx';

interface Props {
  submissionId: string;
  revision: number;
  fixture: SubmissionFixture;
}

/** A fixture exactly as it leaves: its picture, every line of text, every code, and the values that are right. */
export function FixtureContent({ submissionId, revision, fixture }: Props) {
  const text = useText();
  const { id, name, leaves, outcome } = fixture;
  const { reading, settings, locale, today } = outcome.input;
  const rows = [
    ...reading.lines.map((line) => ({ ...line, kind: '' })),
    ...reading.barcodes.map((code) => ({ ...code, kind: code.format })),
  ];
  return (
    <div className={classes.content}>
      <h4>
        {leaves === 'picture'
          ? text('studio.submit.picture_leaving')
          : text('studio.submit.no_picture_leaving')}
      </h4>
      <div className={classes.canvas}>
        <PageDrawing
          reading={reading}
          picture={
            leaves === 'picture' ? `/app/submissions/${submissionId}/pictures/${id}?r=${revision}` : undefined
          }
          label={text('studio.submit.as_it_leaves', { name })}
        />
      </div>
      <h4>
        {text('studio.submit.text_leaving')}{' '}
        <small>{text('studio.submit.lines', { count: rows.length })}</small>
      </h4>
      <ul className={classes.lines} aria-label={text('studio.submit.text_leaving_of', { name })}>
        {rows.map((row) => (
          <li key={row.id}>
            <span dir="auto">
              {row.kind ? <small>{row.kind} </small> : null}
              {row.text}
            </span>
          </li>
        ))}
      </ul>
      <h4>{text('studio.submit.right_values')}</h4>
      {outcome.expected.length === 0 ? (
        <p className={classes.hint}>{text('studio.submit.has_to_decline')}</p>
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
        {Object.keys(settings).length > 0
          ? text('studio.submit.with_settings', { locale, day: today, settings: JSON.stringify(settings) })
          : text('studio.submit.without_settings', { locale, day: today })}
      </p>
    </div>
  );
}

const shown = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));
