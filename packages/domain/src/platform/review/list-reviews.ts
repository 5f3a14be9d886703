import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { isoRows } from '../../iso-rows.ts';
import { demandOnPlatform, type PlatformActor } from '../../platform-actor.ts';
import type { Checks } from './rules.ts';

/** A version that was handed in, as a list shows it. */
export interface ReviewItem {
  pluginId: string;
  version: string;
  name: string;
  publisher: string;
  /** Null: the company is gone. */
  publisherCompanyId: string | null;
  /** What is new, in the author's words. */
  notes: string;
  state: 'in_review' | 'published' | 'deprecated' | 'rejected' | 'withdrawn';
  /** The version that was published last before it; null: it is the first. */
  previousVersion: string | null;
  submittedByName: string | null;
  /** ISO 8601. */
  submittedAt: string;
  decidedByName: string | null;
  decidedAt: string | null;
  checks: Pick<Checks, 'status' | 'checks'> | null;
}

/**
 * Versions that wait for a decision, the longest first, or that were decided, the latest first; not what comes with
 * Readout. `search`: part of the plugin's id or name, or of the publisher's name.
 */
export async function listReviews(
  { platform }: { platform: Kysely<DB> },
  {
    actor,
    decided,
    search = '',
    offset = 0,
    limit = 50,
  }: { actor: PlatformActor; decided: boolean; search?: string; offset?: number; limit?: number },
): Promise<{ items: ReviewItem[]; total: number }> {
  demandOnPlatform(actor, 'plugins.see');
  const pattern = `%${search
    .replaceAll('\0', '')
    .trim()
    .slice(0, 100)
    .replaceAll(/[\\%_]/g, '\\$&')}%`;
  const rows = await isoRows(platform)<ReviewItem & { total: number }>`
    select v.plugin_id as "pluginId", v.version, v.manifest->>'name' as name, p.publisher_name as publisher,
      p.publisher_company_id as "publisherCompanyId", v.notes, v.state, v.submitted_by_name as "submittedByName",
      v.submitted_at as "submittedAt", v.decided_by_name as "decidedByName", v.decided_at as "decidedAt", v.checks,
      count(*) over ()::int as total,
      (select b.version from platform.plugin_versions b
        where b.plugin_id = v.plugin_id and b.ordinal < v.ordinal and b.state in ('published', 'deprecated')
        order by b.ordinal desc limit 1) as "previousVersion"
    from platform.plugin_versions v join platform.plugins p on p.id = v.plugin_id
    where not p.is_first_party and ${decided ? sql`v.state <> 'in_review'` : sql`v.state = 'in_review'`}
      and (v.plugin_id ilike ${pattern} or v.manifest->>'name' ilike ${pattern} or p.publisher_name ilike ${pattern})
    order by ${decided ? sql`v.decided_at desc nulls last` : sql`v.submitted_at`}, v.ordinal
    limit ${Math.min(Math.max(limit, 1), 100)} offset ${Math.max(offset, 0)}`;
  return {
    total: rows[0]?.total ?? 0,
    items: rows.map(({ total: _, ...item }) => ({
      ...item,
      checks: item.checks && { status: item.checks.status, checks: item.checks.checks },
    })),
  };
}
