import type { Actor, CompanyRole } from '../actor.ts';
import { AppError } from '../errors.ts';
import { type Action, companyRoles, rolesThatMay } from '../policy.ts';
import { hidesSentence, hidesSomething, keptName } from '../visible-name.ts';

/** What keys can be for. */
export type ApiKeyScope = 'plugins.publish';

/** What a role has to be able to do so that a key for this is of any use. */
const needed = { 'plugins.publish': 'studio.use' } as const satisfies Record<ApiKeyScope, Action>;

/** Days a key may be in force. */
export const apiKeyDays: readonly number[] = [30, 90, 365];
export const maxApiKeyNameLength = 80;

/** The roles a member may give a key for this, lowest first: those it is of any use with, up to the member's own. */
export function rolesForApiKey({ role }: Pick<Actor, 'role'>, scope: ApiKeyScope): CompanyRole[] {
  const useful = rolesThatMay(needed[scope]);
  return companyRoles.filter((each) => useful.includes(each) && lowerRole(each, role) === each);
}

/** Whether somebody of this role can do what the key is for. */
export const isOfUse = (role: CompanyRole, scope: ApiKeyScope): boolean =>
  rolesThatMay(needed[scope]).includes(role);

export const lowerRole = (one: CompanyRole, other: CompanyRole): CompanyRole =>
  companyRoles.indexOf(one) < companyRoles.indexOf(other) ? one : other;

/** @throws AppError `api_key.bad_name` */
export function parseApiKeyName(text: string): string {
  const name = keptName(text);
  const hides = hidesSomething(name);
  if (name !== '' && [...name].length <= maxApiKeyNameLength && !hides) return name;
  const message = hides ? hidesSentence : `Name the key in 1 to ${maxApiKeyNameLength} characters.`;
  throw new AppError('invalid', 'api_key.bad_name', message, { fields: { name: message } });
}

/** @throws AppError `api_key.bad_role`, `api_key.role_above_own` */
export function parseApiKeyRole(text: string, actor: Pick<Actor, 'role'>, scope: ApiKeyScope): CompanyRole {
  const role = companyRoles.find((each) => each === text);
  if (!role || !isOfUse(role, scope)) {
    const message = 'A key of this role could do nothing. Choose one that is offered.';
    throw new AppError('invalid', 'api_key.bad_role', message, { fields: { role: message } });
  }
  if (lowerRole(role, actor.role) !== role) {
    const message = `A key never has more rights than its maker. Your role is ${actor.role}.`;
    throw new AppError('forbidden', 'api_key.role_above_own', message, { fields: { role: message } });
  }
  return role;
}

/** @throws AppError `api_key.bad_expiry` */
export function parseApiKeyDays(days: number): number {
  if (apiKeyDays.includes(days)) return days;
  const message = `A key works for ${apiKeyDays.slice(0, -1).join(', ')} or ${apiKeyDays.at(-1)} days.`;
  throw new AppError('invalid', 'api_key.bad_expiry', message, { fields: { days: message } });
}
