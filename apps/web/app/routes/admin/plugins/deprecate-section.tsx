import { Button, Textarea } from '@mantine/core';
import type { PlatformPluginVersion } from '@readout/domain/platform/plugin-versions-for-platform';
import type { PluginTarget } from '@readout/domain/platform/rules';
import { Form, useNavigation } from 'react-router';
import { plural } from '../../../ui/numbers.ts';
import { When } from '../../../ui/when.tsx';
import { Outcome } from '../../settings/outcome.tsx';
import classes from '../system/system.module.css';
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
  const mayChange = useMay()('plugins.change');
  const isBusy = useNavigation().state === 'submitting';
  const said = answerTo(answer, target, ['deprecate', 'offer']);
  const fixed = (
    <>
      <input type="hidden" name="pluginId" value={target.pluginId} />
      <input type="hidden" name="version" value={target.version} />
    </>
  );
  if (state !== 'deprecated' && !mayChange) return null;
  return (
    <section className={classes.section} aria-labelledby="deprecate">
      <h3 id="deprecate">{state === 'deprecated' ? 'Deprecated' : 'Deprecate this version'}</h3>
      {state === 'deprecated' ? (
        <>
          <div className={classes.now}>
            <p dir="auto">{deprecation?.note}</p>
            <p>
              Nobody installs it anew
              {deprecation ? (
                <>
                  {' '}
                  since <When iso={deprecation.at} exact />
                </>
              ) : null}
              ; where it is installed it goes on.
            </p>
          </div>
          {mayChange ? (
            <Form method="post" className={classes.form}>
              {fixed}
              <Button type="submit" name="intent" value="offer" variant="default" loading={isBusy}>
                Offer it again
              </Button>
            </Form>
          ) : null}
        </>
      ) : (
        <>
          <p>
            Nobody installs it anew, and new companies do not start with it. Where it is installed it goes on:{' '}
            {companies === 0
              ? 'no company has it.'
              : `owners and admins of ${plural(companies, 'company', 'companies')} are told the note.`}
          </p>
          <details className={classes.unfold} open={said.problem ? true : undefined}>
            <summary>Deprecate…</summary>
            <Form method="post" className={classes.form} autoComplete="off">
              {fixed}
              <Textarea
                label="Note"
                description="Why, and what to use instead. The companies read it. At most 500 characters."
                name="note"
                autosize
                minRows={2}
                maxLength={1000}
                required
                defaultValue={said.problem?.typed.note ?? ''}
                error={said.problem?.fields.note}
              />
              <Button type="submit" name="intent" value="deprecate" variant="default" loading={isBusy}>
                Deprecate
              </Button>
            </Form>
          </details>
        </>
      )}
      <Outcome {...said} />
    </section>
  );
}
