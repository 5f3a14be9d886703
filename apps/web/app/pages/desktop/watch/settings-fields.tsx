import type { WatchSettings } from '@readout/domain/watches/rules';
import { useState } from 'react';
import { useText } from '../../../ui/texts.tsx';
import { countedInterval, intervalChoices } from '../../../watch/words.ts';
import classes from './watch.module.css';

/** The fields of a watch's settings, without where it reads. */
export function SettingsFields({ settings }: { settings: Partial<WatchSettings> }) {
  const text = useText();
  const { reads } = settings;
  const [kind, setKind] = useState(reads?.kind ?? 'number');
  const isNumber = kind !== 'text';
  return (
    <>
      <div className={classes.fields}>
        <Field label={text('common.name')} isWide>
          <input name="name" required maxLength={80} defaultValue={settings.name ?? ''} />
        </Field>
        <Field label={text('watch.page.what_is_read')}>
          <select
            name="kind"
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value as typeof kind)}
          >
            <option value="number">{text('watch.page.number_on_screen')}</option>
            <option value="segments">{text('watch.page.a_seven_segment_display')}</option>
            <option value="text">{text('watch.page.text')}</option>
          </select>
        </Field>
        <Field label={text('watch.page.how_often')}>
          <select
            name="interval"
            defaultValue={settings.intervalMs === null ? 'change' : String(settings.intervalMs ?? 10_000)}
          >
            <option value="change">{text('watch.page.when_it_changes')}</option>
            {intervalChoices.map((ms) => (
              <option key={ms} value={ms}>
                {text('watch.page.interval', countedInterval(ms))}
              </option>
            ))}
          </select>
        </Field>
        {isNumber ? (
          <>
            <Field label={text('watch.page.unit')}>
              <input name="unit" maxLength={20} defaultValue={reads?.unit ?? ''} />
            </Field>
            <Field label={text('watch.page.decimal_mark')}>
              <select name="decimalMark" defaultValue={reads?.decimalMark ?? ''}>
                <option value="">{text('watch.page.as_it_stands')}</option>
                <option value=".">{text('watch.page.point')}</option>
                <option value=",">{text('watch.page.comma')}</option>
              </select>
            </Field>
            <Field label={text('watch.page.decimals')} hint={text('watch.page.where_always_as_many')}>
              <input name="decimals" inputMode="numeric" defaultValue={reads?.decimals ?? ''} />
            </Field>
            <Field label={text('watch.page.digits')} hint={text('watch.page.where_always_as_many')}>
              <input name="digits" inputMode="numeric" defaultValue={reads?.digits ?? ''} />
            </Field>
          </>
        ) : null}
      </div>
      {isNumber ? (
        <fieldset className={classes.group}>
          <legend>{text('watch.page.alarm_title')}</legend>
          <div className={classes.fields}>
            <Field label={text('watch.page.below')}>
              <input name="low" inputMode="decimal" defaultValue={settings.low ?? ''} />
            </Field>
            <Field label={text('watch.page.above')}>
              <input name="high" inputMode="decimal" defaultValue={settings.high ?? ''} />
            </Field>
            <Field label={text('watch.page.reading_lost_after')} hint={text('watch.page.readings_in_row')}>
              <input name="lostAfter" inputMode="numeric" defaultValue={settings.lostAfter ?? 5} />
            </Field>
          </div>
        </fieldset>
      ) : (
        <input type="hidden" name="lostAfter" value={settings.lostAfter ?? 5} />
      )}
      <details className={classes.more}>
        <summary>{text('watch.page.what_plausible_how_long_samples')}</summary>
        {isNumber ? (
          <div className={classes.fields}>
            <Field label={text('watch.page.shows_at_least')}>
              <input name="min" inputMode="decimal" defaultValue={reads?.min ?? ''} />
            </Field>
            <Field label={text('watch.page.shows_at_most')}>
              <input name="max" inputMode="decimal" defaultValue={reads?.max ?? ''} />
            </Field>
            <Field label={text('watch.page.changes_by_at_most')}>
              <input name="maxRate" inputMode="decimal" defaultValue={settings.maxRate ?? ''} />
            </Field>
            <Field label={text('watch.page.in_each')}>
              <select name="ratePerMs" defaultValue={String(settings.ratePerMs ?? 3_600_000)}>
                <option value="1000">{text('watch.page.second')}</option>
                <option value="60000">{text('watch.page.minute')}</option>
                <option value="3600000">{text('watch.page.hour')}</option>
                <option value="86400000">{text('watch.page.day')}</option>
              </select>
            </Field>
            <Field label={text('watch.page.it_goes')}>
              <select name="direction" defaultValue={settings.direction ?? 'any'}>
                <option value="any">{text('watch.page.up_and_down')}</option>
                <option value="up">{text('watch.page.up_only_like_meter')}</option>
                <option value="down">{text('watch.page.down_only')}</option>
              </select>
            </Field>
          </div>
        ) : null}
        <div className={classes.fields}>
          <Field label={text('watch.page.keep_samples_for')} hint={text('watch.page.days_empty_for_ever')}>
            <input name="keepDays" inputMode="numeric" defaultValue={settings.keepDays ?? ''} />
          </Field>
        </div>
        {isNumber ? (
          <p className={classes.hint}>{text('watch.page.rate_direction_measured_from_values')}</p>
        ) : null}
      </details>
    </>
  );
}

function Field({
  label,
  hint,
  isWide,
  children,
}: {
  label: string;
  hint?: string;
  isWide?: boolean;
  children: React.ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className={classes.field} data-wide={isWide}>
      <span>{label}</span>
      {children}
      {hint ? <small>{hint}</small> : null}
    </label>
  );
}
