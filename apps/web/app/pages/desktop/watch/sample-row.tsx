import { Button } from '@mantine/core';
import type { Permission } from '@readout/domain/policy';
import type { Watch, WatchSample } from '@readout/domain/watches/rules';
import { type ReactNode, useEffect, useState } from 'react';
import { useFetcher } from 'react-router';
import type { FormAnswer } from '../../../forms/answer.ts';
import { useHydrated } from '../../../ui/hydrated.ts';
import { FormattedText, useLocale, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import { implausibleWords } from '../../../watch/implausible-words.ts';
import { reasonInWords } from '../../../watch/reason-in-words.ts';
import { sampleTones, shownValue, valueText } from '../../../watch/words.ts';
import classes from './watch.module.css';

/** One sample with its pixels, what is wrong with it, and what a person says. */
export function SampleRow({ sample, watch, may }: { sample: WatchSample; watch: Watch; may: Permission }) {
  const text = useText();
  const [isOpen, setIsOpen] = useState(false);
  const hydrated = useHydrated();
  const { reads } = watch;
  const locale = useLocale();
  const why = sample.implausible
    ? implausibleWords(sample.implausible, text, {
        locale,
        unit: reads.unit,
        decimals: reads.decimals,
        timeZone: hydrated ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC',
      })
    : sample.reason && reasonInWords(sample.reason, text);
  return (
    <div className={classes.sample}>
      <div className={classes.sampleLine}>
        {sample.hasPicture ? (
          <img src={`/api/v1/watches/${watch.id}/samples/${sample.id}/picture`} alt="" loading="lazy" />
        ) : (
          <span className={classes.noPicture} title={text('watch.page.picture_had_not_changed')} />
        )}
        <span className={classes.sampleValue} data-state={sample.state} dir="auto">
          {shownValue(sample, reads, text, locale)}
        </span>
        <span className={classes.sampleTime}>
          <Moment iso={sample.takenAt} />
        </span>
        <span className={classes.tone} data-tone={sampleTones[sample.state]}>
          {text('watch.page.sample_state', { state: sample.state })}
        </span>
        {may.allowed && !watch.trashedAt ? (
          <button
            type="button"
            className={classes.textButton}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen
              ? text('common.close')
              : sample.state === 'confirmed' || sample.state === 'rejected'
                ? text('watch.page.change')
                : text('watch.page.check')}
          </button>
        ) : null}
      </div>
      {sample.gap ? <p className={classes.gap}>{text('watch.page.gap', { gap: sample.gap })}</p> : null}
      {why ? <p className={classes.reason}>{why}</p> : null}
      {sample.decided ? (
        <p className={classes.facts}>
          <span>
            <Decided state={sample.state} decided={sample.decided} />
          </span>
          {sample.read ? (
            <span>
              {sample.read.value === null
                ? text('watch.page.nothing_was_read')
                : text('watch.page.value_was_read', { value: valueText(sample.read.value, reads, locale) })}
            </span>
          ) : null}
        </p>
      ) : null}
      {isOpen ? <Decide sample={sample} watch={watch} onDone={() => setIsOpen(false)} /> : null}
    </div>
  );
}

function Decided({
  state,
  decided,
}: {
  state: WatchSample['state'];
  decided: NonNullable<WatchSample['decided']>;
}) {
  const values = {
    state: state === 'rejected' ? ('rejected' as const) : ('confirmed' as const),
    by: decided.by.name,
    when: <When iso={decided.at} />,
    name: (inside: ReactNode[]) => <bdi>{inside}</bdi>,
  };
  return decided.reason ? (
    <FormattedText id="watch.page.decided_because" values={{ ...values, reason: decided.reason }} />
  ) : (
    <FormattedText id="watch.page.decided_by" values={values} />
  );
}

function Decide({ sample, watch, onDone }: { sample: WatchSample; watch: Watch; onDone: () => void }) {
  const text = useText();
  const fetcher = useFetcher<FormAnswer>();
  const isDone = fetcher.state === 'idle' && fetcher.data?.done !== undefined;
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone, onDone]);
  const isText = watch.reads.kind === 'text';
  return (
    <fetcher.Form method="post" className={classes.decide}>
      <input type="hidden" name="sampleId" value={sample.id} />
      {isText ? null : (
        <label className={classes.field}>
          <span>{text('watch.page.what_stands_there')}</span>
          <input name="value" inputMode="decimal" defaultValue={sample.value ?? ''} />
        </label>
      )}
      <label className={classes.field}>
        <span>{text('watch.page.reason')}</span>
        <input
          name="reason"
          maxLength={500}
          placeholder={sample.state === 'implausible' ? text('watch.page.why_true_all_same') : ''}
        />
      </label>
      <Button type="submit" name="intent" value="confirm" size="xs">
        {text('watch.page.confirm')}
      </Button>
      <Button type="submit" name="intent" value="reject" size="xs" variant="default">
        {text('watch.page.reject')}
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
  const locale = useLocale();
  const at = new Date(iso);
  return (
    <time dateTime={iso}>
      {hydrated
        ? at.toLocaleString(locale, {
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
