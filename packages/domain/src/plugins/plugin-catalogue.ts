import type { Manifest, ManifestField } from '@readout/plugin-kit/manifest';

/** The plugins this installation runs; their manifests name and type what records hold. */
export type PluginCatalogue = readonly { manifest: Manifest }[];

export type RecordType = Manifest['records'][number];

export function findRecordType(
  plugins: PluginCatalogue,
  pluginId: string,
  type: string,
): RecordType | undefined {
  return plugins
    .find(({ manifest }) => manifest.id === pluginId)
    ?.manifest.records.find((record) => record.type === type);
}

export function findField(recordType: RecordType | undefined, name: string): ManifestField | undefined {
  return recordType?.fields.find((field) => field.name === name);
}
