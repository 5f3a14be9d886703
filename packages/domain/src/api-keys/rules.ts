import type { Actor, CompanyRole } from '../actor.ts';
import { AppError, type ErrorValues } from '../errors.ts';
import { isPluginId } from '../plugins/rules.ts';
import { type Action, companyRoles, rolesThatMay } from '../policy.ts';
import { hidesSomething, keptName } from '../visible-name.ts';

/** What keys can be for, and what a role has to be able to do so that such a key is of any use. */
export const apiKeyScopes = {
  'captures:read': { needs: 'captures.see', label: 'See captures, their files and what was read' },
  'captures:write': {
    needs: 'captures.add',
    label: 'Send captures; read again, archive, trash and assign them',
  },
  'records:read': { needs: 'records.see', label: 'See records' },
  'records:write': { needs: 'records.edit', label: 'Correct records, change their type and add some' },
  'records:confirm': { needs: 'records.confirm', label: 'Confirm, reject and reopen records' },
  'exports:read': { needs: 'records.export', label: 'Export records' },
  'watches:read': { needs: 'watches.see', label: 'See watches, their values and alarms' },
  'watches:write': { needs: 'watches.manage', label: 'Send what devices read of watches' },
  'members:read': { needs: 'captures.see', label: 'See members and invitations' },
  'members:write': { needs: 'invitations.manage', label: 'Invite people and withdraw invitations' },
  'audit:read': { needs: 'audit.see', label: 'See the audit list' },
  'usage:read': { needs: 'company.see', label: 'See what is used of the limits' },
  'plugins:read': { needs: 'company.see', label: 'See plugins and how they are used' },
  'plugins:write': { needs: 'plugins.manage', label: 'Install, update, set up and uninstall plugins' },
  'deliveries:read': { needs: 'deliveries.manage', label: 'See targets and deliveries' },
  'deliveries:write': {
    needs: 'deliveries.manage',
    label: 'Add and delete webhooks; replay and skip deliveries',
  },
  'plugins:publish': { needs: 'studio.use', label: 'Publish the plugins it is for' },
  'plugins:use': { needs: 'plugins.manage', label: 'Install and update what it publishes' },
} as const satisfies Record<string, { needs: Action; label: string }>;

export type ApiKeyScope = keyof typeof apiKeyScopes;

/** In the order they are shown in. */
export const apiKeyScopeNames = Object.keys(apiKeyScopes) as ApiKeyScope[];

/** Days a key may be in force. */
export const apiKeyDays: readonly number[] = [30, 90, 365];
export const maxApiKeyNameLength = 80;

/** The roles a member may give a key, lowest first, up to their own. */
export function rolesForApiKey({ role }: Pick<Actor, 'role'>): CompanyRole[] {
  return companyRoles.filter((each) => lowerRole(each, role) === each);
}

/** Whether somebody of this role can do what such a key is for. */
export const isOfUse = (role: CompanyRole, scope: ApiKeyScope): boolean =>
  rolesThatMay(apiKeyScopes[scope].needs).includes(role);

export const lowerRole = (one: CompanyRole, other: CompanyRole): CompanyRole =>
  companyRoles.indexOf(one) < companyRoles.indexOf(other) ? one : other;

/** @throws AppError `api_key.bad_name` */
export function parseApiKeyName(text: string): string {
  const name = keptName(text);
  const hides = hidesSomething(name);
  if (name !== '' && [...name].length <= maxApiKeyNameLength && !hides) return name;
  throw new AppError('api_key.bad_name', hides ? { reason: 'hides' } : { max: maxApiKeyNameLength }, {
    field: 'name',
  });
}

/** @returns each once, in the order of the list. @throws AppError `api_key.bad_scope` */
export function parseApiKeyScopes(names: readonly string[]): ApiKeyScope[] {
  const scopes = apiKeyScopeNames.filter((each) => names.includes(each));
  if (scopes.length > 0 && names.every((name) => apiKeyScopeNames.includes(name as ApiKeyScope)))
    return scopes;
  throw new AppError('api_key.bad_scope', {}, { field: 'scopes' });
}

/** Plugins one key may publish. */
const maxPlugins = 50;

/**
 * The ids of the plugins a key may publish, separated by commas or white space.
 * @throws AppError `api_key.bad_plugins`: none where it is for publishing, some where it is not, or what is not an id
 */
export function parseApiKeyPlugins(text: string, scopes: readonly ApiKeyScope[]): string[] {
  const ids = [...new Set(text.split(/[\s,]+/).filter((id) => id !== ''))];
  const refuse = (values: ErrorValues<'api_key.bad_plugins'>) =>
    new AppError('api_key.bad_plugins', values, { field: 'plugins' });
  const wrong = ids.find((id) => !isPluginId(id));
  if (wrong !== undefined) throw refuse({ reason: 'no_id', id: wrong.slice(0, 60) });
  if (ids.length > maxPlugins) throw refuse({ reason: 'too_many', max: maxPlugins });
  const publishes = scopes.includes('plugins:publish');
  if (publishes && ids.length === 0) throw refuse({ reason: undefined });
  if (!publishes && ids.length > 0) throw refuse({ reason: 'not_published' });
  return ids;
}

/** @throws AppError `api_key.bad_role`, `api_key.role_above_own` */
export function parseApiKeyRole(
  text: string,
  actor: Pick<Actor, 'role'>,
  scopes: readonly ApiKeyScope[],
): CompanyRole {
  const role = companyRoles.find((each) => each === text);
  const useless = role && scopes.find((scope) => !isOfUse(role, scope));
  if (!role) throw new AppError('api_key.bad_role', {}, { field: 'role' });
  if (useless)
    throw new AppError('api_key.bad_role', { reason: 'of_no_use', role, useless }, { field: 'role' });
  if (lowerRole(role, actor.role) !== role)
    throw new AppError('api_key.role_above_own', { role: actor.role }, { field: 'role' });
  return role;
}

/** @throws AppError `api_key.bad_expiry` */
export function parseApiKeyDays(days: number): number {
  if (apiKeyDays.includes(days)) return days;
  throw new AppError(
    'api_key.bad_expiry',
    { days: new Intl.ListFormat('en', { type: 'disjunction' }).format(apiKeyDays.map(String)) },
    { field: 'days' },
  );
}
