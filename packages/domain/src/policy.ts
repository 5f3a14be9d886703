import type { Actor, CompanyRole, Scope } from './actor.ts';
import { AppError } from './errors.ts';

/**
 * `all`: on everything in the company. `own`: on what the member captured, for changes only while nothing
 * of it is confirmed. Absent: not at all.
 */
type Reach = 'all' | 'own';

/** What each role may: the product's table of roles, nothing else. */
type Permissions = Partial<Record<CompanyRole, Reach>>;

const everyone = { operator: 'all', reviewer: 'all', admin: 'all', owner: 'all' } as const;
/** Operators their own, from reviewer on everything. */
const ownFirst = { ...everyone, operator: 'own' } as const;
const reviewers = { reviewer: 'all', admin: 'all', owner: 'all' } as const;
const admins = { admin: 'all', owner: 'all' } as const;
const owners = { owner: 'all' } as const;

const table = {
  'captures.add': ownFirst,
  'captures.see': ownFirst,
  'captures.change': ownFirst,
  'captures.assign': reviewers,
  'records.see': ownFirst,
  'records.edit': ownFirst,
  // Operators where the company allows it.
  'records.confirm': ownFirst,
  'records.review': reviewers,
  'records.export': reviewers,
  'bulk.run': reviewers,
  'views.own': { operator: 'own', reviewer: 'own', admin: 'own', owner: 'own' },
  'views.company_wide': reviewers,
  'templates.manage': reviewers,
  'watches.see': reviewers,
  'watches.manage': reviewers,
  'dashboard.see': ownFirst,
  'company.see': everyone,
  'company.leave': everyone,
  // Below their own role; owners everyone (see mayManage).
  'members.manage': admins,
  'invitations.manage': admins,
  // What keeps accounts safe: a second factor for everyone.
  'security.manage': admins,
  'plugins.manage': admins,
  // Ask an admin to install something.
  'plugins.request': everyone,
  'studio.use': admins,
  // What a company hands in for everybody's catalogue leaves it.
  'plugins.submit': admins,
  'api_keys.manage': admins,
  'webhooks.manage': admins,
  'deliveries.manage': admins,
  'export_profiles.manage': admins,
  retention: admins,
  'audit.see': admins,
  'company.profile': owners,
  'owners.manage': owners,
  'company.close': owners,
  'company.export': owners,
  'support.access': owners,
} as const satisfies Record<string, Permissions>;

/** Everything a member may or may not do in a company. */
export type Action = keyof typeof table;

/** These change nothing: a platform admin who acts as a member may always do them. */
const reading = new Set<Action>([
  'captures.see',
  'records.see',
  'records.export',
  'dashboard.see',
  'company.see',
  'company.export',
  'audit.see',
  'watches.see',
]);

/** What support access to correct allows besides: what a reviewer does with what is there. */
const correcting = new Set<Action>([
  'captures.change',
  'captures.assign',
  'records.edit',
  'records.confirm',
  'records.review',
  'bulk.run',
]);

export const actions = Object.keys(table) as Action[];

/** Lowest first. */
export const companyRoles: readonly CompanyRole[] = ['operator', 'reviewer', 'admin', 'owner'];

const rank = (role: CompanyRole): number => companyRoles.indexOf(role);

/** How far the actor's role lets them do this, undefined where it does not. */
export function reachOf(actor: Pick<Actor, 'role'>, action: Action): Reach | undefined {
  const permissions: Permissions = table[action];
  return permissions[actor.role];
}

/** The roles that may do this, highest first. */
export function rolesThatMay(action: Action): CompanyRole[] {
  const permissions: Permissions = table[action];
  return companyRoles.filter((role) => permissions[role] !== undefined).toReversed();
}

/** Whether the actor may give, change or take away a membership with this role: admins below their own, owners all. */
export function mayManage(actor: Pick<Actor, 'role'>, targetRole: CompanyRole): boolean {
  if (reachOf(actor, 'members.manage') === undefined) return false;
  return actor.role === 'owner' || rank(targetRole) < rank(actor.role);
}

export interface Permission {
  allowed: boolean;
  /** The roles that may, highest first. */
  roles: CompanyRole[];
  /** Why not, and who may; empty where it is allowed. */
  sentence: string;
}

/** Why the actor may not do this; undefined where they may. */
function refusalOf(actor: Actor, action: Action): AppError | undefined {
  if (!reachOf(actor, action)) return notAllowed(action, actor.role, rolesThatMay(action));
  return reading.has(action) ? undefined : refusalWhileActing(actor, action);
}

export const isAllowed = (actor: Actor, action: Action): boolean => refusalOf(actor, action) === undefined;

/**
 * Whether the actor may do this, and otherwise why not and who may: what a page says beside a control it disables.
 * @param locale BCP 47 tag of the language the sentence is in
 */
export function whyNot(actor: Actor, action: Action, locale: string): Permission {
  const refusal = refusalOf(actor, action);
  return {
    allowed: refusal === undefined,
    roles: rolesThatMay(action),
    sentence: refusal?.in(locale).sentence ?? '',
  };
}

/** Why somebody who acts as this user may not change this; undefined where they may, or nobody acts. */
function refusalWhileActing(actor: Actor, action: Action): AppError | undefined {
  if (!actor.impersonatedBy || actor.support === 'manage') return undefined;
  if (!actor.support) return new AppError('support.read_only');
  if (correcting.has(action)) return undefined;
  return new AppError('support.beyond_scope');
}

/** @throws AppError `role.not_allowed` with `{action, role, roles}` where the role may not do this at all. */
export function demand({ actor }: Scope, action: Action): Reach {
  const reach = reachOf(actor, action);
  if (!reach) {
    throw notAllowed(action, actor.role, rolesThatMay(action));
  }
  return reach;
}

/**
 * Who acts as a user reads only, unless an owner allowed more.
 * @throws AppError `support.read_only`, `support.beyond_scope`
 */
export function demandChange(scope: Scope, action: Action): Reach {
  const refusal = refusalWhileActing(scope.actor, action);
  if (refusal) throw refusal;
  return demand(scope, action);
}

/**
 * What only the person themself decides: leaving, handing over, closing. Nobody who acts as them, whatever support
 * access allows. @throws AppError `support.read_only`
 */
export function demandThemself({ actor }: Scope): void {
  if (actor.impersonatedBy) throw new AppError('support.read_only', { reason: 'member' });
}

/**
 * Refuses to touch a membership or an invitation of a role the actor may not manage.
 * @throws AppError `role.not_allowed` with `{action, role, roles, targetRole}`
 */
export function demandManaging(actor: Pick<Actor, 'role'>, targetRole: CompanyRole): void {
  if (mayManage(actor, targetRole)) return;
  const roles = companyRoles.filter((role) => mayManage({ role }, targetRole)).toReversed();
  throw notAllowed('members.manage', actor.role, roles, { targetRole });
}

/**
 * "Admins and owners of the company may do this. Your role is reviewer."
 * @param roles - that may, highest first: whatever a role may, the ones above it may too
 */
const notAllowed = (
  action: Action,
  role: CompanyRole,
  roles: readonly CompanyRole[],
  about: { targetRole?: CompanyRole } = {},
) => new AppError('role.not_allowed', { lowest: roles.at(-1) ?? 'owner', action, role, roles, ...about });
