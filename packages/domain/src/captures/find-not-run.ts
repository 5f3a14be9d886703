import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';
import { mayRun, readPinned } from '../plugins/pinned-versions.ts';

/** An installed reader that gave nothing when a page was read the last time. */
export interface ReaderNotRun {
  plugin: string;
  version: string;
  /** Of the error catalogue: `plugin.blocked`, `plugin.paused`, `plugin.budget_spent`, or why it failed. */
  code: string;
  /** The reason given by the person who blocked it, or what failed. */
  detail: string;
  /** It is switched on, not blocked and not paused, so that reading again may run it; in whichever version is installed now. */
  mayRun: boolean;
}

/** Those of a document, first the ones that did not run at all. */
export async function findNotRun(trx: Trx, companyId: string, documentId: string): Promise<ReaderNotRun[]> {
  const { rows } = await sql<{
    plugin_id: string;
    version: string;
    code: string;
    detail: string;
  }>`
    select plugin_id, version, code, detail, 0 as place from app.readers_not_run
    where company_id = ${companyId}::uuid and capture_id = ${documentId}::uuid
    union all
    select r.plugin_id, r.version, r.failure_code, coalesce(r.failure_detail, ''), 1
    from app.plugin_runs r
    where r.company_id = ${companyId}::uuid and r.capture_id = ${documentId}::uuid and r.failure_code is not null
      and r.created_at >= (
        select max(c.read_at) from app.captures c
        where c.company_id = ${companyId}::uuid and c.document_id = ${documentId}::uuid)
    order by place, plugin_id`.execute(trx);
  if (rows.length === 0) return [];
  const pinned = await readPinned(trx, companyId);
  return rows.map(({ plugin_id: plugin, version, code, detail }) => ({
    plugin,
    version,
    code,
    detail,
    mayRun: pinned.some((each) => each.pluginId === plugin && mayRun(each)),
  }));
}
