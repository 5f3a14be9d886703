import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { bodiesOf, type OutgoingDeps } from './outgoing-events.ts';
import type { OutgoingType } from './rules.ts';

export interface OutgoingPage {
  /** In the order of their numbers; `body` is what is sent of each. */
  events: { id: string; sequence: number; body: string }[];
  /** From where to go on. */
  sequence: number;
  /** The number of the newest event of the company, 0 before the first: where to begin with what comes from now on. */
  newest: number;
  isMore: boolean;
}

/**
 * Events after a number, as targets are sent them, whether there is a target or not: with this a receiver fills its gaps.
 * @throws AppError `events.too_old` where some after it were deleted for their age, `role.not_allowed`
 */
export async function listOutgoing(
  { db, ...deps }: { db: Kysely<DB> } & OutgoingDeps,
  {
    scope,
    after,
    types,
    limit,
  }: { scope: Scope; after: number; types: readonly OutgoingType[]; limit: number },
): Promise<OutgoingPage> {
  const reach = demand(scope, 'captures.see');
  const { companyId, actor } = scope;
  return inScope(db, scope, async (trx) => {
    // Before they are read: whatever comes meanwhile is after this.
    const { rows: ends } = await sql<{ sequence: number }>`
      select greatest(
        (select max(sequence) from app.outbox where company_id = ${companyId}::uuid),
        (select sequence from app.outbox_floors where company_id = ${companyId}::uuid),
        0
      ) as sequence`.execute(trx);
    const { rows } = await sql<{ id: string; sequence: number }>`
      select id, sequence from app.outbox
      where company_id = ${companyId}::uuid and sequence > ${after}::bigint and type = any (${types}::text[])
        ${reach === 'own' ? sql`and created_by = ${actor.userId}::uuid` : sql``}
      order by sequence limit ${limit + 1}`.execute(trx);
    // After they were read: what is deleted from here on was read before.
    const { rows: floors } = await sql<{ sequence: number }>`
      select sequence from app.outbox_floors where company_id = ${companyId}::uuid`.execute(trx);
    if ((floors[0]?.sequence ?? 0) > after) throw new AppError('events.too_old');
    const shown = rows.slice(0, limit);
    const bodies = await bodiesOf(trx, deps, { companyId, sequences: shown.map(({ sequence }) => sequence) });
    return {
      events: shown.map((event) => ({ ...event, body: bodies.get(event.sequence)! })),
      sequence: shown.at(-1)?.sequence ?? after,
      newest: ends[0]!.sequence,
      isMore: rows.length > limit,
    };
  });
}
