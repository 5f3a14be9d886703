import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { CompanyRole, Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import type { PluginCatalogue } from '../plugins/plugin-catalogue.ts';
import { demand } from '../policy.ts';
import { findNames } from '../users/find-names.ts';
import { type RuleChoices, type TargetRule, usualAmountField } from './rules.ts';

/**
 * What a rule can be made of: types, plugins and amounts of what is installed, and the members. What `rule` already names is among
 * it, though it be uninstalled or have left.
 */
export async function listRuleChoices(
  { db, plugins }: { db: Kysely<DB>; plugins: PluginCatalogue },
  { scope, rule }: { scope: Scope; rule: TargetRule },
): Promise<RuleChoices> {
  demand(scope, 'deliveries.manage');
  const { companyId } = scope;
  return inScope(db, scope, async (trx) => {
    const { rows: installed } = await sql<{ plugin: string; version: string }>`
      select plugin_id as plugin, version from app.installations
      where company_id = ${companyId}::uuid order by position, plugin_id`.execute(trx);
    const { rows: members } = await sql<{ userId: string; name: string; role: CompanyRole }>`
      select user_id as "userId", name, role from app.members order by lower(name), user_id`.execute(trx);
    const manifests = await plugins.manifests(trx, companyId, installed);
    const types = new Map<string, string>();
    const amountFields = new Map<string, string>();
    for (const { plugin, version } of installed)
      for (const { type, label, fields } of manifests.find(plugin, version)?.records ?? []) {
        if (!types.has(type)) types.set(type, label);
        for (const field of fields)
          if (field.type === 'amount' && !amountFields.has(field.name))
            amountFields.set(field.name, field.label);
      }
    for (const type of rule.types ?? []) if (!types.has(type)) types.set(type, type);
    for (const field of [usualAmountField, ...(rule.amounts ?? []).map((range) => range.field)])
      if (!amountFields.has(field)) amountFields.set(field, field);
    const names = new Map(
      installed.map(({ plugin, version }) => [plugin, manifests.find(plugin, version)?.name ?? plugin]),
    );
    for (const plugin of rule.plugins ?? []) if (!names.has(plugin)) names.set(plugin, plugin);
    const left = (rule.confirmedBy?.people ?? []).filter(
      (id) => !members.some(({ userId }) => userId === id),
    );
    const nameOf = await findNames(trx, left);
    return {
      types: [...types].map(([type, label]) => ({ type, label })),
      plugins: [...names].map(([id, name]) => ({ id, name })),
      amountFields: [...amountFields]
        .map(([field, label]) => ({ field, label }))
        .toSorted((a, b) => Number(b.field === usualAmountField) - Number(a.field === usualAmountField)),
      people: [...members, ...left.map((userId) => ({ userId, name: nameOf(userId), role: null }))],
    };
  });
}
