import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import type { CaptureFilter } from '../captures/rules.ts';
import { inScope } from '../in-scope.ts';
import { findRecordType, type PluginCatalogue } from '../plugins/plugin-catalogue.ts';
import { demand } from '../policy.ts';
import { countExported } from './count-exported.ts';
import { wantedRecords } from './export-records.ts';
import { fieldsOf, hasItems } from './export-table.ts';
import { readProfiles } from './profiles/profile-rows.ts';
import type { ExportChoice, ProfileChoice } from './rules.ts';

interface CountedRow {
  plugin_id: string;
  plugin_version: string;
  type: string;
  confirmed: number;
  waiting: number;
  rejected: number;
}

/**
 * What an export of the filter would hold, by type of record, most first, since a file has one; and the profiles there are.
 * @throws AppError `role.not_allowed`
 */
export async function previewExport(
  { db, plugins }: { db: Kysely<DB>; plugins: PluginCatalogue },
  { scope, filter }: { scope: Scope; filter: CaptureFilter },
): Promise<{ types: ExportChoice[]; profiles: ProfileChoice[] }> {
  demand(scope, 'records.export');
  const { search, from, where } = wantedRecords({ scope, filter, shape: { records: 'all' } });
  return inScope(db, scope, async (trx) => {
    const { rows } = await sql<CountedRow>`
      ${search}
      select r.plugin_id, r.plugin_version, r.type,
        count(*) filter (where r.state = 'confirmed')::int as confirmed,
        count(*) filter (where r.state = 'needs_review')::int as waiting,
        count(*) filter (where r.state = 'rejected')::int as rejected
      from ${from} where ${where} group by r.plugin_id, r.plugin_version, r.type
      order by r.plugin_id, r.type, max(r.created_at) desc`.execute(trx);
    const versions = rows.map((row) => ({ plugin: row.plugin_id, version: row.plugin_version }));
    const manifests = await plugins.manifests(trx, scope.companyId, versions);
    const exported = await countExported(trx, { scope, filter });
    const profiles = await readProfiles(trx, scope.companyId);
    const { rows: last } = await sql<{ profile: string | null }>`
      select profile ->> 'id' as profile from app.exports
      where company_id = ${scope.companyId} and requested_by = ${scope.actor.userId}
      order by created_at desc limit 1`.execute(trx);
    const types = [...Map.groupBy(rows, ({ type }) => type)]
      .map(([type, makers]): ExportChoice => {
        const total = (state: 'confirmed' | 'waiting' | 'rejected') =>
          makers.reduce((sum, row) => sum + row[state], 0);
        const [{ plugin_id: plugin, plugin_version: version }] = makers as [CountedRow, ...CountedRow[]];
        return {
          type,
          label: findRecordType(manifests, { plugin, version, type })?.label ?? type,
          confirmed: total('confirmed'),
          waiting: total('waiting'),
          rejected: total('rejected'),
          hasItems: fieldsOf({ manifests, makers }).some(hasItems),
        };
      })
      .sort((a, b) => b.confirmed - a.confirmed || b.waiting - a.waiting);
    return {
      types,
      profiles: profiles.map(({ id, name, type }) => ({
        ...{ id, name, type, exported: exported.get(id) ?? 0 },
        isLast: last[0]?.profile === id,
      })),
    };
  });
}
