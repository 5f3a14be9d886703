import type { JsonValue } from '@readout/plugin-kit';
import type { ManifestSetting } from '@readout/plugin-kit/manifest';
import type { Sent } from '../../../forms/sent.ts';

/** The name of a setting's field: its type travels with it, so that the form is read without the manifest. */
export const fieldNameOf = ({ type, name }: Pick<ManifestSetting, 'type' | 'name'>): string =>
  `${type}.${name}`;

/** What stands in the fields of settings, by their names. */
export const typedSettings = (sent: Sent): Record<string, string> =>
  Object.fromEntries(
    [...sent].flatMap(([field, values]) => (field.includes('.') ? [[field, values.at(-1) ?? '']] : [])),
  );

/**
 * The values a settings form was sent with, by name of the setting. What was left empty is left out where empty is no
 * value; what is not a number is `NaN`, which the use case refuses with a sentence.
 */
export function settingsOfForm(sent: Sent): Record<string, unknown> {
  const values: [string, unknown][] = [];
  for (const [field, typed] of Object.entries(typedSettings(sent))) {
    const dot = field.indexOf('.');
    const value = settingValue(field.slice(0, dot), typed);
    if (value !== undefined) values.push([field.slice(dot + 1), value]);
  }
  return Object.fromEntries(values);
}

function settingValue(type: string, text: string): unknown {
  switch (type) {
    case 'number': {
      const typed = text.trim().replace(',', '.');
      return typed === '' ? undefined : Number(typed);
    }
    case 'switch':
      return text === 'on';
    case 'texts':
      return text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean);
    default:
      return text;
  }
}

/** A value as its field shows it. */
export function typedOf(setting: ManifestSetting, value: JsonValue | undefined): string {
  if (Array.isArray(value)) return value.join('\n');
  if (setting.type === 'switch') return value === true ? 'on' : 'off';
  return value === undefined || value === null ? '' : String(value);
}
