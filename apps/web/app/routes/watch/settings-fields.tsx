import type { WatchSettings } from '@readout/domain/watches/rules';
import { useState } from 'react';
import classes from './watch.module.css';
import { intervalChoices } from './words.ts';

/** The fields of a watch's settings, without where it reads. */
export function SettingsFields({ settings }: { settings: Partial<WatchSettings> }) {
  const { reads } = settings;
  const [kind, setKind] = useState(reads?.kind ?? 'number');
  const isNumber = kind !== 'text';
  return (
    <>
      <div className={classes.fields}>
        <Field label="Name" isWide>
          <input name="name" required maxLength={80} defaultValue={settings.name ?? ''} />
        </Field>
        <Field label="What is read">
          <select
            name="kind"
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value as typeof kind)}
          >
            <option value="number">A number on a screen</option>
            <option value="segments">A seven-segment display</option>
            <option value="text">Text</option>
          </select>
        </Field>
        <Field label="How often">
          <select
            name="interval"
            defaultValue={settings.intervalMs === null ? 'change' : String(settings.intervalMs ?? 10_000)}
          >
            <option value="change">When it changes</option>
            {intervalChoices.map(([ms, text]) => (
              <option key={ms} value={ms}>
                {text.charAt(0).toUpperCase() + text.slice(1)}
              </option>
            ))}
          </select>
        </Field>
        {isNumber ? (
          <>
            <Field label="Unit">
              <input name="unit" maxLength={20} defaultValue={reads?.unit ?? ''} />
            </Field>
            <Field label="Decimal mark">
              <select name="decimalMark" defaultValue={reads?.decimalMark ?? ''}>
                <option value="">As it stands</option>
                <option value=".">Point</option>
                <option value=",">Comma</option>
              </select>
            </Field>
            <Field label="Decimals" hint="where always as many">
              <input name="decimals" inputMode="numeric" defaultValue={reads?.decimals ?? ''} />
            </Field>
            <Field label="Digits" hint="where always as many">
              <input name="digits" inputMode="numeric" defaultValue={reads?.digits ?? ''} />
            </Field>
          </>
        ) : null}
      </div>
      {isNumber ? (
        <fieldset className={classes.group}>
          <legend>Alarm</legend>
          <div className={classes.fields}>
            <Field label="Below">
              <input name="low" inputMode="decimal" defaultValue={settings.low ?? ''} />
            </Field>
            <Field label="Above">
              <input name="high" inputMode="decimal" defaultValue={settings.high ?? ''} />
            </Field>
            <Field label="Reading lost after" hint="readings in a row">
              <input name="lostAfter" inputMode="numeric" defaultValue={settings.lostAfter ?? 5} />
            </Field>
          </div>
        </fieldset>
      ) : (
        <input type="hidden" name="lostAfter" value={settings.lostAfter ?? 5} />
      )}
      <details className={classes.more}>
        <summary>What is plausible, how long samples are kept</summary>
        {isNumber ? (
          <div className={classes.fields}>
            <Field label="It shows at least">
              <input name="min" inputMode="decimal" defaultValue={reads?.min ?? ''} />
            </Field>
            <Field label="It shows at most">
              <input name="max" inputMode="decimal" defaultValue={reads?.max ?? ''} />
            </Field>
            <Field label="It changes by at most">
              <input name="maxRate" inputMode="decimal" defaultValue={settings.maxRate ?? ''} />
            </Field>
            <Field label="in each">
              <select name="ratePerMs" defaultValue={String(settings.ratePerMs ?? 3_600_000)}>
                <option value="1000">second</option>
                <option value="60000">minute</option>
                <option value="3600000">hour</option>
                <option value="86400000">day</option>
              </select>
            </Field>
            <Field label="It goes">
              <select name="direction" defaultValue={settings.direction ?? 'any'}>
                <option value="any">up and down</option>
                <option value="up">up only, like a meter</option>
                <option value="down">down only</option>
              </select>
            </Field>
          </div>
        ) : null}
        <div className={classes.fields}>
          <Field label="Keep samples for" hint="days; empty: for ever">
            <input name="keepDays" inputMode="numeric" defaultValue={settings.keepDays ?? ''} />
          </Field>
        </div>
        {isNumber ? (
          <p className={classes.hint}>
            Rate and direction are measured from the values somebody confirmed, never from what was merely
            read. Until a value is confirmed, nothing is doubted.
          </p>
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
