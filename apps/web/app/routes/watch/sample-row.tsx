import { Button } from '@mantine/core';
import type { Permission } from '@readout/domain/policy';
import { implausibleWords, type Watch, type WatchSample } from '@readout/domain/watches/rules';
import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router';
import { useHydrated } from '../../ui/hydrated.ts';
import { When } from '../../ui/when.tsx';
import type { WatchAnswer } from './answer.ts';
import classes from './watch.module.css';
import { gapWords, sampleStates, shownValue, valueText } from './words.ts';

/** One sample with its pixels, what is wrong with it, and what a person says. */
export function SampleRow({ sample, watch, may }: { sample: WatchSample; watch: Watch; may: Permission }) {
  const [isOpen, setIsOpen] = useState(false);
  const hydrated = useHydrated();
  const { reads } = watch;
  const { text, tone } = sampleStates[sample.state];
  const why = sample.implausible
    ? implausibleWords(sample.implausible, {
        unit: reads.unit,
        decimals: reads.decimals,
        timeZone: hydrated ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC',
      })
    : sample.reason;
  return (
    <div className={classes.sample}>
      <div className={classes.sampleLine}>
        {sample.hasPicture ? (
          <img src={`/api/v1/watches/${watch.id}/samples/${sample.id}/picture`} alt="" loading="lazy" />
        ) : (
          <span className={classes.noPicture} title="The picture had not changed" />
        )}
        <span className={classes.sampleValue} data-state={sample.state} dir="auto">
          {shownValue(sample, reads)}
        </span>
        <span className={classes.sampleTime}>
          <Moment iso={sample.takenAt} />
        </span>
        <span className={classes.tone} data-tone={tone}>
          {text}
        </span>
        {may.allowed && !watch.trashedAt ? (
          <button
            type="button"
            className={classes.textButton}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen
              ? 'Close'
              : sample.state === 'confirmed' || sample.state === 'rejected'
                ? 'Change'
                : 'Check'}
          </button>
        ) : null}
      </div>
      {sample.gap ? <p className={classes.gap}>{gapWords[sample.gap]}</p> : null}
      {why ? <p className={classes.reason}>{why}</p> : null}
      {sample.decided ? (
        <p className={classes.facts}>
          <span>
            {text} by <bdi>{sample.decided.by.name}</bdi>, <When iso={sample.decided.at} />
            {sample.decided.reason ? `: ${sample.decided.reason}` : ''}
          </span>
          {sample.read ? (
            <span>
              {sample.read.value === null
                ? 'nothing was read'
                : `${valueText(sample.read.value, reads)} was read`}
            </span>
          ) : null}
        </p>
      ) : null}
      {isOpen ? <Decide sample={sample} watch={watch} onDone={() => setIsOpen(false)} /> : null}
    </div>
  );
}

function Decide({ sample, watch, onDone }: { sample: WatchSample; watch: Watch; onDone: () => void }) {
  const fetcher = useFetcher<WatchAnswer>();
  const isDone = fetcher.state === 'idle' && fetcher.data?.done === true;
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone, onDone]);
  const isText = watch.reads.kind === 'text';
  return (
    <fetcher.Form method="post" className={classes.decide}>
      <input type="hidden" name="sampleId" value={sample.id} />
      {isText ? null : (
        <label className={classes.field}>
          <span>What stands there</span>
          <input name="value" inputMode="decimal" defaultValue={sample.value ?? ''} />
        </label>
      )}
      <label className={classes.field}>
        <span>Reason</span>
        <input
          name="reason"
          maxLength={500}
          placeholder={sample.state === 'implausible' ? 'Why it is true all the same' : ''}
        />
      </label>
      <Button type="submit" name="intent" value="confirm" size="xs">
        Confirm
      </Button>
      <Button type="submit" name="intent" value="reject" size="xs" variant="default">
        Reject
      </Button>
      <p className={classes.problem} role="alert">
        {fetcher.data?.problem?.message}
      </p>
    </fetcher.Form>
  );
}

/** To the second: samples are seconds apart. */
function Moment({ iso }: { iso: string }) {
  const hydrated = useHydrated();
  const at = new Date(iso);
  return (
    <time dateTime={iso}>
      {hydrated
        ? at.toLocaleString(undefined, {
            day: 'numeric',
            month: 'short',
            hour: '2-digit',
            minute: '2-digit',
            second: '2-digit',
          })
        : `${iso.slice(0, 19).replace('T', ' ')} UTC`}
    </time>
  );
}
