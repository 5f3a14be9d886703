import type { Watch } from '@readout/domain/watches/rules';
import { useEffect, useRef } from 'react';
import page from '../../../ui/page.module.css';
import { useLocale, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import { reasonInWords } from '../../../watch/reason-in-words.ts';
import { onPicture, type RunningWatch } from '../../../watch/running.ts';
import { sampleTones, shownValue, standingOf, valueText } from '../../../watch/words.ts';
import classes from './watch.module.css';

/** What it says now, large, with the pixels it was read from beside it. */
export function LiveValue({
  watch,
  running,
  now,
}: {
  watch: Watch;
  running: RunningWatch | undefined;
  now: number;
}) {
  const text = useText();
  const locale = useLocale();
  const mine = running?.last;
  const last = watch.last;
  // This device knows its newest sample before the server does.
  const isMineNewer = mine && (!last || Date.parse(mine.takenAt) >= Date.parse(last.takenAt));
  const shown = isMineNewer
    ? {
        value: mine.value,
        text: mine.text,
        takenAt: mine.takenAt,
        confidence: mine.confidence,
        state: mine.isReadable ? ('ok' as const) : ('unreadable' as const),
        reason: mine.reason,
      }
    : last && { ...last, reason: undefined };
  // What the server found about a sample that this device has just read.
  const state = shown && last && isMineNewer && mine.id === last.sampleId ? last.state : shown?.state;
  const isOutside =
    shown?.value != null &&
    state !== 'implausible' &&
    ((watch.high !== null && shown.value > watch.high) || (watch.low !== null && shown.value < watch.low));
  const standing = standingOf(watch, now, text);
  const isHere = running?.state === 'running' || running?.state === 'starting';
  return (
    <section className={classes.live} aria-label={text('watch.page.now')}>
      <div className={classes.pixels}>
        {isHere ? (
          <LivePixels watchId={watch.id} />
        ) : last?.pictureId ? (
          <img
            src={`/api/v1/watches/${watch.id}/samples/${last.pictureId}/picture`}
            alt={text('watch.page.region_as_last_looked')}
          />
        ) : (
          <span className={page.dim}>{text('watch.page.no_picture_yet')}</span>
        )}
      </div>
      <div className={classes.now}>
        <p
          className={classes.value}
          data-tone={isOutside ? 'alarm' : shown?.value == null ? 'dim' : undefined}
          data-testid="live-value"
          dir="auto"
        >
          {shown ? (
            shown.value === null ? (
              shownValue(shown, watch.reads, text, locale)
            ) : (
              <>
                {valueText(shown.value, watch.reads, locale, { withUnit: false })}
                {watch.reads.unit ? <small>{watch.reads.unit}</small> : null}
              </>
            )
          ) : (
            text('watch.page.nothing_read_yet')
          )}
        </p>
        {shown ? (
          <p className={classes.facts}>
            <When iso={shown.takenAt} />
            {shown.value === null && watch.reads.kind !== 'text' ? null : (
              <span>{text('watch.page.percent_sure', { percent: Math.round(shown.confidence * 100) })}</span>
            )}
            {state && state !== 'ok' ? (
              <span className={classes.tone} data-tone={sampleTones[state]}>
                {text('watch.page.sample_state', { state })}
              </span>
            ) : null}
            {isOutside ? (
              <span className={classes.tone} data-tone="alarm">
                {text('watch.page.outside_its_limits')}
              </span>
            ) : null}
          </p>
        ) : null}
        {shown?.reason ? <p className={classes.reason}>{reasonInWords(shown.reason, text)}</p> : null}
        <p className={classes.facts}>
          <span className={classes.tone} data-tone={isHere ? 'signal' : standing.tone}>
            {isHere ? text('watch.page.running_on_device') : standing.label}
          </span>
          {watch.run && !isHere ? (
            <span>
              <bdi>{watch.run.by.name}</bdi>, {watch.run.device}
            </span>
          ) : null}
        </p>
      </div>
    </section>
  );
}

function LivePixels({ watchId }: { watchId: string }) {
  const text = useText();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(
    () =>
      onPicture(watchId, (picture) => {
        const target = canvas.current;
        if (!target) return;
        if (target.width !== picture.width || target.height !== picture.height) {
          target.width = picture.width;
          target.height = picture.height;
        }
        target.getContext('2d')?.drawImage(picture, 0, 0);
      }),
    [watchId],
  );
  return (
    <canvas
      ref={canvas}
      width={1}
      height={1}
      role="img"
      aria-label={text('watch.page.region_as_looks_now')}
    />
  );
}
