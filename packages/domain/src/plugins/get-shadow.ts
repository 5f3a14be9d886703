import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { isoRows } from '../iso-rows.ts';
import { demand } from '../policy.ts';
import type { ShadowOutcome } from './compare-shadow.ts';
import type { FieldChange } from './try-versions.ts';

export interface ShadowResults {
  /** Documents by what came of them. */
  counts: Record<ShadowOutcome, number>;
  /** On how many documents each field came out otherwise, the most first. */
  fields: { record: string; field: string; count: number }[];
  /** The newest that are not equal. */
  latest: ShadowedCapture[];
}

export interface ShadowedCapture {
  captureId: string;
  name: string;
  outcome: ShadowOutcome;
  /** Of the error catalogue; null: the shadow did not fail. */
  failureCode: string | null;
  changes: FieldChange[];
  /** ISO 8601. */
  comparedAt: string;
}

const most = { fields: 20, latest: 10 } as const;

/** How a version that runs beside the installed one has done so far, on the last documents: see `keepShadowed`. */
export async function getShadow(
  { db }: { db: Kysely<DB> },
  { scope, pluginId }: { scope: Scope; pluginId: string },
): Promise<ShadowResults> {
  demand(scope, 'plugins.manage');
  const { companyId } = scope;
  return inScope(db, scope, async (trx) => {
    const { rows } = await sql<{ outcome: ShadowOutcome; count: number }>`
      select outcome, count(*)::int as count from app.shadow_comparisons
      where company_id = ${companyId}::uuid and plugin_id = ${pluginId} group by outcome`.execute(trx);
    const { rows: fields } = await sql<ShadowResults['fields'][number]>`
      select c.record, c.field, count(distinct s.id)::int as count
      from app.shadow_comparisons s cross join lateral jsonb_to_recordset(s.changes) as c (record text, field text)
      where s.company_id = ${companyId}::uuid and s.plugin_id = ${pluginId}
      group by c.record, c.field order by count desc, c.record, c.field limit ${most.fields}`.execute(trx);
    const latest = await isoRows(trx)<ShadowedCapture>`
      select s.capture_id as "captureId", c.file_name as name, s.outcome, s.failure_code as "failureCode", s.changes,
        s.created_at as "comparedAt"
      from app.shadow_comparisons s join app.captures c on c.company_id = s.company_id and c.id = s.capture_id
      where s.company_id = ${companyId}::uuid and s.plugin_id = ${pluginId} and s.outcome <> 'equal' and c.trashed_at is null
      order by s.id desc limit ${most.latest}`;
    const none = { equal: 0, differs: 0, only_installed: 0, only_shadow: 0, failed: 0 };
    return {
      counts: { ...none, ...Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count])) },
      fields,
      latest,
    };
  });
}
