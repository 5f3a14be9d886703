import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';

/** How deliveries are, in numbers alone: neither what is sent nor where to. Of targets in the trash nothing counts. */
export interface DeliveryHealth {
  targets: number;
  /** Paused by somebody, or for failing. */
  paused: number;
  /** Active, and nothing has arrived since their last failure. */
  failing: number;
  /** Deliveries that are still to be sent, and since when the oldest is; ISO 8601. */
  waiting: number;
  oldestWaitingAt: string | null;
  /** Ended for good, neither replayed nor skipped. */
  failed: number;
}

/** Of every company, or of one. */
export async function readDeliveryHealth(platform: Kysely<DB>, companyId?: string): Promise<DeliveryHealth> {
  const { rows } = await sql<Omit<DeliveryHealth, 'oldestWaitingAt'> & { oldest: Date | null }>`
    with target as materialized (
      select company_id, id, state, failing_since from app.delivery_targets
      where trashed_at is null ${companyId ? sql`and company_id = ${companyId}::uuid` : sql``}
    ), counted as (
      select count(*) filter (where d.state in ('pending', 'retrying'))::int as waiting,
        min(d.created_at) filter (where d.state in ('pending', 'retrying')) as oldest,
        count(*) filter (where d.state = 'failed')::int as failed
      from target t join app.deliveries d on d.company_id = t.company_id and d.target_id = t.id
        and d.state in ('pending', 'retrying', 'failed')
    )
    select c.*, count(t.id)::int as targets, (count(t.id) filter (where t.state = 'paused'))::int as paused,
      (count(t.id) filter (where t.state = 'active' and t.failing_since is not null))::int as failing
    from counted c left join target t on true group by c.waiting, c.oldest, c.failed`.execute(platform);
  const { oldest, ...health } = rows[0]!;
  return { ...health, oldestWaitingAt: oldest?.toISOString() ?? null };
}
