import { Button } from '@mantine/core';
import { AppError } from '@readout/domain/errors';
import { parseSettings, type SettingValues, settingsFor } from '@readout/domain/plugins/rules';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { useState } from 'react';
import { settingsOfForm, typedOf } from '../plugins/settings-form.ts';
import { SettingField } from '../plugins/settings-section.tsx';
import classes from './studio.module.css';

interface TrySettingsProps {
  manifest: Manifest;
  values: SettingValues;
  onChange(values: SettingValues): void;
}

/** The form a company fills in, drawn from the manifest as it stands: the program runs with what is set here. */
export function TrySettings({ manifest, values, onChange }: TrySettingsProps) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [round, setRound] = useState(0);
  const read = (form: HTMLFormElement): void => {
    try {
      onChange(parseSettings(manifest, settingsOfForm(new FormData(form))));
      setErrors({});
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setErrors(error.detail.fields as Record<string, string>);
    }
  };
  if (manifest.settings.length === 0)
    return (
      <p className={classes.hint}>
        The manifest declares no settings. What it declares is drawn as a form here, as companies see it, and
        handed to the program as <code>input.settings</code>.
      </p>
    );
  const now = settingsFor(manifest, values);
  // Drawn anew where the manifest declares something else, or another fixture brought its own.
  const key = `${round} ${JSON.stringify(manifest.settings)}`;
  return (
    <form
      key={key}
      className={classes.trySettings}
      aria-label="Settings it runs with"
      onChange={(event) => read(event.currentTarget)}
      onSubmit={(event) => event.preventDefault()}
    >
      <p className={classes.hint}>
        The program runs with these on the capture shown; “This is right” keeps them with the fixture.
      </p>
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
        As the manifest proposes
      </Button>
    </form>
  );
}

/** What is set otherwise than the manifest proposes, in words; undefined: nothing. */
export function settingsInWords(manifest: Manifest | undefined, values: SettingValues): string | undefined {
  const proposed = manifest ? settingsFor(manifest, {}) : {};
  const own = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(proposed[name]),
  );
  if (own.length === 0) return undefined;
  return own
    .map(([name, value]) => {
      const label = manifest?.settings.find((setting) => setting.name === name)?.label ?? name;
      return `${label}: ${typeof value === 'boolean' ? (value ? 'on' : 'off') : Array.isArray(value) ? value.join(', ') : value}`;
    })
    .join(', ');
}
