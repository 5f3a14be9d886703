import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { findRecordType, type PluginCatalogue } from '../plugins/plugin-catalogue.ts';
import { demand } from '../policy.ts';
import { type RecordRow, recordColumns, summariseRecord, toText } from '../records/record-rows.ts';
import { findNames } from '../users/find-names.ts';
import { isUuid } from '../uuid.ts';
import { type GivenRule, parseRule } from './rule-input.ts';
import { previewedRecords, type RuleMiss, type RulePreview, usualAmountField } from './rules.ts';
import { targetNotFound } from './target-rows.ts';

/**
 * Tries a rule on the newest confirmed records: which of them would have left for the target, and what kept the others. Roles are
 * those that people have now.
 * @param input.rule to try; absent: the one the target has
 * @throws AppError `delivery.target_not_found`, `delivery.bad_rule`
 */
export async function previewRule(
  { db, plugins }: { db: Kysely<DB>; plugins: PluginCatalogue },
  { scope, targetId, rule: given }: { scope: Scope; targetId: string; rule?: GivenRule | undefined },
): Promise<RulePreview> {
  demand(scope, 'deliveries.manage');
  demand(scope, 'records.see');
  if (!isUuid(targetId)) throw targetNotFound();
  const rule = given && parseRule(given);
  const { companyId } = scope;
  return inScope(db, scope, async (trx) => {
    const { rows: targets } = await sql<{ rule: object; is_wanted: boolean }>`
      select rule, 'record.confirmed' = any (events) as is_wanted from app.delivery_targets
      where company_id = ${companyId}::uuid and id = ${targetId}::uuid and trashed_at is null`.execute(trx);
    const target = targets[0];
    if (!target) throw targetNotFound();
    const { rows } = await sql<RecordRow & { confirmed_at: Date; document_id: string; misses: RuleMiss[] }>`
      select ${recordColumns}, c.document_id,
        app.rule_misses(${JSON.stringify(rule ?? target.rule)}::jsonb, r,
          (select m.role from app.members m where m.user_id = r.confirmed_by)) as misses
      from app.records r join app.captures c on c.company_id = r.company_id and c.id = r.capture_id
      where r.company_id = ${companyId}::uuid and r.state = 'confirmed'
      order by r.confirmed_at desc, r.id desc limit ${previewedRecords}`.execute(trx);
    const manifests = await plugins.manifests(
      trx,
      companyId,
      rows.map((row) => ({ plugin: row.plugin_id, version: row.plugin_version })),
    );
    const nameOf = await findNames(
      trx,
      rows.map((row) => row.confirmed_by),
    );
    const records = rows.map((row) => {
      const made = { plugin: row.plugin_id, version: row.plugin_version, type: row.type };
      const printed = (name: string) => toText(row.fields[name]?.value ?? null) || null;
      return {
        recordId: row.id,
        captureId: row.document_id,
        title: summariseRecord(manifests, { ...row, ...made, pluginVersion: row.plugin_version }).title,
        type: row.type,
        typeLabel: findRecordType(manifests, made)?.label ?? row.type,
        plugin: row.plugin_id,
        amount: printed((rule ?? (target.rule as GivenRule)).amounts?.[0]?.field ?? usualAmountField),
        currency: printed('currency'),
        confirmedBy: row.confirmed_by === null ? null : nameOf(row.confirmed_by),
        confirmedAt: row.confirmed_at.toISOString(),
        misses: target.is_wanted ? row.misses : ['event' as const, ...row.misses],
      };
    });
    return { records, leaving: records.filter(({ misses }) => misses.length === 0).length };
  });
}
