import { mayOnPlatform, type PlatformAction, type PlatformRole } from '@readout/domain/platform-policy';
import { editDistance } from '../../server/request/nearest.ts';
import type { PageName } from './page-name.ts';

/** A page one may have meant. */
export interface KnownPage {
  path: string;
  page: PageName;
}

const EVERYBODY: KnownPage[] = [
  { path: '/', page: 'start' },
  { path: '/changelog', page: 'changelog' },
  { path: '/privacy-policy', page: 'privacy' },
  { path: '/tos', page: 'terms' },
  { path: '/licences', page: 'licences' },
  { path: '/docs', page: 'guides' },
  { path: '/docs/api', page: 'reference' },
];
const STRANGERS: KnownPage[] = [
  { path: '/auth/sign-in', page: 'sign_in' },
  { path: '/auth/sign-up', page: 'sign_up' },
  { path: '/auth/forgot-password', page: 'forgotten' },
];
const MEMBERS: KnownPage[] = [
  { path: '/app', page: 'workspace' },
  { path: '/dashboard', page: 'dashboard' },
  { path: '/camera', page: 'camera' },
  { path: '/desktop', page: 'desktop' },
  { path: '/desktop/watch', page: 'watch' },
  { path: '/settings/account', page: 'account' },
  { path: '/settings/security', page: 'security' },
  { path: '/settings/notifications', page: 'notifications' },
  { path: '/settings/company', page: 'company' },
  { path: '/settings/members', page: 'members' },
  { path: '/settings/plugins', page: 'plugins' },
  { path: '/settings/plugins/catalogue', page: 'catalogue' },
  { path: '/settings/api-keys', page: 'api_keys' },
  { path: '/settings/deliveries', page: 'deliveries' },
  { path: '/settings/audit', page: 'audit' },
];
const ADMINISTRATION: (KnownPage & { needs: PlatformAction })[] = [
  { path: '/admin', page: 'administration', needs: 'companies.see' },
  { path: '/admin/company', page: 'companies', needs: 'companies.see' },
  { path: '/admin/plugin', page: 'platform_plugins', needs: 'plugins.see' },
  { path: '/admin/user', page: 'users', needs: 'users.see' },
];

/** What a slip of the finger, a missing letter or a wrong ending makes of an address. */
const maxDistance = 3;
/** Longer addresses are not compared letter by letter. */
const maxLength = 60;

/**
 * The pages whose addresses are nearest to one that has none, nearest first, at most three, of those the viewer may open.
 * The page above (`/admin/company` for `/admin/company/x/y`) counts as near.
 */
export function nearestPages(path: string, viewer: { role: PlatformRole } | null): KnownPage[] {
  const asked = path.toLowerCase().replace(/\/+$/, '');
  const pages = [
    ...EVERYBODY,
    ...(viewer ? MEMBERS : STRANGERS),
    ...ADMINISTRATION.filter(({ needs }) => viewer && mayOnPlatform(viewer.role, needs)),
  ];
  return pages
    .filter((page) => page.path !== '/')
    .map((page) => ({ page, distance: distanceTo(asked, page.path) }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ page }) => page);
}

function distanceTo(asked: string, known: string): number {
  if (asked.startsWith(`${known}/`)) return 1 + 1 / known.length;
  const lastPart = known.slice(known.lastIndexOf('/'));
  if (asked === lastPart || asked === `${known}s` || `${asked}s` === known) return 1;
  if (asked.length > maxLength) return Number.POSITIVE_INFINITY;
  // A short address is near to everything.
  const distance = editDistance(asked, known);
  return distance * 2 < known.length ? distance : Number.POSITIVE_INFINITY;
}
