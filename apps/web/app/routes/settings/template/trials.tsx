import { Button } from '@mantine/core';
import type { StudioInput } from '@readout/domain/plugins/fixtures/rules';
import type { TemplateExample } from '@readout/domain/plugins/templates/rules';
import { type Explained, explainTemplate, type Learned, type Template } from '@readout/plugin-kit/template';
import { useEffect, useMemo, useState } from 'react';
import { send } from '../../../ui/send.ts';
import { shown } from './field-list.tsx';
import { uprightBounds, uprightView } from './geometry.ts';
import classes from './template.module.css';

/** The reader as it is now, on the newest captures; any of them can become a further example. */
export function Trials({
  captureId,
  template,
  learned,
  examples,
  changeExample,
}: {
  captureId: string;
  template: Template;
  learned: Learned | undefined;
  examples: readonly TemplateExample[];
  changeExample(captureId: string, isExample: boolean): Promise<void>;
}) {
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
      template.fields.length > 0
        ? others
            ?.map((each) => ({ each, made: explainTemplate(each.input, template) }))
            .sort((a, b) => Number(b.made.fits) - Number(a.made.fits))
        : undefined,
    [template, others],
  );
  if (template.fields.length === 0) return null;
  const fitting = results?.filter(({ made }) => made.fits).length ?? 0;
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
      {learned ? <WhatWasLearned learned={learned} examples={examples} /> : null}
      <ul>
        {results?.map(({ each, made }) => (
          <Trial
            key={each.id}
            capture={each}
            made={made}
            isExample={examples.some((example) => example.captureId === each.id)}
            changeExample={changeExample}
          />
        ))}
      </ul>
    </section>
  );
}

function Trial({
  capture,
  made,
  isExample,
  changeExample,
}: {
  capture: StudioInput;
  made: Explained;
  isExample: boolean;
  changeExample(captureId: string, isExample: boolean): Promise<void>;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const { page } = capture.input.reading;
  const read = made.values.filter(({ field }) => field).length;
  const doubtful = made.values.filter(({ field }) => field?.checks.some((check) => !check.passed)).length;
  const change = async () => {
    setIsBusy(true);
    await changeExample(capture.id, !isExample);
    setIsBusy(false);
  };
  return (
    <li data-fits={made.fits || undefined}>
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>
          <img
            src={`/api/v1/captures/${capture.id}/thumbnail`}
            alt=""
            loading="lazy"
            width={40}
            height={48}
          />
          <span>
            <span className={classes.trialName} dir="auto">
              {capture.name}
            </span>
            <small>
              {made.fits
                ? `Fits: ${read} of ${made.values.length} values${doubtful > 0 ? `, ${doubtful} doubtful` : ''}${isExample ? ', example' : ''}`
                : `Does not fit. ${made.reason}`}
            </small>
          </span>
        </summary>
        {made.fits ? (
          <dl>
            {made.values.map(({ name, label, field, why }) => (
              <div key={name}>
                <dt>{label}</dt>
                <dd data-missing={field === undefined || undefined} dir="auto">
                  {field && isOpen ? (
                    <svg
                      className={classes.crop}
                      viewBox={uprightBounds(
                        page,
                        field.evidence.map(({ box }) => box),
                      ).join(' ')}
                      preserveAspectRatio="xMinYMid meet"
                      aria-hidden
                    >
                      <g transform={uprightView(page).transform}>
                        <image
                          href={`/api/v1/captures/${capture.id}/view`}
                          width={page.width}
                          height={page.height}
                        />
                      </g>
                    </svg>
                  ) : null}
                  {field ? shown(field) : why}
                  {field?.checks
                    .filter(({ passed }) => !passed)
                    .map((check) => (
                      <small key={check.name}>{check.reason}</small>
                    ))}
                </dd>
              </div>
            ))}
          </dl>
        ) : null}
        <Button
          size="xs"
          variant="default"
          className={classes.teach}
          loading={isBusy}
          onClick={() => void change()}
        >
          {isExample
            ? 'Leave out as an example'
            : made.fits
              ? 'Learn from this one too'
              : 'It is of this kind: learn from it'}
        </Button>
      </details>
    </li>
  );
}

function WhatWasLearned({
  learned: { kept, added, dropped, unlike },
  examples,
}: {
  learned: Learned;
  examples: readonly TemplateExample[];
}) {
  const list = (texts: string[]) =>
    `${texts
      .slice(0, 6)
      .map((text) => `“${text}”`)
      .join(', ')}${texts.length > 6 ? ' and others' : ''}`;
  return (
    <div className={classes.learned} role="status">
      <p>
        Learned from {examples.length + 1 - unlike.length} examples: {kept.length + added.length} further
        texts are the same on all of them.
      </p>
      {dropped.length > 0 ? <p>No longer counted, because they differ: {list(dropped)}.</p> : null}
      {added.length > 0 ? <p>Found besides: {list(added)}.</p> : null}
      {unlike.length > 0 ? (
        <p>
          Not like the first one, so nothing was learned from it:{' '}
          {unlike.map((index) => examples[index]?.captureName).join(', ')}.
        </p>
      ) : null}
    </div>
  );
}
