import type { JsonValue } from '@readout/plugin-kit';
import type { ManifestSetting } from '@readout/plugin-kit/manifest';

/** The name of a setting's field: its type travels with it, so that the form is read without the manifest. */
export const fieldNameOf = ({ type, name }: Pick<ManifestSetting, 'type' | 'name'>): string =>
  `${type}.${name}`;

/**
 * The values a settings form was sent with, by name of the setting. What was left empty is left out where empty is no
 * value; what is no number is `NaN`, which the use case refuses with a sentence.
 */
export function settingsOfForm(form: FormData): Record<string, unknown> {
  const values: [string, unknown][] = [];
  for (const field of new Set(form.keys())) {
    const dot = field.indexOf('.');
    if (dot < 0) continue;
    const value = settingValue(field.slice(0, dot), String(form.getAll(field).at(-1) ?? ''));
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
