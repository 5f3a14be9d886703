import { mayOnPlatform, type PlatformAction, type PlatformRole } from '@readout/domain/platform/rules';

/** A page one may have meant. */
export interface KnownPage {
  path: string;
  label: string;
}

const EVERYBODY: KnownPage[] = [
  { path: '/', label: 'Start page' },
  { path: '/changelog', label: 'Changelog' },
  { path: '/privacy-policy', label: 'Privacy policy' },
  { path: '/tos', label: 'Terms of service' },
  { path: '/licences', label: 'Licences' },
  { path: '/docs/api', label: 'API reference' },
];
const STRANGERS: KnownPage[] = [
  { path: '/auth/sign-in', label: 'Sign in' },
  { path: '/auth/sign-up', label: 'Sign up' },
  { path: '/auth/forgot-password', label: 'Forgotten password' },
];
const MEMBERS: KnownPage[] = [
  { path: '/app', label: 'Workspace' },
  { path: '/dashboard', label: 'Dashboard' },
  { path: '/camera', label: 'Camera' },
  { path: '/desktop', label: 'Desktop' },
  { path: '/desktop/watch', label: 'Watch' },
  { path: '/settings/account', label: 'Your account' },
  { path: '/settings/security', label: 'Security' },
  { path: '/settings/notifications', label: 'Notifications' },
  { path: '/settings/company', label: 'Company' },
  { path: '/settings/members', label: 'Members' },
  { path: '/settings/plugins', label: 'Plugins' },
  { path: '/settings/plugins/catalogue', label: 'Plugin catalogue' },
  { path: '/settings/api-keys', label: 'API keys' },
  { path: '/settings/audit', label: 'Audit' },
];
const ADMINISTRATION: (KnownPage & { needs: PlatformAction })[] = [
  { path: '/admin', label: 'Administration', needs: 'companies.see' },
  { path: '/admin/company', label: 'Companies', needs: 'companies.see' },
  { path: '/admin/plugin', label: 'Plugins of this installation', needs: 'plugins.see' },
  { path: '/admin/user', label: 'Users', needs: 'users.see' },
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

/** Levenshtein's distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, changed));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
