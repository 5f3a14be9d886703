import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { demand, reachOf } from '../policy.ts';
import { findNames } from '../users/find-names.ts';

export interface PluginRequest {
  id: string;
  plugin: string;
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
    const { rows } = await sql<{
      id: string;
      plugin_id: string;
      note: string;
      requested_by: string;
      created_at: Date;
      decision: PluginRequest['decision'];
      decided_at: Date | null;
      decision_note: string | null;
    }>`
      select id, plugin_id, note, requested_by, created_at, decision, decided_at, decision_note from app.plugin_requests
      where company_id = ${companyId}::uuid ${isKeeper ? sql`` : sql`and requested_by = ${actor.userId}::uuid`}
      order by decision is not null, created_at desc, id limit ${shown}`.execute(trx);
    const nameOf = await findNames(
      trx,
      rows.map((row) => row.requested_by),
    );
    return rows.map((row) => ({
      id: row.id,
      plugin: row.plugin_id,
      note: row.note,
      requestedBy: { id: row.requested_by, name: nameOf(row.requested_by) },
      createdAt: row.created_at.toISOString(),
      decision: row.decision,
      decidedAt: row.decided_at?.toISOString() ?? null,
      decisionNote: row.decision_note ?? '',
    }));
  });
}
