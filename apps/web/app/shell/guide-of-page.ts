/** Of the guide in a file of `docs/guides`. Below `/docs/api` is the reference. */
export const guideAddress = (file: string): string => `/docs/${file === 'api' ? 'using-the-api' : file}`;

const explained: [path: string, file: string][] = [
  ['/app', 'using-readout'],
  ['/camera/queue', 'offline'],
  ['/camera', 'using-readout'],
  ['/desktop/watch', 'watch'],
  ['/desktop', 'using-readout'],
  ['/dashboard', 'using-readout'],
  ['/settings/plugins/studio', 'plugins'],
  ['/settings/plugins/template', 'using-readout'],
  ['/settings/plugins/submit', 'plugin-review'],
  ['/settings/plugins', 'company-plugins'],
  ['/settings/api-keys', 'api'],
  ['/settings/deliveries', 'deliveries'],
  ['/settings/exports', 'exports'],
  ['/settings', 'companies-and-people'],
  ['/admin/plugin/review', 'plugin-review'],
  ['/admin/backup', 'backup'],
  ['/admin/system/model', 'models'],
  ['/admin', 'self-hosting'],
];

/** The guide that explains a page: `/docs/watch` for `/desktop/watch/…`; the list of all for a page no guide is about. */
export function guideOfPage(pathname: string): string {
  const [, file] = explained.find(([path]) => pathname === path || pathname.startsWith(`${path}/`)) ?? [];
  return file ? guideAddress(file) : '/docs';
}
