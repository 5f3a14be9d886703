import type { DB } from '@readout/database';
import type { Manifest, PluginKind } from '@readout/plugin-kit/manifest';
import { inLanguageOf } from '@readout/plugin-kit/manifest-languages';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { isoRows } from '../iso-rows.ts';
import { demand } from '../policy.ts';
import { findBlocks } from './find-blocks.ts';
import type { Accuracy, PluginOrigin } from './plugin-versions.ts';

/** The newest published version of a plugin, as it stands in the catalogue. */
export interface CatalogueItem {
  plugin: string;
  source: PluginOrigin;
  version: string;
  kind: PluginKind;
  name: string;
  description: string;
  publisher: string;
  isFirstParty: boolean;
  reads: string[];
  /** What it makes, with the labels of the fields. */
  records: { label: string; fields: string[] }[];
  /** Where it asks to send to; empty for readers. */
  hosts: string[];
  /** On the fixtures that come with it; null: not measured. */
  accuracy: Accuracy | null;
  /** ISO 8601. */
  publishedAt: string;
  /** Null: not installed. */
  installedVersion: string | null;
  /** The person has asked for it and nobody decided yet. */
  isRequested: boolean;
  blocked: { reason: string; since: string } | null;
}

type CatalogueRow = Omit<
  CatalogueItem,
  'kind' | 'name' | 'description' | 'reads' | 'records' | 'hosts' | 'blocked'
> & { manifest: Manifest; total: number };

const maxPageSize = 100;
const maxWords = 8;

/**
 * What the company can install, its own first, then what comes with Readout, by name. `search`: every word has to be
 * somewhere in id, name, description, publisher, labels of records or of their fields, in any of its languages; what has them in its name comes
 * first, then what makes a record of that label, then what has a field of it.
 */
export async function listCatalogue(
  { db }: { db: Kysely<DB> },
  {
    scope,
    search = '',
    kind,
    offset = 0,
    limit = 50,
    locale = 'en',
  }: {
    scope: Scope;
    search?: string;
    kind?: PluginKind;
    offset?: number;
    limit?: number;
    /** BCP 47 tag: the language names and labels are said in. */
    locale?: string;
  },
): Promise<{ items: CatalogueItem[]; total: number }> {
  demand(scope, 'company.see');
  const { companyId, actor } = scope;
  const words = search.replaceAll('\0', '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, maxWords);
  const patterns = words.map((word) => `%${word.slice(0, 60).replaceAll(/[\\%_]/g, '\\$&')}%`);
  return inScope(db, scope, async (trx) => {
    const rows = await isoRows(trx)<CatalogueRow>`
      with newest as (
        (select distinct on (o.plugin_id) o.plugin_id, 'company' as source, o.version, o.manifest,
          (select name from app.current_company_profile) as publisher, false as is_first_party, o.accuracy, o.created_at
        from app.plugin_versions o where o.company_id = ${companyId}::uuid and o.state = 'published'
        order by o.plugin_id, o.ordinal desc)
        union all
        (select distinct on (v.plugin_id) v.plugin_id, 'catalogue', v.version, v.manifest, p.publisher_name, p.is_first_party,
          v.accuracy, v.submitted_at
        from platform.plugin_versions v join platform.plugins p on p.id = v.plugin_id where v.state = 'published'
        order by v.plugin_id, v.ordinal desc)
      )
      select n.plugin_id as plugin, n.source, n.version, n.manifest, n.publisher, n.is_first_party as "isFirstParty",
        n.accuracy, n.created_at as "publishedAt", i.version as "installedVersion", count(*) over ()::int as total,
        exists (select from app.plugin_requests r where r.company_id = ${companyId}::uuid and r.plugin_id = n.plugin_id
          and r.requested_by = ${actor.userId}::uuid and r.decision is null) as "isRequested"
      from newest n
      left join app.installations i on i.company_id = ${companyId}::uuid and i.plugin_id = n.plugin_id and i.source = n.source
      where (${kind ?? null}::text is null or n.manifest->>'kind' = ${kind ?? null}::text)
        and lower(concat_ws(' ', n.plugin_id, n.manifest->>'name', n.manifest->>'description', n.publisher,
          jsonb_path_query_array(n.manifest, '$.records[*].label')::text,
          jsonb_path_query_array(n.manifest, '$.records[*].fields[*].label')::text,
          jsonb_path_query_array(n.manifest, '$.languages.*.*')::text)) like all (${patterns}::text[])
      order by (select coalesce(sum(case
          when lower(n.manifest->>'name') like s.word then 9
          when lower(jsonb_path_query_array(n.manifest, '$.records[*].label')::text) like s.word then 3
          when lower(jsonb_path_query_array(n.manifest, '$.records[*].fields[*].label')::text) like s.word then 1
          else 0 end), 0) from unnest(${patterns}::text[]) as s (word)) desc,
        n.source desc, n.is_first_party desc, lower(n.manifest->>'name'), n.plugin_id
      limit ${Math.min(Math.max(limit, 1), maxPageSize)} offset ${Math.max(offset, 0)}`;
    const blocks = await findBlocks(
      trx,
      companyId,
      rows.map(({ plugin: pluginId, source, version }) => ({ source, pluginId, version })),
    );
    return {
      total: rows[0]?.total ?? 0,
      items: rows.map(({ total: _, manifest: asWritten, ...row }, index): CatalogueItem => {
        const manifest = inLanguageOf(asWritten, locale);
        const block = blocks[index];
        return {
          ...row,
          kind: manifest.kind,
          name: manifest.name,
          description: manifest.description,
          reads: [...manifest.reads],
          records: manifest.records.map(({ label, fields }) => ({
            label,
            fields: fields.map((field) => field.label),
          })),
          hosts: [...manifest.permissions.hosts],
          blocked: block ? { reason: block.reason, since: block.blockedAt } : null,
        };
      }),
    };
  });
}
