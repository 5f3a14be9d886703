import type { TemplateMark } from '@readout/plugin-kit/template';
import { sql } from 'kysely';
import { AppError } from '../../errors.ts';
import type { Trx } from '../../in-scope.ts';
import { findNames } from '../../users/find-names.ts';
import { isUuid } from '../../uuid.ts';
import type { TemplateDraft, TemplateExample } from './rules.ts';

/** What `app.plugin_drafts.template` holds: the first example, and the others where there are any. */
export interface StoredTemplateDraft extends TemplateExample {
  marks: TemplateMark[];
  examples?: TemplateExample[];
}

interface Row {
  id: string;
  plugin_id: string;
  name: string | null;
  template: StoredTemplateDraft;
  revision: number;
  updated_by: string;
  updated_at: Date;
  version: string | null;
}

/**
 * One draft; `lock`: until the transaction ends.
 * @throws AppError `draft.not_found`
 */
export async function selectTemplateDraft(
  trx: Trx,
  companyId: string,
  draftId: string,
  { lock = false } = {},
): Promise<TemplateDraft> {
  const { rows } = isUuid(draftId)
    ? await sql<Row>`
        select d.id, d.plugin_id, d.manifest ->> 'name' as name, d.template, d.revision, d.updated_by, d.updated_at,
          (select v.version from app.plugin_versions v
            where v.company_id = d.company_id and v.plugin_id = d.plugin_id order by v.ordinal desc limit 1) as version
        from app.plugin_drafts d
        where d.company_id = ${companyId}::uuid and d.id = ${draftId}::uuid and d.kind = 'template'
          and d.trashed_at is null ${lock ? sql`for update of d` : sql``}`.execute(trx)
    : { rows: [] };
  const [row] = rows;
  if (!row) throw new AppError('draft.not_found');
  const nameOf = await findNames(trx, [row.updated_by]);
  return {
    ...row.template,
    examples: row.template.examples ?? [],
    id: row.id,
    name: row.name ?? '',
    revision: row.revision,
    updatedBy: { id: row.updated_by, name: nameOf(row.updated_by) },
    updatedAt: row.updated_at.toISOString(),
    published: row.version === null ? null : { pluginId: row.plugin_id, version: row.version },
  };
}
