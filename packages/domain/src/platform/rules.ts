/** Which of a plugin something is done to. */
export interface PluginTarget {
  pluginId: string;
  /** `*`: every version. */
  version: string;
}

/** What is typed to confirm that it is meant. */
export function blockConfirmation({ pluginId, version }: PluginTarget): string {
  return version === '*' ? pluginId : `${pluginId} ${version}`;
}

/** Companies or users that one bulk action changes. */
export const maxBulkItems = 2000;

/** Minutes of one bar of the plots of health. */
export const barMinutes = 15;

/** Members of one company that its page of the platform lists. */
export const shownMembers = 200;

export const companySortOrders = [
  'name',
  'createdAt',
  'memberCount',
  'captures30d',
  'bytes',
  'lastActiveAt',
] as const;
export type CompanySortOrder = (typeof companySortOrders)[number];

export const userStates = ['active', 'suspended', 'deleted'] as const;
export type UserState = (typeof userStates)[number];

export const userSortOrders = ['name', 'email', 'createdAt', 'lastSeenAt', 'companyCount'] as const;
export type UserSortOrder = (typeof userSortOrders)[number];

export const userChanges = ['suspend', 'resume', 'sign_out', 'reset_two_factor', 'verify_email'] as const;
export type UserChange = (typeof userChanges)[number];

export const eventSubjects = ['company', 'user', 'plugin', 'platform', 'mail', 'bulk_action'] as const;

export const platformPluginOrders = [
  'name',
  'installs',
  'runs30d',
  'records30d',
  'failures30d',
  'p95Ms',
] as const;
export type PlatformPluginOrder = (typeof platformPluginOrders)[number];

export const platformPluginStates = ['published', 'deprecated', 'blocked'] as const;

/** A page that has waited to be read for longer is late. */
export const lateSeconds = 300;
