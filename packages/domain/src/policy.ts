import type { Actor, CompanyRole, Scope } from './actor.ts';
import { AppError } from './errors.ts';

/** Everything a member may or may not do with captures, records and what surrounds them. */
export type Action =
  | 'captures.add'
  | 'captures.see'
  | 'captures.change'
  | 'captures.assign'
  | 'records.see'
  | 'records.edit'
  | 'records.confirm'
  | 'records.review'
  | 'records.export'
  | 'bulk.run'
  | 'views.own'
  | 'views.company_wide'
  | 'audit.see'
  | 'dashboard.see'
  | 'company.see'
  | 'company.change';

/**
 * `all`: on everything in the company. `own`: on what the member captured, for changes only while nothing
 * of it is confirmed. Absent: not at all. The product's table of roles, nothing else.
 */
type Reach = 'all' | 'own';

const operator: Partial<Record<Action, Reach>> = {
  'captures.add': 'own',
  'captures.see': 'own',
  'captures.change': 'own',
  'records.see': 'own',
  'records.edit': 'own',
  'records.confirm': 'own',
  'views.own': 'own',
  'dashboard.see': 'own',
  'company.see': 'all',
};

const reviewer: Partial<Record<Action, Reach>> = {
  'captures.add': 'all',
  'captures.see': 'all',
  'captures.change': 'all',
  'captures.assign': 'all',
  'records.see': 'all',
  'records.edit': 'all',
  'records.confirm': 'all',
  'records.review': 'all',
  'records.export': 'all',
  'bulk.run': 'all',
  'views.own': 'own',
  'views.company_wide': 'all',
  'dashboard.see': 'all',
  'company.see': 'all',
};

const admin: Partial<Record<Action, Reach>> = { ...reviewer, 'audit.see': 'all' };

const owner: Partial<Record<Action, Reach>> = { ...admin, 'company.change': 'all' };

const reaches: Record<CompanyRole, Partial<Record<Action, Reach>>> = {
  operator,
  reviewer,
  admin,
  owner,
};

export const actions = [
  ...new Set(Object.values(reaches).flatMap((reach) => Object.keys(reach))),
] as Action[];

/** How far the actor's role lets them do this, undefined where it does not. */
export function reachOf(actor: Actor, action: Action): Reach | undefined {
  return reaches[actor.role]?.[action];
}

/** @throws AppError `role.not_allowed` where the role may not do this at all. */
export function demand({ actor }: Scope, action: Action): Reach {
  const reach = reachOf(actor, action);
  if (!reach)
    throw new AppError(
      'forbidden',
      'role.not_allowed',
      'Your role in this company does not allow this. Ask an admin of the company.',
      {
        action,
        role: actor.role,
      },
    );
  return reach;
}

/** A platform admin who acts as a user reads only, unless an owner allowed more. @throws AppError `support.read_only` */
export function demandChange(scope: Scope, action: Action): Reach {
  if (scope.actor.impersonatedBy && !scope.actor.supportAccess)
    throw new AppError(
      'forbidden',
      'support.read_only',
      'Acting as a user reads only. The company has not switched support access on.',
    );
  return demand(scope, action);
}
