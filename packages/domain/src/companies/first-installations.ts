/** A version every new company starts with: of what comes with Readout, as the catalogue has it. */
export interface FirstPlugin {
  pluginId: string;
  version: string;
}

/** What is installed in every new company, in this order, as the database's functions take it. */
export function firstInstallations(plugins: readonly FirstPlugin[]): string {
  return JSON.stringify(plugins.map(({ pluginId, version }, position) => ({ pluginId, version, position })));
}
