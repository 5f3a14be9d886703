import { sql } from 'kysely';
import { isUuid } from '../../captures/capture-conditions.ts';
import { AppError } from '../../errors.ts';
import type { Trx } from '../../in-scope.ts';
import { findNames } from '../../users/find-names.ts';
import type { DraftSummary, PluginDraft } from './draft-types.ts';

interface SummaryRow {
  id: string;
  plugin_id: string;
  name: string | null;
  updated_by: string;
  updated_at: Date;
  fixture_count: number;
}

interface DraftRow extends SummaryRow {
  manifest: unknown;
  manifest_text: string | null;
  source: string;
  readme: string;
  revision: number;
  published: PluginDraft['published'];
}

const summaryColumns = sql`d.id, d.plugin_id, d.manifest ->> 'name' as name, d.updated_by, d.updated_at,
  (select count(*)::int from app.plugin_fixtures f
    where f.company_id = d.company_id and f.plugin_id = d.plugin_id and f.trashed_at is null) as fixture_count`;

export async function selectDrafts(trx: Trx, companyId: string): Promise<DraftSummary[]> {
  const { rows } = await sql<SummaryRow>`
    select ${summaryColumns} from app.plugin_drafts d
    where d.company_id = ${companyId}::uuid and d.kind = 'studio' and d.trashed_at is null
    order by d.updated_at desc, d.id`.execute(trx);
  const nameOf = await findNames(
    trx,
    rows.map((row) => row.updated_by),
  );
  return rows.map((row) => toSummary(row, nameOf));
}

/**
 * One draft; `isTrashed`: one in the trash, `lock`: until the transaction ends.
 * @throws AppError `draft.not_found`
 */
export async function selectDraft(
  trx: Trx,
  companyId: string,
  draftId: string,
  { isTrashed = false, lock = false } = {},
): Promise<PluginDraft> {
  const { rows } = isUuid(draftId)
    ? await sql<DraftRow>`
        select ${summaryColumns}, d.manifest, d.manifest_text, d.source, d.readme, d.revision,
          (select jsonb_build_object('version', v.version, 'manifest', v.manifest) from app.plugin_versions v
            where v.company_id = d.company_id and v.plugin_id = d.plugin_id order by v.ordinal desc limit 1) as published
        from app.plugin_drafts d
        where d.company_id = ${companyId}::uuid and d.id = ${draftId}::uuid and d.kind = 'studio'
          and d.trashed_at is ${isTrashed ? sql`not null` : sql`null`} ${lock ? sql`for update` : sql``}`.execute(
        trx,
      )
    : { rows: [] };
  const [row] = rows;
  if (!row) throw new AppError('not_found', 'draft.not_found', 'There is no such draft, or it was deleted.');
  const nameOf = await findNames(trx, [row.updated_by]);
  return {
    ...toSummary(row, nameOf),
    manifestText: row.manifest_text ?? `${JSON.stringify(row.manifest, null, 2)}\n`,
    source: row.source,
    readme: row.readme,
    revision: row.revision,
    published: row.published,
  };
}

const toSummary = (row: SummaryRow, nameOf: (userId: string) => string): DraftSummary => ({
  id: row.id,
  pluginId: row.plugin_id,
  name: row.name || row.plugin_id,
  updatedBy: { id: row.updated_by, name: nameOf(row.updated_by) },
  updatedAt: row.updated_at.toISOString(),
  fixtureCount: row.fixture_count,
});

/**
 * Refuses an id that the catalogue has, a version of the company's without this draft, or another draft.
 * @throws AppError `plugin.id_taken`
 */
export async function demandFreeId(trx: Trx, companyId: string, pluginId: string): Promise<void> {
  // Two who choose the same id at once: the second waits here.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`plugin_draft ${companyId}`}, 0))`.execute(trx);
  const { rows } = await sql<{ taken_by: string }>`
    select 'the catalogue' as taken_by from platform.plugins where id = ${pluginId}
    union all
    select 'another draft' from app.plugin_drafts
      where company_id = ${companyId}::uuid and plugin_id = ${pluginId} and trashed_at is null
    limit 1`.execute(trx);
  const [taken] = rows;
  if (!taken) return;
  throw new AppError('conflict', 'plugin.id_taken', `"${pluginId}" is an id of ${taken.taken_by} already.`, {
    fields: { id: `Taken by ${taken.taken_by}. Choose another one.` },
  });
}
