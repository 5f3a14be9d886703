/**
 * Areas of the texts that the page at an address needs: what begins its keys, and the name of the file they stand in
 * (`packages/texts/languages/<language>/<area>.po`). A browser is sent these, in its reader's language.
 */
export function areasOf(pathname: string): string[] {
  const [, first = '', second = '', third = ''] = pathname.split('/');
  return [
    'common',
    ...(areasBelow[first] ?? ['public']),
    ...(areasBelow[`${first}/${second}`] ?? []),
    ...(areasBelow[`${first}/${second}/${third}`] ?? []),
  ];
}

const areasBelow: Record<string, readonly string[]> = {
  app: ['workspace'],
  dashboard: ['dashboard', 'watch'],
  camera: ['camera'],
  desktop: ['desktop', 'watch'],
  settings: ['settings'],
  'settings/audit': ['audit'],
  // A plugin's page shows what was submitted of it.
  'settings/plugins': ['studio'],
  // What is hidden of a picture is given in the numbers of the desktop's regions.
  'settings/plugins/submit': ['desktop'],
  // It shows parts of the settings, packages, keys and what plugins may do, and of the studio what fixtures differ in.
  admin: ['admin', 'settings', 'studio'],
  auth: ['account'],
  docs: ['docs', 'public'],
  invite: ['account'],
  pair: ['account'],
};
