import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { isoRows } from '../iso-rows.ts';
import { demand, reachOf } from '../policy.ts';
import { findNames } from '../users/find-names.ts';

export interface PluginRequest {
  id: string;
  plugin: string;
  /** Of the plugin, as its newest version says. */
  name: string;
  note: string;
  requestedBy: { id: string; name: string };
  createdAt: string;
  decision: 'installed' | 'declined' | null;
  decidedAt: string | null;
  decisionNote: string;
}

const shown = 100;

/** Requests for plugins, open ones first, newest first: everybody's for who may install, else one's own. */
export async function listPluginRequests(
  { db }: { db: Kysely<DB> },
  { scope }: { scope: Scope },
): Promise<PluginRequest[]> {
  demand(scope, 'plugins.request');
  const { companyId, actor } = scope;
  const isKeeper = reachOf(actor, 'plugins.manage') !== undefined;
  return inScope(db, scope, async (trx) => {
    const rows = await isoRows(trx)<Omit<PluginRequest, 'requestedBy'> & { requestedBy: string }>`
      select r.id, r.plugin_id as plugin, r.note, r.requested_by as "requestedBy", r.created_at as "createdAt", r.decision,
        r.decided_at as "decidedAt", coalesce(r.decision_note, '') as "decisionNote",
        coalesce(
          (select o.manifest->>'name' from app.plugin_versions o
            where o.company_id = r.company_id and o.plugin_id = r.plugin_id order by o.ordinal desc limit 1),
          (select c.manifest->>'name' from platform.plugin_versions c
            where c.plugin_id = r.plugin_id and c.state not in ('rejected', 'withdrawn') order by c.ordinal desc limit 1),
          r.plugin_id) as name
      from app.plugin_requests r
      where r.company_id = ${companyId}::uuid ${isKeeper ? sql`` : sql`and r.requested_by = ${actor.userId}::uuid`}
      order by r.decision is not null, r.created_at desc, r.id limit ${shown}`;
    const nameOf = await findNames(
      trx,
      rows.map((row) => row.requestedBy),
    );
    return rows.map((row) => ({
      ...row,
      requestedBy: { id: row.requestedBy, name: nameOf(row.requestedBy) },
    }));
  });
}
