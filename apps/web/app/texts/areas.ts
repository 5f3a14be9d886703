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
  // Captures wait on this device, and are shown there, on each page that takes them in.
  app: ['workspace', 'queue', 'pairing', 'reason'],
  // The demonstration shows checks.
  '': ['public', 'reason'],
  dashboard: ['dashboard', 'watch'],
  camera: ['camera', 'queue'],
  desktop: ['desktop', 'queue', 'pairing', 'watch'],
  settings: ['settings'],
  'settings/audit': ['audit'],
  // A plugin's page shows what was submitted of it.
  'settings/plugins': ['studio'],
  // It shows captures as the workspace does; settings are tried in the browser, which says what it refuses.
  'settings/plugins/studio': ['editor', 'workspace', 'reason', 'error'],
  'settings/deliveries': ['deliveries'],
  'settings/exports': ['export'],
  'settings/plugins/template': ['template', 'reason'],
  // It shows parts of the settings, packages, keys and what plugins may do, of the studio what fixtures differ in, and
  // what is done as audit lists call it.
  admin: ['admin', 'audit', 'operation', 'settings', 'studio'],
  auth: ['account'],
  welcome: ['account'],
  'auth/error': ['problem'],
  docs: ['docs', 'public'],
  invite: ['account'],
  // What a program asks for is said as it is of API keys.
  oauth: ['account', 'settings'],
  pair: ['pairing'],
};
