import { Button } from '@mantine/core';
import type { StudioInput } from '@readout/domain/plugins/fixtures/rules';
import type { TemplateExample } from '@readout/domain/plugins/templates/rules';
import { onPages } from '@readout/plugin-kit/evidence';
import {
  type Explained,
  explainTemplate,
  type Learned,
  type Template,
  type TemplateMisfit,
} from '@readout/plugin-kit/template';
import { useEffect, useMemo, useState } from 'react';
import { api } from '../../../../api/client.ts';
import { useReaderReason } from '../../../../record/use-check-words.ts';
import { type SayText, useText } from '../../../../ui/texts.tsx';
import { shown, whyMissing } from './field-list.tsx';
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
  const text = useText();
  const [inputs, setInputs] = useState<StudioInput[]>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const leaving = new AbortController();
    api.get('/templates/trials', { signal: leaving.signal }).then(
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
    <section className={classes.trials} aria-label={text('template.trials.title')}>
      <h2>{text('template.trials.heading')}</h2>
      {problem ? <p className={classes.hint}>{problem}</p> : null}
      {results === undefined ? null : results.length === 0 ? (
        <p className={classes.hint}>{text('template.trials.none')}</p>
      ) : (
        <p className={classes.hint}>{text('template.trials.fitting', { fitting, count: results.length })}</p>
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
  const text = useText();
  const reasonOf = useReaderReason();
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
                ? text('template.trials.fits', {
                    read,
                    count: made.values.length,
                    doubtful,
                    example: isExample ? 'yes' : 'no',
                  })
                : text('template.trials.misfit', { why: made.misfit ? inWords(made.misfit, text) : '' })}
            </small>
          </span>
        </summary>
        {made.fits ? (
          <dl>
            {made.values.map((value) => {
              const { name, label, field } = value;
              return (
                <div key={name}>
                  <dt>{label}</dt>
                  <dd data-missing={field === undefined || undefined} dir="auto">
                    {field && isOpen ? (
                      <svg
                        className={classes.crop}
                        viewBox={uprightBounds(
                          page,
                          onPages(field.evidence).map(({ box }) => box),
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
                    {field ? shown(field, text) : whyMissing(value, text)}
                    {field?.checks
                      .filter(({ passed }) => !passed)
                      .map((check) => (
                        <small key={check.name}>{reasonOf(check.reason)}</small>
                      ))}
                  </dd>
                </div>
              );
            })}
          </dl>
        ) : null}
        <Button
          size="xs"
          variant="default"
          className={classes.teach}
          loading={isBusy}
          onClick={() => void change()}
        >
          {text('template.trials.teach', {
            state: isExample ? 'example' : made.fits ? 'fits' : undefined,
          })}
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
  const text = useText();
  return (
    <div className={classes.learned} role="status">
      <p>
        {text('template.trials.learned', {
          examples: examples.length + 1 - unlike.length,
          count: kept.length + added.length,
        })}
      </p>
      {dropped.length > 0 ? (
        <p>{text('template.trials.dropped', { texts: quoted(dropped, 6, text) })}</p>
      ) : null}
      {added.length > 0 ? <p>{text('template.trials.added', { texts: quoted(added, 6, text) })}</p> : null}
      {unlike.length > 0 ? (
        <p>
          {text('template.trials.unlike', {
            names: unlike.map((index) => examples[index]?.captureName).join(', '),
          })}
        </p>
      ) : null}
    </div>
  );
}

/** The first texts in quotation marks. */
function quoted(texts: readonly string[], most: number, text: SayText): string {
  const list = texts
    .slice(0, most)
    .map((each) => text('template.trials.quoted', { text: each }))
    .join(', ');
  return texts.length > most ? text('template.trials.and_others', { texts: list }) : list;
}

/** Why a capture is not of the template's kind. */
function inWords({ why, there, anchors, missing }: TemplateMisfit, text: SayText): string {
  const sentence =
    why === 'none_there'
      ? text('template.trials.none_there', { count: anchors })
      : why === 'lie_differently'
        ? text('template.trials.lie_differently')
        : text(`template.trials.${why}`, { there, count: anchors });
  // Where all are missing their names say nothing more.
  if (missing.length === 0 || why === 'none_there') return sentence;
  const texts = quoted(
    missing.map((each) => each.slice(0, 40)),
    3,
    text,
  );
  return `${sentence} ${text('template.trials.missing', { texts })}`;
}
