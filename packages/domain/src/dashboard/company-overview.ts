import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { type CaptureRow, captureColumns, toListItems } from '../captures/capture-rows.ts';
import type { CaptureListItem } from '../captures/rules.ts';
import { AppError } from '../errors.ts';
import { inScope, type Trx } from '../in-scope.ts';
import { findField, findRecordType, type PluginCatalogue } from '../plugins/plugin-catalogue.ts';
import { demand, reachOf } from '../policy.ts';
import { isTimeZone } from '../time-zone.ts';
import { readDays } from './day-sums.ts';
import { type FirstStep, readFirstSteps } from './first-steps.ts';
import { type Counted, overviewOf } from './overview-of.ts';

/** Everything below counts what was captured in the span and is not in the trash, but for what waits at a day's end. */
export interface CompanyOverview extends Counted {
  /** As it stands now, of any day. */
  now: {
    /** Documents in the inbox with a record that waits. */
    waiting: number;
    unread: number;
    failed: number;
    /** Deliveries that failed for good; null for those who do not manage targets, and where there is none. */
    undelivered: number | null;
  };
  latest: CaptureListItem[];
  /** What a new company has done so far; empty once all is done or dismissed. */
  steps: FirstStep[];
}

export const maxSpan = 90;

/**
 * The company at a glance; operators see their own work. `days` back from today in `timeZone` (IANA name).
 * @throws AppError `list.bad_filter` for an unknown time zone
 */
export async function companyOverview(
  { db, plugins }: { db: Kysely<DB>; plugins: PluginCatalogue },
  {
    scope,
    days: wanted,
    timeZone,
    hasTwoFactor = false,
    now = new Date(),
  }: { scope: Scope; days: number; timeZone: string; hasTwoFactor?: boolean; now?: Date },
): Promise<CompanyOverview> {
  const reach = demand(scope, 'dashboard.see');
  const span = Math.min(Math.max(Math.trunc(wanted), 1), maxSpan);
  if (!isTimeZone(timeZone)) throw new AppError('list.bad_filter', { reason: 'time_zone', value: timeZone });
  return inScope(db, scope, async (trx) => {
    const days = await readDays(trx, scope, reach, { span, timeZone, now });
    const counts = await countNow(trx, scope, reach);
    const end = days.at(-1)?.ends ?? '';
    const isNow = Date.parse(end) > Date.now();
    const counted = overviewOf(days, isNow ? counts.waiting : await countWaiting(trx, scope, reach, end));
    const shown = [...counted.plugins, ...counted.corrections].map(({ plugin }) => ({ plugin }));
    const manifests = await plugins.manifests(trx, scope.companyId, shown);
    return {
      ...counted,
      plugins: counted.plugins.map((row) => ({
        ...row,
        name: manifests.find(row.plugin)?.name ?? row.plugin,
      })),
      corrections: counted.corrections.map((row) => {
        const type = findRecordType(manifests, row);
        return {
          ...row,
          label: findField(type, row.field)?.label ?? row.field,
          typeLabel: type?.label ?? row.type,
        };
      }),
      now: counts,
      latest: await readLatest(trx, scope, reach, plugins),
      steps: await readFirstSteps(trx, scope, reach, hasTwoFactor),
    };
  });
}

const own = (scope: Scope, reach: 'all' | 'own', column: string) =>
  reach === 'own' ? sql`and ${sql.ref(column)} = ${scope.actor.userId}::uuid` : sql``;

/** Documents that waited at an instant. */
async function countWaiting(trx: Trx, scope: Scope, reach: 'all' | 'own', at: string): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select (
      (select count(*) from app.review_stretches s where s.company_id = ${scope.companyId}::uuid and s.ended_at is null
        and s.began_at < ${at}::timestamptz ${own(scope, reach, 's.created_by')})
      + (select count(*) from app.review_stretches s where s.company_id = ${scope.companyId}::uuid
        and s.ended_at >= ${at}::timestamptz and s.began_at < ${at}::timestamptz ${own(scope, reach, 's.created_by')}))::int as waiting`.execute(
    trx,
  );
  return rows[0]?.waiting ?? 0;
}

async function countNow(trx: Trx, scope: Scope, reach: 'all' | 'own'): Promise<CompanyOverview['now']> {
  const { companyId } = scope;
  const mine = own(scope, reach, 'c.created_by');
  const { rows } = await sql<CompanyOverview['now']>`
    select
      (select count(*)::int from app.review_stretches s where s.company_id = ${companyId}::uuid and s.ended_at is null
        ${own(scope, reach, 's.created_by')}) as waiting,
      (select count(*)::int from app.captures c where c.company_id = ${companyId}::uuid and c.page_number = 1
        and c.state in ('received', 'reading') and c.trashed_at is null and c.archived_at is null ${mine}) as unread,
      (select count(*)::int from app.captures c where c.company_id = ${companyId}::uuid and c.page_number = 1
        and c.state = 'failed' and c.trashed_at is null and c.archived_at is null ${mine}) as failed,
      (select case when count(distinct t.id) > 0 and ${reachOf(scope.actor, 'deliveries.manage') !== undefined}
          then count(d.id)::int end
        from app.delivery_targets t left join app.deliveries d
          on d.company_id = t.company_id and d.target_id = t.id and d.state = 'failed'
        where t.company_id = ${companyId}::uuid and t.trashed_at is null) as undelivered`.execute(trx);
  return rows[0]!;
}

async function readLatest(
  trx: Trx,
  scope: Scope,
  reach: 'all' | 'own',
  plugins: PluginCatalogue,
): Promise<CaptureListItem[]> {
  const { rows } = await sql<CaptureRow>`
    select ${captureColumns} from app.captures c
    where c.company_id = ${scope.companyId}::uuid and c.page_number = 1 and c.trashed_at is null ${own(scope, reach, 'c.created_by')}
    order by c.created_at desc, c.id desc limit 8`.execute(trx);
  return toListItems(trx, scope, plugins, rows);
}
