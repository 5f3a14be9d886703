import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';
import type { PluginCatalogue } from '../plugins/plugin-catalogue.ts';
import { type RecordRow, recordColumns, summariseRecord } from './record-rows.ts';

const maxTitleLength = 200;

/** What a page is called in lists is what its first record says now, no matter who said it last. */
export async function refreshTitle(
  trx: Trx,
  plugins: PluginCatalogue,
  { companyId, captureId }: { companyId: string; captureId: string },
): Promise<void> {
  const { rows } = await sql<RecordRow>`
    select ${recordColumns} from app.records r
    where r.company_id = ${companyId}::uuid and r.capture_id = ${captureId}::uuid order by r.position limit 1`.execute(
    trx,
  );
  const [first] = rows;
  const made = first && { plugin: first.plugin_id, pluginVersion: first.plugin_version };
  const manifests = await plugins.manifests(
    trx,
    companyId,
    made ? [{ plugin: made.plugin, version: made.pluginVersion }] : [],
  );
  const title = first && made ? summariseRecord(manifests, { ...first, ...made }).title : '';
  await sql`
    update app.captures set title = ${title.slice(0, maxTitleLength) || null}
    where company_id = ${companyId}::uuid and id = ${captureId}::uuid`.execute(trx);
}
