import type { Manifest } from '@readout/plugin-kit/manifest';
import { AppError } from '../errors.ts';
import type { Installation } from './list-installations.ts';
import { lookOf } from './look-of-name.ts';
import type { StoredVersion } from './plugin-versions.ts';

/** What it is called, in each of its languages. */
const looksOf = ({ name, languages = {} }: Pick<Manifest, 'name' | 'languages'>): Set<string> =>
  new Set([name, ...Object.values(languages).flatMap((texts) => texts[name] ?? [])].map(lookOf));

/**
 * Refuses a version that people would take for another reader that is installed. A plugin that had such a name before may keep it.
 * @throws AppError `plugin.name_imitates`
 */
export function demandOwnName(
  { pluginId, manifest }: Pick<StoredVersion, 'pluginId' | 'manifest'>,
  installations: readonly Installation[],
): void {
  const looks = looksOf(manifest);
  const installed = installations.filter(({ revision }) => revision > 0);
  const before = installed.find(({ plugin }) => plugin === pluginId);
  if (before && looks.has(lookOf(before.name))) return;
  const other = installed.find(({ plugin, name }) => plugin !== pluginId && looks.has(lookOf(name)));
  if (other)
    throw new AppError('plugin.name_imitates', {
      name: manifest.name,
      other: other.name,
      otherId: other.plugin,
    });
}
