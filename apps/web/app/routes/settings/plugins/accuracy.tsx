import type { Accuracy } from '@readout/domain/plugins/plugin-versions';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { percent } from '../../dashboard/words.ts';
import settings from '../settings.module.css';
import classes from './plugins.module.css';

/** How a version did on the fixtures it comes with, field by field. */
export function AccuracySection({
  accuracy,
  records,
}: {
  accuracy: Accuracy | null;
  records: Manifest['records'];
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
            Run on the {accuracy.fixtures} fixtures it comes with, it made exactly the right records on{' '}
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
        <p>Not measured: it comes without fixtures.</p>
      )}
    </section>
  );
}
