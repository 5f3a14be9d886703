import { sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { AppError } from '../../errors.ts';
import type { Trx } from '../../in-scope.ts';
import { isoRows } from '../../iso-rows.ts';
import { findNames } from '../../users/find-names.ts';
import { isUuid } from '../../uuid.ts';
import { isForeignInCatalogue } from '../catalogue-ids.ts';
import { demandNoPage } from '../rules.ts';
import type { CheckedContent } from './check-draft.ts';
import type { DraftSummary, PluginDraft } from './rules.ts';

type SummaryRow = Omit<DraftSummary, 'updatedBy'> & { updatedBy: string };

const summaryColumns = sql`d.id, d.kind, d.plugin_id as "pluginId",
  coalesce(nullif(d.manifest ->> 'name', ''), d.plugin_id) as name, d.updated_by as "updatedBy", d.updated_at as "updatedAt",
  d.trashed_at as "trashedAt", (select count(*)::int from app.plugin_fixtures f
    where f.company_id = d.company_id and f.plugin_id = d.plugin_id and f.trashed_at is null) as "fixtureCount"`;

/** More than a company may have at once; of its trash the newest. */
const maxListed = 300;

/** Programs and templates; the newest first, in the trash those deleted last. */
export async function selectDrafts(
  trx: Trx,
  companyId: string,
  { isTrashed }: { isTrashed: boolean },
): Promise<DraftSummary[]> {
  const rows = await isoRows(trx)<SummaryRow>`
    select ${summaryColumns} from app.plugin_drafts d
    where d.company_id = ${companyId}::uuid and d.trashed_at is ${isTrashed ? sql`not null` : sql`null`}
    order by coalesce(d.trashed_at, d.updated_at) desc, d.id limit ${maxListed}`;
  const nameOf = await findNames(
    trx,
    rows.map((row) => row.updatedBy),
  );
  return rows.map((row) => ({ ...row, updatedBy: { id: row.updatedBy, name: nameOf(row.updatedBy) } }));
}

/** A draft of either kind, locked for a change; `isTrashed`: one in the trash. @throws AppError `draft.not_found` */
export async function lockDraft(
  trx: Trx,
  companyId: string,
  draftId: string,
  { isTrashed = false } = {},
): Promise<Pick<DraftSummary, 'id' | 'kind' | 'pluginId'>> {
  const { rows } = isUuid(draftId)
    ? await sql<Pick<DraftSummary, 'id' | 'kind' | 'pluginId'>>`
        select id, kind, plugin_id as "pluginId" from app.plugin_drafts
        where company_id = ${companyId}::uuid and id = ${draftId}::uuid
          and trashed_at is ${isTrashed ? sql`not null` : sql`null`} for update`.execute(trx)
    : { rows: [] };
  const [row] = rows;
  if (!row) throw draftNotFound();
  return row;
}

/**
 * A program; `lock`: until the transaction ends.
 * @throws AppError `draft.not_found`
 */
export async function selectDraft(
  trx: Trx,
  companyId: string,
  draftId: string,
  { lock = false } = {},
): Promise<PluginDraft> {
  const [row] = isUuid(draftId)
    ? await isoRows(trx)<
        SummaryRow &
          Omit<PluginDraft, keyof SummaryRow | 'manifestText'> & {
            manifest: unknown;
            manifestText: string | null;
          }
      >`
        select ${summaryColumns}, d.manifest, d.manifest_text as "manifestText", d.source, d.readme, d.revision,
          (select jsonb_build_object('version', v.version, 'manifest', v.manifest) from app.plugin_versions v
            where v.company_id = d.company_id and v.plugin_id = d.plugin_id order by v.ordinal desc limit 1) as published
        from app.plugin_drafts d
        where d.company_id = ${companyId}::uuid and d.id = ${draftId}::uuid and d.kind = 'studio'
          and d.trashed_at is null ${lock ? sql`for update` : sql``}`
    : [];
  if (!row) throw draftNotFound();
  const nameOf = await findNames(trx, [row.updatedBy]);
  const { manifest, manifestText, ...draft } = row;
  return {
    ...draft,
    updatedBy: { id: row.updatedBy, name: nameOf(row.updatedBy) },
    manifestText: manifestText ?? `${JSON.stringify(manifest, null, 2)}\n`,
  };
}

/**
 * Refuses what was made on top of another revision than the one there is.
 * @throws AppError `draft.changed_meanwhile` with `{current: {revision, by, at}}`
 */
export function demandRevision(
  { revision, updatedBy: { name }, updatedAt }: Pick<PluginDraft, 'revision' | 'updatedBy' | 'updatedAt'>,
  seen: number,
): void {
  if (revision === seen) return;
  const current = { revision, by: name, at: updatedAt };
  throw new AppError('draft.changed_meanwhile', { name, current });
}

const draftNotFound = () => new AppError('draft.not_found');

/** The draft the company has of a plugin in the studio. */
export async function findStudioDraft(
  trx: Trx,
  companyId: string,
  pluginId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from app.plugin_drafts
    where company_id = ${companyId}::uuid and plugin_id = ${pluginId} and kind = 'studio' and trashed_at is null`.execute(
    trx,
  );
  return rows[0]?.id;
}

const maxDrafts = 100;

/** @returns the id of the draft @throws AppError `draft.too_many` */
export async function insertDraft(
  trx: Trx,
  { companyId, actor }: Scope,
  pluginId: string,
  { manifest = {}, manifestText, source = '', readme = '' }: CheckedContent,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into app.plugin_drafts (company_id, plugin_id, kind, manifest, manifest_text, source, readme, created_by, updated_by)
    select ${companyId}::uuid, ${pluginId}, 'studio', ${JSON.stringify(manifest)}::jsonb, ${manifestText ?? null}, ${source},
      ${readme}, ${actor.userId}::uuid, ${actor.userId}::uuid
    where (select count(*) from app.plugin_drafts
      where company_id = ${companyId}::uuid and kind = 'studio' and trashed_at is null) < ${maxDrafts}
    returning id`.execute(trx);
  const [row] = rows;
  if (!row) throw new AppError('draft.too_many', { max: maxDrafts });
  return row.id;
}

/**
 * Refuses an id that somebody else's plugin of the catalogue has, or another draft. Of a draft of the company's own plugin
 * (`isOwn`) versions may be published, and a template that was gone on with as a program keeps its draft.
 * @throws AppError `plugin.id_taken`
 */
export async function demandFreeId(
  trx: Trx,
  companyId: string,
  pluginId: string,
  { isOwn, kind = 'studio' }: { isOwn: boolean; kind?: DraftSummary['kind'] },
): Promise<void> {
  if (!isOwn) demandNoPage(pluginId);
  // Two who choose the same id at once: the second waits here.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`plugin_draft ${companyId}`}, 0))`.execute(trx);
  const { rows } = await sql<{ taken_by: 'catalogue' | 'draft' | 'company' }>`
    select 'catalogue' as taken_by where ${isForeignInCatalogue(companyId, pluginId)} and not (${isOwn} and exists (
      select from app.plugin_versions where company_id = ${companyId}::uuid and plugin_id = ${pluginId}))
    union all
    select 'catalogue' from platform.plugins
      where id = ${pluginId} and publisher_company_id = ${companyId}::uuid and not ${isOwn}
    union all
    select 'draft' from app.plugin_drafts
      where company_id = ${companyId}::uuid and plugin_id = ${pluginId} and trashed_at is null
        and (kind = ${kind} or not ${isOwn})
    union all
    select 'company' from app.plugin_versions
      where company_id = ${companyId}::uuid and plugin_id = ${pluginId} and not ${isOwn}
    limit 1`.execute(trx);
  const [taken] = rows;
  if (!taken) return;
  throw new AppError('plugin.id_taken', {
    reason: taken.taken_by,
    pluginId,
    fields: { id: `Taken by ${takers[taken.taken_by]}. Choose another one.` },
  });
}

const takers = {
  catalogue: 'the catalogue',
  draft: 'another draft',
  company: 'a plugin of your company',
} as const;
