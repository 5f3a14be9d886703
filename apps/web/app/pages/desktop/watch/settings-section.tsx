import { Button } from '@mantine/core';
import type { Permission } from '@readout/domain/policy';
import type { Watch, WatchPlace } from '@readout/domain/watches/rules';
import { useState } from 'react';
import { Form } from 'react-router';
import { doneOf, problemOf } from '../../../forms/answer.ts';
import type { FrameSource } from '../../../frames/frame-source.ts';
import page from '../../../ui/page.module.css';
import { useText } from '../../../ui/texts.tsx';
import { openSource } from '../../../watch/open-source.ts';
import { runningWatch, stopWatch } from '../../../watch/running.ts';
import type { Route } from './$watchId/+types/page';
import { MarkPlace } from './mark-place.tsx';
import { SettingsFields } from './settings-fields.tsx';
import classes from './watch.module.css';

/** What the watch reads, how often and within which limits; to end it, and to delete it. */
export function SettingsSection({
  watch,
  may,
  answer,
}: {
  watch: Watch;
  may: Permission;
  answer: Route.ComponentProps['actionData'];
}) {
  const text = useText();
  const [place, setPlace] = useState<WatchPlace>(watch.place);
  const [source, setSource] = useState<FrameSource>();
  const [sentence, setSentence] = useState('');
  if (!may.allowed) return null;
  const mark = async () => {
    setSentence('');
    try {
      setSource(await openSource(watch.sourceKind, text));
    } catch (error) {
      setSentence(error instanceof Error ? error.message : String(error));
    }
  };
  const { region, frame } = place;
  return (
    <section className={page.section} aria-labelledby="settings">
      <details className={classes.settings} open={problemOf(answer, 'settings') !== undefined}>
        <summary>
          <h2 id="settings">{text('watch.page.settings')}</h2>
        </summary>
        <Form
          method="post"
          className={classes.form}
          preventScrollReset
          onSubmit={() => runningWatch(watch.id) && stopWatch(watch.id)}
        >
          <input type="hidden" name="revision" value={watch.revision} />
          <input type="hidden" name="sourceKind" value={watch.sourceKind} />
          <input type="hidden" name="regionProfileId" value={watch.regionProfileId ?? ''} />
          <input type="hidden" name="place" value={JSON.stringify(place)} />
          <SettingsFields key={watch.revision} settings={watch} />
          {source ? (
            <MarkPlace source={source} place={place} onPlace={setPlace} />
          ) : (
            <p className={page.dim}>
              {text('watch.page.reads_where', {
                width: region.width,
                height: region.height,
                x: region.x,
                y: region.y,
                frameWidth: frame.width,
                frameHeight: frame.height,
              })}{' '}
              <button type="button" className={classes.textButton} onClick={() => void mark()}>
                {text('watch.page.mark_region_again')}
              </button>
            </p>
          )}
          <p className={classes.problem} role="alert">
            {sentence}
          </p>
          <p className={page.dim}>{text('watch.page.device_reads_stops_when_saved')}</p>
          <Button type="submit" name="intent" value="settings">
            {text('common.save')}
          </Button>
          <p className={classes.done} role="status">
            {doneOf(answer, 'settings') ? text('common.saved') : ''}
          </p>
        </Form>
        <div className={classes.ends}>
          {watch.state === 'ended' ? null : (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="state" value={watch.state === 'active' ? 'paused' : 'ended'} />
              <Button type="submit" name="intent" value="state" variant="default">
                {watch.state === 'active'
                  ? text('watch.page.pause_on_every_device')
                  : text('watch.page.end_it')}
              </Button>
            </Form>
          )}
          <Form method="post">
            <Button type="submit" name="intent" value="trash" variant="default" color="red">
              {text('watch.page.delete_with_all_samples')}
            </Button>
          </Form>
          <p className={page.dim}>{text('watch.page.deleted_watches_can_be_restored')}</p>
        </div>
      </details>
    </section>
  );
}
