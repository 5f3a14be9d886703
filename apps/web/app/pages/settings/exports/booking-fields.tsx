import { TextInput } from '@mantine/core';
import type { DatevSettings } from '@readout/domain/exports/profiles/rules';
import { useId } from 'react';
import settings from '../../../ui/settings.module.css';
import { useText } from '../../../ui/texts.tsx';
import classes from './exports.module.css';

/** Rows for rates that are shown empty. */
const spare = 3;

/** What the head of a booking batch and its bookings need. */
export function BookingFields({
  kept,
  fields,
}: {
  kept?: DatevSettings | null | undefined;
  fields: Record<string, string>;
}) {
  const text = useText();
  const id = useId();
  const digits = { inputMode: 'numeric', required: true, maxLength: 10 } as const;
  const rates = [...(kept?.rates ?? []), ...Array.from({ length: spare }, () => undefined)];
  return (
    <>
      <p className={settings.hint}>{text('export.booking.datev_hint')}</p>
      <TextInput
        name="consultant"
        label={text('export.booking.consultant')}
        defaultValue={kept?.consultant ?? ''}
        error={fields.consultant}
        {...digits}
      />
      <TextInput
        name="client"
        label={text('export.booking.client')}
        defaultValue={kept?.client ?? ''}
        error={fields.client}
        {...digits}
      />
      <TextInput
        name="fiscalYearStart"
        type="date"
        label={text('export.booking.fiscal')}
        required
        defaultValue={kept?.fiscalYearStart ?? ''}
        error={fields.fiscalYearStart}
      />
      <TextInput
        name="accountLength"
        label={text('export.booking.length')}
        defaultValue={kept?.accountLength ?? 4}
        error={fields.accountLength}
        {...digits}
      />
      <TextInput
        name="contraAccount"
        label={text('export.booking.contra')}
        defaultValue={kept?.contraAccount ?? ''}
        error={fields.contraAccount}
        {...digits}
      />
      <fieldset className={classes.rates} aria-describedby={`${id}-hint`}>
        <legend>{text('export.booking.rates')}</legend>
        <p id={`${id}-hint`} className={settings.hint}>
          {text('export.booking.rates_hint')}
        </p>
        <ul>
          {rates.map((each, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows neither move nor go
            <li key={index}>
              <TextInput
                name="rate"
                inputMode="decimal"
                label={text('export.booking.rate')}
                defaultValue={each?.rate ?? ''}
              />
              <TextInput
                name="account"
                inputMode="numeric"
                label={text('export.booking.account')}
                defaultValue={each?.account ?? ''}
              />
              <TextInput
                name="taxKey"
                inputMode="numeric"
                label={text('export.booking.key')}
                defaultValue={each?.taxKey ?? ''}
              />
            </li>
          ))}
        </ul>
        {fields.rates ? (
          <p className={settings.problem} role="alert">
            {fields.rates}
          </p>
        ) : null}
      </fieldset>
    </>
  );
}
