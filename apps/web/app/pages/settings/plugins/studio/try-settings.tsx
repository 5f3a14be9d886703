import { Button } from '@mantine/core';
import { AppError } from '@readout/domain/errors';
import { parseSettings, type SettingValues, settingsFor } from '@readout/domain/plugins/rules';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { useState } from 'react';
import { sentOf } from '../../../../forms/sent.ts';
import { FormattedText, type SayText, useLocale, useText } from '../../../../ui/texts.tsx';
import { settingsOfForm, typedOf } from '../settings-form.ts';
import { SettingField } from '../settings-section.tsx';
import classes from './studio.module.css';

interface TrySettingsProps {
  manifest: Manifest;
  values: SettingValues;
  onChange(values: SettingValues): void;
}

/** The form a company fills in, drawn from the manifest as it stands: the program runs with what is set here. */
export function TrySettings({ manifest, values, onChange }: TrySettingsProps) {
  const text = useText();
  const locale = useLocale();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [round, setRound] = useState(0);
  const read = (form: HTMLFormElement): void => {
    try {
      onChange(parseSettings(manifest, settingsOfForm(sentOf(new FormData(form)))));
      setErrors({});
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setErrors(error.in(locale).detail.fields as Record<string, string>);
    }
  };
  if (manifest.settings.length === 0)
    return (
      <p className={classes.hint}>
        <FormattedText id="editor.settings.none" />
      </p>
    );
  const now = settingsFor(manifest, values);
  // Drawn again where the manifest declares something else, or another fixture brought its own.
  const key = `${round} ${JSON.stringify(manifest.settings)}`;
  return (
    <form
      key={key}
      className={classes.trySettings}
      aria-label={text('editor.settings.title')}
      onChange={(event) => read(event.currentTarget)}
      onSubmit={(event) => event.preventDefault()}
    >
      <p className={classes.hint}>{text('editor.settings.hint')}</p>
      {manifest.settings.map((setting) => (
        <SettingField
          key={setting.name}
          setting={setting}
          typed={typedOf(setting, now[setting.name])}
          error={errors[setting.name]}
          disabled={false}
        />
      ))}
      <Button
        variant="default"
        size="xs"
        disabled={Object.keys(values).length === 0}
        onClick={() => {
          onChange({});
          setErrors({});
          setRound(round + 1);
        }}
      >
        {text('editor.settings.proposed')}
      </Button>
    </form>
  );
}

/** What is set otherwise than the manifest proposes, in words; undefined: nothing. */
export function settingsInWords(
  manifest: Manifest | undefined,
  values: SettingValues,
  text: SayText,
): string | undefined {
  const proposed = manifest ? settingsFor(manifest, {}) : {};
  const own = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(proposed[name]),
  );
  if (own.length === 0) return undefined;
  return own
    .map(([name, value]) => {
      const label = manifest?.settings.find((setting) => setting.name === name)?.label ?? name;
      return text('editor.settings.own', {
        label,
        switched: typeof value === 'boolean' ? (value ? 'on' : 'off') : 'no',
        value: Array.isArray(value) ? value.join(', ') : String(value),
      });
    })
    .join(', ');
}
