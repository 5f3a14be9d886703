/** What is installed in every new company, in this order, as the database's functions take it. */
export function firstInstallations(
  plugins: readonly { manifest: { id: string; version: string } }[],
): string {
  return JSON.stringify(
    plugins.map(({ manifest }, position) => ({
      pluginId: manifest.id,
      version: manifest.version,
      position,
    })),
  );
}
