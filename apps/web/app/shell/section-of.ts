const uuidInPath = /\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\/|$).*/i;

/** Where in another company one goes on: the same page, or the one above where an address names something of the former. */
export function sectionOf(pathname: string): string {
  if (pathname.startsWith('/admin/')) return pathname;
  const above = pathname.replace(uuidInPath, '');
  if (above === '/settings/plugins/template') return '/settings/plugins';
  return above || '/app';
}
