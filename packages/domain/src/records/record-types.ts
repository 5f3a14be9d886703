import type { ManifestField } from '@readout/plugin-kit/manifest';
import { sql } from 'kysely';
import { AppError } from '../errors.ts';
import type { Trx } from '../in-scope.ts';
import { findRecordType, type PluginCatalogue, type RecordType } from '../plugins/plugin-catalogue.ts';

/** A type of record as a person or program names it; without `plugin` the first in the order plugins run that has it. */
export interface NamedType {
  type: string;
  plugin?: string | undefined;
}

/** A type of record, and the version of the plugin that declares it. */
export interface DeclaredType {
  plugin: string;
  version: string;
  type: string;
  recordType: RecordType | undefined;
}

/** Types of the plugins a company has installed, in the order these run; of two with the same plugin and name the first. */
export async function listDeclaredTypes(
  trx: Trx,
  plugins: PluginCatalogue,
  companyId: string,
): Promise<(DeclaredType & { recordType: RecordType })[]> {
  const { rows } = await sql<{ plugin: string; version: string }>`
    select plugin_id as plugin, version from app.installations
    where company_id = ${companyId}::uuid order by position, plugin_id`.execute(trx);
  const manifests = await plugins.manifests(trx, companyId, rows);
  return rows.flatMap((made) =>
    (manifests.find(made.plugin, made.version)?.records ?? []).map((recordType) => ({
      ...made,
      type: recordType.type,
      recordType,
    })),
  );
}

/**
 * The types of record that the company's plugins make, by label; of each the fields that any of them declares, and the names
 * of those that tell one record from another.
 */
export async function listTypesWithFields(
  trx: Trx,
  plugins: PluginCatalogue,
  companyId: string,
): Promise<{ type: string; label: string; fields: ManifestField[]; telling: string[] }[]> {
  const declared = await listDeclaredTypes(trx, plugins, companyId);
  return [...Map.groupBy(declared, ({ type }) => type)]
    .map(([type, each]) => ({
      type,
      label: each[0]!.recordType.label,
      telling: each.flatMap(({ recordType: { title, facts = [] } }) => [title ?? [], ...facts].flat()),
      fields: [
        ...Map.groupBy(
          each.flatMap(({ recordType }) => recordType.fields),
          ({ name }) => name,
        ).values(),
      ].map(([first]) => first!),
    }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

/**
 * The type of that name among those of the plugins the company has installed.
 * @param preferred - the plugin that is looked at first
 * @throws AppError `record.unknown_type`
 */
export async function findDeclaredType(
  trx: Trx,
  plugins: PluginCatalogue,
  companyId: string,
  { type, plugin }: NamedType,
  preferred?: string,
): Promise<DeclaredType> {
  const { rows } = await sql<{ plugin: string; version: string }>`
    select plugin_id as plugin, version from app.installations
    where company_id = ${companyId}::uuid and plugin_id = coalesce(${plugin ?? null}::text, plugin_id)
    order by plugin_id = ${preferred ?? ''} desc, position, plugin_id`.execute(trx);
  const manifests = await plugins.manifests(trx, companyId, rows);
  for (const made of rows) {
    const recordType = findRecordType(manifests, { ...made, type });
    if (recordType) return { ...made, type, recordType };
  }
  throw new AppError('record.unknown_type', { type: type.slice(0, 60) });
}
