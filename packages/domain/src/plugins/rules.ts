import type { JsonValue } from '@readout/plugin-kit';
import type { Manifest, ManifestSetting } from '@readout/plugin-kit/manifest';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';

/** A reader is paused that ran out of its budget so often among its last runs of so many hours. */
export const pausing = { exhausted: 5, runs: 20, hours: 24 } as const;

/** A run that ended so used up what it may use: ticks or time, or memory. */
export const exhaustedCodes: readonly string[] = ['plugin.timed_out', 'plugin.out_of_memory'];

/** What a plugin may be given or reach, as the person who installs it was shown. */
export interface Grant {
  /** Kinds of content of a reading. */
  reads: string[];
  /** Where it has the host send to. */
  hosts: string[];
}

/** As much of a manifest as says what it asks for. */
export type Asking = Pick<Manifest, 'permissions'> & { reads: readonly string[] };

/** What a version asks for beyond what the one before it was given. */
export function askedAnew(from: Asking, to: Asking): Grant {
  return {
    reads: to.reads.filter((each) => !from.reads.includes(each)),
    hosts: to.permissions.hosts.filter((each) => !from.permissions.hosts.includes(each)),
  };
}

/** @returns what of it was not granted */
export function notGranted(asked: Grant, granted: Grant): Grant {
  return {
    reads: asked.reads.filter((each) => !granted.reads.includes(each)),
    hosts: asked.hosts.filter((each) => !granted.hosts.includes(each)),
  };
}

export const isNothing = ({ reads, hosts }: Grant): boolean => reads.length + hosts.length === 0;

export type SettingValues = Record<string, JsonValue>;

/**
 * What a plugin is given as its settings: what the company set, as far as this version takes it, else what the manifest
 * proposes. A number nobody set and nothing proposes is absent.
 */
export function settingsFor({ settings }: Pick<Manifest, 'settings'>, stored: SettingValues): SettingValues {
  return Object.fromEntries(
    settings.flatMap((setting): [string, JsonValue][] => {
      const value = stored[setting.name];
      if (value !== undefined && problemOf(setting, value) === undefined) return [[setting.name, value]];
      return setting.default === undefined ? [] : [[setting.name, setting.default]];
    }),
  );
}

/**
 * The values as they are stored: every name declared, every value of its type and within its bounds.
 * @throws AppError `plugin.bad_settings` with `{fields: {name: sentence}}`
 */
export function parseSettings(
  { settings }: Pick<Manifest, 'settings'>,
  values: Readonly<Record<string, unknown>>,
): SettingValues {
  const fields: Record<string, string> = {};
  for (const name of Object.keys(values))
    if (!settings.some((setting) => setting.name === name))
      fields[name.slice(0, 60)] = fieldText('setting', { problem: 'unknown' });
  const parsed: SettingValues = {};
  for (const setting of settings) {
    const value = values[setting.name];
    if (value === undefined || value === null) continue;
    const problem = problemOf(setting, value);
    if (problem) fields[setting.name] = problem;
    else parsed[setting.name] = value as JsonValue;
  }
  if (Object.keys(fields).length > 0) throw new AppError('plugin.bad_settings', { fields });
  return parsed;
}

const maxTextLength = 1000;
const maxTexts = 200;
const maxTextsLength = 200;

/** Why the value is none of this setting, a {@link fieldText}; undefined where it is one. */
function problemOf(setting: ManifestSetting, value: unknown): string | undefined {
  switch (setting.type) {
    case 'text': {
      const most = setting.maxLength ?? maxTextLength;
      if (!isText(value)) return fieldText('setting', { problem: 'no_text' });
      return [...value].length > most ? fieldText('too_long', { max: most }) : undefined;
    }
    case 'number': {
      if (typeof value !== 'number' || !Number.isFinite(value))
        return fieldText('setting', { problem: 'no_number' });
      if (setting.min !== undefined && value < setting.min)
        return fieldText('setting', { problem: 'too_small', limit: setting.min });
      return setting.max !== undefined && value > setting.max
        ? fieldText('setting', { problem: 'too_large', limit: setting.max })
        : undefined;
    }
    case 'switch':
      return typeof value === 'boolean' ? undefined : fieldText('setting', { problem: 'no_switch' });
    case 'choice':
      return setting.options.some((option) => option.value === value)
        ? undefined
        : fieldText('setting', { problem: 'no_option' });
    case 'texts':
      if (!Array.isArray(value) || !value.every(isText)) return fieldText('setting', { problem: 'no_texts' });
      if (value.length > maxTexts) return fieldText('setting', { problem: 'too_many', limit: maxTexts });
      return value.some((text) => [...text].length > maxTextsLength)
        ? fieldText('setting', { problem: 'texts_too_long', limit: maxTextsLength })
        : undefined;
  }
}

/** PostgreSQL stores no NUL. */
const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0');

/** What people say they capture, when they are asked at the start. */
export const captureKinds = ['papers', 'parcels', 'meters', 'equipment', 'cards', 'lists'] as const;
export type CaptureKind = (typeof captureKinds)[number];

const idPattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Whether it can be the id of a plugin, as a manifest has it. */
export const isPluginId = (id: string): boolean => id.length <= 60 && idPattern.test(id);

/** Below `settings/plugins` and `admin/plugin`, where the page of a plugin is: these are other pages. A test holds them to the routes. */
export const idsOfPages: readonly string[] = [
  'catalogue',
  'keys',
  'review',
  'studio',
  'submit',
  'template',
  'upload',
];

/** @throws AppError `plugin.id_taken`: the plugin would have no page */
export function demandNoPage(pluginId: string): void {
  if (idsOfPages.includes(pluginId))
    throw new AppError('plugin.id_taken', { reason: 'page', pluginId }, { field: 'id' });
}
