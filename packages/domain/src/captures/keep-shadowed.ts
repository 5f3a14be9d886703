import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';
import { compareShadow } from '../plugins/compare-shadow.ts';
import { giveUpFailingShadow } from '../plugins/give-up-failing-shadow.ts';
import type { ProposedRecord } from '../records/proposal-rows.ts';
import { toStorableJson } from '../storable-json.ts';

interface Ran {
  plugin: string;
  failure?: { code: string };
}

/** What versions made of a document that run beside those that count. */
export interface Shadowed {
  /** All of them, whether they had anything to do or not. */
  tried: readonly { pluginId: string; version: string }[];
  records: readonly ProposedRecord[];
  runs: readonly Ran[];
}

/** Comparisons that are kept of a plugin. */
const maxShadowComparisons = 200;

/** Keeps how the versions that run as shadows did beside those that count; nothing of what they made. */
export async function keepShadowed(
  trx: Trx,
  {
    companyId,
    documentId,
    result: { records, runs, shadowed },
  }: {
    companyId: string;
    documentId: string;
    result: { records: readonly ProposedRecord[] | null; runs: readonly Ran[]; shadowed?: Shadowed };
  },
): Promise<void> {
  if (!records || !shadowed) return;
  for (const { pluginId, version } of shadowed.tried) {
    const ofIt = <Made extends { plugin: string }>(all: readonly Made[]) =>
      all.filter(({ plugin }) => plugin === pluginId);
    const [run] = ofIt(shadowed.runs);
    const [installed] = ofIt(runs);
    const isLimited = [run, installed].some((each) => each?.failure?.code === 'plugin.budget_spent');
    // Too little was left of the budget, or neither had anything to do here.
    if (isLimited || (!run && !installed)) continue;
    const failureCode = run?.failure?.code ?? null;
    const { outcome, changes } = failureCode
      ? { outcome: 'failed' as const, changes: [] }
      : compareShadow(ofIt(records), ofIt(shadowed.records));
    await sql`
      delete from app.shadow_comparisons
      where company_id = ${companyId}::uuid and plugin_id = ${pluginId} and capture_id = ${documentId}::uuid`.execute(
      trx,
    );
    // Somebody may have ended it, or begun another, while this was read.
    await sql`
      insert into app.shadow_comparisons (company_id, plugin_id, capture_id, outcome, failure_code, changes)
      select i.company_id, i.plugin_id, ${documentId}::uuid, ${outcome}, ${failureCode}, ${toStorableJson(changes)}::jsonb
      from app.installations i
      where i.company_id = ${companyId}::uuid and i.plugin_id = ${pluginId} and i.shadow_version = ${version}`.execute(
      trx,
    );
    await sql`
      delete from app.shadow_comparisons s using (
        select id from app.shadow_comparisons where company_id = ${companyId}::uuid and plugin_id = ${pluginId}
        order by id desc offset ${maxShadowComparisons} limit 1) oldest
      where s.company_id = ${companyId}::uuid and s.plugin_id = ${pluginId} and s.id <= oldest.id`.execute(
      trx,
    );
    if (failureCode) await giveUpFailingShadow(trx, companyId, { pluginId, version, code: failureCode });
  }
}
