import { sql } from 'kysely';
import type { CompanyRole } from '../actor.ts';
import { AppError } from '../errors.ts';
import type { Trx } from '../in-scope.ts';
import { companyRoles } from '../policy.ts';
import { isUuid } from '../uuid.ts';
import {
  type AmountRange,
  maxAmountRanges,
  maxRuleEntries,
  type TargetRule,
  usualAmountField,
} from './rules.ts';

/** A rule as a page or a program gives it: what is empty is no condition. */
export interface GivenRule {
  types?: readonly string[] | undefined;
  plugins?: readonly string[] | undefined;
  amounts?:
    | readonly {
        field?: string | undefined;
        currency: string;
        atLeast?: string | undefined;
        atMost?: string | undefined;
      }[]
    | undefined;
  confirmedBy?:
    | {
        people?: readonly string[] | undefined;
        roles?: readonly string[] | undefined;
        byRule?: boolean | undefined;
      }
    | undefined;
}

const typeName = /^[A-Za-z][\w-]{0,59}$/;
const fieldName = /^[A-Za-z]\w{0,59}$/;
const decimal = /^-?\d{1,15}(\.\d{1,6})?$/;

const refused = (
  field: 'types' | 'plugins' | 'amounts' | 'people' | 'roles',
  reason?: 'amount' | 'currency' | 'range' | 'field' | 'people',
) => new AppError('delivery.bad_rule', { reason }, { field });

const tooMany = (field: 'types' | 'plugins' | 'amounts' | 'people', max: number) =>
  new AppError('delivery.bad_rule', { reason: 'many', max }, { field });

/** @throws AppError `delivery.bad_rule` */
export function parseRule({ types, plugins, amounts, confirmedBy }: GivenRule): TargetRule {
  const rule: TargetRule = {};
  if (types?.length) rule.types = names(types, 'types');
  if (plugins?.length) rule.plugins = names(plugins, 'plugins');
  if (amounts?.length) {
    if (amounts.length > maxAmountRanges) throw tooMany('amounts', maxAmountRanges);
    rule.amounts = amounts.map(parseRange);
  }
  const people = [...new Set(confirmedBy?.people)].map((id) => id.toLowerCase());
  const roles = companyRoles.filter((role) => confirmedBy?.roles?.includes(role));
  const byRule = confirmedBy?.byRule ?? false;
  if (people.length > maxRuleEntries) throw tooMany('people', maxRuleEntries);
  if (!people.every(isUuid)) throw refused('people', 'people');
  if (confirmedBy?.roles?.some((role) => !companyRoles.includes(role as CompanyRole))) throw refused('roles');
  if (people.length > 0 || roles.length > 0 || byRule) rule.confirmedBy = { people, roles, byRule };
  return rule;
}

function names(given: readonly string[], field: 'types' | 'plugins'): string[] {
  const all = [...new Set(given)];
  if (all.length > maxRuleEntries) throw tooMany(field, maxRuleEntries);
  if (!all.every((name) => typeName.test(name))) throw refused(field);
  return all.toSorted();
}

function parseRange({
  field = usualAmountField,
  currency: typed,
  atLeast = '',
  atMost = '',
}: NonNullable<GivenRule['amounts']>[number]): AmountRange {
  const currency = typed.trim().toUpperCase();
  if (!fieldName.test(field)) throw refused('amounts', 'field');
  if (!/^[A-Z]{3}$/.test(currency)) throw refused('amounts', 'currency');
  const ends = [atLeast, atMost].map((end) => end.trim()).filter((end) => end !== '');
  if (ends.length === 0 || !ends.every((end) => decimal.test(end))) throw refused('amounts', 'amount');
  // As many decimals as fit; nearer than that nobody's ends are together.
  if (ends.length === 2 && Number(ends[0]) > Number(ends[1])) throw refused('amounts', 'range');
  return {
    field,
    currency,
    ...(atLeast.trim() ? { atLeast: atLeast.trim() } : {}),
    ...(atMost.trim() ? { atMost: atMost.trim() } : {}),
  };
}

/**
 * People of a rule are members; those the target named before may have left.
 * @throws AppError `delivery.bad_rule`
 */
export async function demandMembers(trx: Trx, rule: TargetRule, before: TargetRule = {}): Promise<void> {
  const added = (rule.confirmedBy?.people ?? []).filter((id) => !before.confirmedBy?.people.includes(id));
  if (added.length === 0) return;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from app.members where user_id = any (${added}::uuid[])`.execute(trx);
  if (rows[0]!.count < added.length) throw refused('people', 'people');
}

/** What the audit list says of a rule: people by their number alone. */
export function ruleDetail({ types, plugins, amounts, confirmedBy }: TargetRule): Record<string, unknown> {
  const range = ({ field, currency, atLeast, atMost }: AmountRange) =>
    [field, atLeast && `≥ ${atLeast}`, atMost && `≤ ${atMost}`, currency].filter(Boolean).join(' ');
  return {
    ...(types ? { types } : {}),
    ...(plugins ? { plugins } : {}),
    ...(amounts ? { amounts: amounts.map(range) } : {}),
    ...(confirmedBy
      ? {
          confirmedBy: {
            people: confirmedBy.people.length,
            roles: confirmedBy.roles,
            byRule: confirmedBy.byRule,
          },
        }
      : {}),
  };
}
