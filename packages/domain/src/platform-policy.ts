/** What a person is to the whole installation; `user`: nothing but a member of companies. */
export type PlatformRole = 'user' | 'admin' | 'support' | 'auditor';

/** Of those who look after the installation, the ones that may do most first. */
export const platformRoles = [
  'admin',
  'support',
  'auditor',
  'user',
] as const satisfies readonly PlatformRole[];

export const platformRoleNames: Record<PlatformRole, string> = {
  admin: 'administrator',
  support: 'support',
  auditor: 'auditor',
  user: 'user',
};

const admin = ['admin'] as const;
const helpers = ['admin', 'support'] as const;
const readers = ['admin', 'auditor'] as const;
const everyRole = ['admin', 'support', 'auditor'] as const;

/** The roles of the installation, and nothing else. Nobody has a role while acting as a user. */
const table = {
  'companies.see': everyRole,
  // Making, suspending, closing, limits.
  'companies.change': admin,
  'users.see': everyRole,
  'users.act_as': helpers,
  // Suspending, signing out, second factors, password resets, deleting.
  'users.change': admin,
  'roles.give': admin,
  // Files of everybody and everything in a list, and of all about one company.
  'lists.export': readers,
  'health.see': readers,
  // Reading again what failed, in all companies.
  'readings.try_again': admin,
  'audit.see': readers,
  'plugins.see': readers,
  // Blocking, deprecating, carrying in, keys.
  'plugins.change': admin,
  // What companies hand in, with the pictures and texts of its fixtures.
  'plugins.review': admin,
  'outbox.see': readers,
  // Sending again, deleting, opening a mail with its link.
  'outbox.change': admin,
  'backups.see': readers,
  'backups.change': admin,
  'models.see': everyRole,
  // Adding, trying, choosing and removing text models.
  'models.change': admin,
  'system.see': readers,
  // Maintenance, announcements, limits of the whole installation.
  'system.change': admin,
  'store.release': admin,
} as const satisfies Record<string, readonly PlatformRole[]>;

/** Everything somebody may or may not do to the installation. */
export type PlatformAction = keyof typeof table;

export const platformActions = Object.keys(table) as PlatformAction[];

export function mayOnPlatform(role: PlatformRole, action: PlatformAction): boolean {
  return rolesOnPlatformThatMay(action).includes(role);
}

export function rolesOnPlatformThatMay(action: PlatformAction): readonly PlatformRole[] {
  return table[action];
}
