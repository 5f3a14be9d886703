/**
 * Areas of the texts that the page at an address needs: what begins its keys, and the name of the file they stand in
 * (`packages/texts/languages/<language>/<area>.po`). A browser is sent these, in its reader's language.
 */
export function areasOf(pathname: string): string[] {
  const [, first = '', second = '', third = ''] = pathname.split('/');
  return [
    'common',
    ...(areasBelow[first] ?? ['public']),
    ...(areasBelow[`${first}/${second}/${third}`] ?? []),
  ];
}

const areasBelow: Record<string, readonly string[]> = {
  app: ['workspace'],
  dashboard: ['dashboard', 'watch'],
  camera: ['camera'],
  desktop: ['desktop', 'watch'],
  settings: ['settings'],
  'settings/plugins/studio': ['studio'],
  'settings/plugins/template': ['studio'],
  // It shows parts of the settings: packages, keys and what plugins may do.
  admin: ['admin', 'settings'],
  auth: ['account'],
  docs: ['docs', 'public'],
  invite: ['account'],
  pair: ['account'],
};
