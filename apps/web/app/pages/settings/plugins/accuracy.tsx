import type { Accuracy } from '@readout/domain/plugins/plugin-versions';
import type { Manifest } from '@readout/plugin-kit/manifest';
import type { ReactNode } from 'react';
import { percent } from '../../../dashboard/words.ts';
import classes from '../../../plugins/plugins.module.css';
import settings from '../../../ui/settings.module.css';
import { useText } from '../../../ui/texts.tsx';

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
  const text = useText();
  const labels = new Map(
    records.flatMap((record) => record.fields.map((field) => [field.name, field.label])),
  );
  return (
    <section className={settings.section} aria-labelledby="accuracy">
      <h2 id="accuracy">{text('settings.plugins.accuracy')}</h2>
      {accuracy && accuracy.fixtures > 0 ? (
        <>
          <p>
            {text('settings.plugins.accuracy_run', {
              own: isOwn ? 'yes' : undefined,
              fixtures: accuracy.fixtures,
              passed: accuracy.passed,
            })}
          </p>
          {accuracy.fields.length > 0 ? (
            <table className={classes.accuracy}>
              <thead>
                <tr>
                  <th scope="col">{text('settings.plugins.field')}</th>
                  <th scope="col">{text('settings.plugins.right')}</th>
                  <th scope="col">{text('settings.plugins.wrong')}</th>
                  <th scope="col">{text('settings.plugins.missing')}</th>
                  <th scope="col">{text('settings.plugins.share_right')}</th>
                </tr>
              </thead>
              <tbody>
                {accuracy.fields.map(({ name, right, wrong, missing }) => (
                  <tr key={name}>
                    <th scope="row">{labels.get(name) ?? name}</th>
                    <td>{right}</td>
                    <td data-some={wrong > 0 || undefined}>{wrong}</td>
                    <td data-some={missing > 0 || undefined}>{missing}</td>
                    <td>{percent(right, right + wrong + missing, text)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          ) : null}
        </>
      ) : (
        <p>{text('settings.plugins.accuracy_none', { own: isOwn ? 'yes' : undefined })}</p>
      )}
      {children}
    </section>
  );
}
