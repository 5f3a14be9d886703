import { Button, Textarea } from '@mantine/core';
import type { PlatformPluginVersion } from '@readout/domain/platform/plugin-versions-for-platform';
import type { PluginTarget } from '@readout/domain/platform/rules';
import { Form, useNavigation } from 'react-router';
import { Outcome } from '../../../forms/outcome.tsx';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import classes from '../system.module.css';
import { useMay } from '../use-may.ts';
import { type Answer, answerTo } from './block-section.tsx';

/** No longer offers a version, with a note; offers it again. */
export function DeprecateSection({
  target,
  version: { state, deprecation, companies },
  answer,
}: {
  target: PluginTarget;
  version: PlatformPluginVersion;
  answer: Answer;
}) {
  const text = useText();
  const mayChange = useMay()('plugins.change');
  const isBusy = useNavigation().state === 'submitting';
  const said = answerTo(answer, target, 'deprecate', 'offer');
  const fixed = (
    <>
      <input type="hidden" name="pluginId" value={target.pluginId} />
      <input type="hidden" name="version" value={target.version} />
    </>
  );
  if (state !== 'deprecated' && !mayChange) return null;
  return (
    <section className={classes.section} aria-labelledby="deprecate">
      <h3 id="deprecate">
        {text('operation.deprecate.title', { state: state === 'deprecated' ? state : undefined })}
      </h3>
      {state === 'deprecated' ? (
        <>
          <div className={classes.now}>
            <p dir="auto">{deprecation?.note}</p>
            <p>
              {deprecation ? (
                <FormattedText
                  id="operation.deprecate.since"
                  values={{ when: <When iso={deprecation.at} exact /> }}
                />
              ) : (
                text('operation.deprecate.now')
              )}
            </p>
          </div>
          {mayChange ? (
            <Form method="post" className={classes.form}>
              {fixed}
              <Button type="submit" name="intent" value="offer" variant="default" loading={isBusy}>
                {text('operation.deprecate.offer')}
              </Button>
            </Form>
          ) : null}
        </>
      ) : (
        <>
          <p>{text('operation.deprecate.hint', { companies })}</p>
          <details className={classes.unfold} open={said.problem ? true : undefined}>
            <summary>{text('operation.deprecate.unfold')}</summary>
            <Form method="post" className={classes.form} autoComplete="off">
              {fixed}
              <Textarea
                label={text('operation.deprecate.note')}
                description={text('operation.deprecate.note_hint')}
                name="note"
                autosize
                minRows={2}
                maxLength={1000}
                required
                defaultValue={said.problem?.typed.note ?? ''}
                error={said.problem?.fields.note}
              />
              <Button type="submit" name="intent" value="deprecate" variant="default" loading={isBusy}>
                {text('operation.deprecate.button')}
              </Button>
            </Form>
          </details>
        </>
      )}
      <Outcome {...said} />
    </section>
  );
}
