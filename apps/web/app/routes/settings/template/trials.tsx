import type { StudioInput } from '@readout/domain/plugins/fixtures/fixture-types';
import { fitTemplate, type Template, templateReader } from '@readout/plugin-kit/template';
import { useEffect, useMemo, useState } from 'react';
import { send } from '../../app/send.ts';
import { shown } from './field-list.tsx';
import classes from './template.module.css';

/** The reader as it is now, on the newest captures. */
export function Trials({ captureId, template }: { captureId: string; template: Template }) {
  const [inputs, setInputs] = useState<StudioInput[]>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const leaving = new AbortController();
    send<StudioInput[]>('/app/templates/trials', undefined, leaving.signal).then(
      (answer) => (answer.ok ? setInputs(answer.value) : setProblem(answer.problem.detail)),
      () => {},
    );
    return () => leaving.abort();
  }, []);
  const others = useMemo(() => inputs?.filter(({ id }) => id !== captureId), [inputs, captureId]);
  const results = useMemo(
    () =>
      template.fields.length > 0 ? others?.map((each) => ({ each, ...tried(template, each) })) : undefined,
    [template, others],
  );
  if (template.fields.length === 0) return null;
  const fitting = results?.filter(({ fits }) => fits).length ?? 0;
  return (
    <section className={classes.trials} aria-label="Try it">
      <h2>On your newest captures</h2>
      {problem ? <p className={classes.hint}>{problem}</p> : null}
      {results === undefined ? null : results.length === 0 ? (
        <p className={classes.hint}>
          There is no other capture yet. Take a second one of this kind to see it work.
        </p>
      ) : (
        <p className={classes.hint}>
          It fits {fitting} of {results.length}. {fitting === 0 ? 'None of them may be of this kind.' : ''}
        </p>
      )}
      <ul>
        {results
          ?.sort((a, b) => Number(b.fits) - Number(a.fits))
          .map(({ each, fits, words, values }) => (
            <li key={each.id} data-fits={fits || undefined}>
              <details>
                <summary>
                  <img
                    src={`/api/v1/captures/${each.id}/thumbnail`}
                    alt=""
                    loading="lazy"
                    width={40}
                    height={48}
                  />
                  <span>
                    <span className={classes.trialName} dir="auto">
                      {each.name}
                    </span>
                    <small>{words}</small>
                  </span>
                </summary>
                {values.length > 0 ? (
                  <dl>
                    {values.map(({ label, value }) => (
                      <div key={label}>
                        <dt>{label}</dt>
                        <dd data-missing={value === undefined || undefined} dir="auto">
                          {value ?? 'not found'}
                        </dd>
                      </div>
                    ))}
                  </dl>
                ) : null}
              </details>
            </li>
          ))}
      </ul>
    </section>
  );
}

function tried(template: Template, { input }: StudioInput) {
  const fit = fitTemplate(input.reading, template);
  if (!fit.fits) return { fits: false, words: `Does not fit. ${fit.reason}`, values: [] };
  const fields = templateReader(template).read(input)[0]?.fields ?? {};
  const values = template.fields.map(({ name, label }) => {
    const made = fields[name];
    return { label, value: made && shown(made) };
  });
  const read = values.filter(({ value }) => value !== undefined).length;
  return { fits: true, words: `Fits: ${read} of ${values.length} values`, values };
}
