import type { Accuracy } from '@readout/domain/plugins/plugin-versions';
import type { Manifest } from '@readout/plugin-kit/manifest';
import type { ReactNode } from 'react';
import { plural } from '../../../ui/numbers.ts';
import { percent } from '../../dashboard/words.ts';
import settings from '../settings.module.css';
import classes from './plugins.module.css';

/** How a version did on the fixtures it comes with, field by field. */
export function AccuracySection({
  accuracy,
  records,
  isOwn,
  children,
}: {
  accuracy: Accuracy | null;
  records: Manifest['records'];
  /** Of the company's own, measured on what it keeps, too. */
  isOwn: boolean;
  /** What can be done about it. */
  children?: ReactNode;
}) {
  const labels = new Map(
    records.flatMap((record) => record.fields.map((field) => [field.name, field.label])),
  );
  return (
    <section className={settings.section} aria-labelledby="accuracy">
      <h2 id="accuracy">Accuracy</h2>
      {accuracy && accuracy.fixtures > 0 ? (
        <>
          <p>
            Run on the {plural(accuracy.fixtures, 'fixture')}{' '}
            {isOwn ? 'your company keeps of it' : 'it comes with'}, it made exactly the right records on{' '}
            {accuracy.passed}. Fixtures on which it has to decline count, too.
          </p>
          {accuracy.fields.length > 0 ? (
            <table className={classes.accuracy}>
              <thead>
                <tr>
                  <th scope="col">Field</th>
                  <th scope="col">Right</th>
                  <th scope="col">Wrong</th>
                  <th scope="col">Missing</th>
                  <th scope="col">Share right</th>
                </tr>
              </thead>
              <tbody>
                {accuracy.fields.map(({ name, right, wrong, missing }) => (
                  <tr key={name}>
                    <th scope="row">{labels.get(name) ?? name}</th>
                    <td>{right}</td>
                    <td data-some={wrong > 0 || undefined}>{wrong}</td>
                    <td data-some={missing > 0 || undefined}>{missing}</td>
                    <td>{percent(right, right + wrong + missing)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          ) : null}
        </>
      ) : (
        <p>
          {isOwn
            ? 'Not measured: there was no fixture of it. In the studio, “This is right” makes one.'
            : 'Not measured: it comes without fixtures.'}
        </p>
      )}
      {children}
    </section>
  );
}
