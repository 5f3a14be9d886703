import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { type CaptureRow, captureColumns, toListItems } from '../captures/capture-rows.ts';
import type { CaptureListItem } from '../captures/capture-types.ts';
import { AppError } from '../errors.ts';
import { inScope } from '../in-scope.ts';
import type { PluginCatalogue } from '../plugins/plugin-catalogue.ts';
import { demand } from '../policy.ts';

export interface CompanyOverview {
  /** Documents, each day of the span, oldest first; days as the viewer's time zone has them. */
  days: { day: string; captures: number; records: number }[];
  /** Records of the span by plugin and state, most first. */
  plugins: { plugin: string; name: string; needsReview: number; confirmed: number; rejected: number }[];
  captures: number;
  records: number;
  /** Documents in the inbox with a record that waits, of any day. */
  waitingForReview: number;
  beingRead: number;
  failed: number;
  /** Of the records confirmed in the span, those nobody had to change; null without any. */
  confirmedUnchangedShare: number | null;
  latest: CaptureListItem[];
  /** What a new company has done so far. */
  steps: { captured: boolean; confirmed: boolean; invited: boolean };
}

/**
 * The company at a glance; operators see their own work. `days` back from today in `timeZone` (IANA name).
 * @throws AppError `list.bad_filter` for an unknown time zone
 */
export async function companyOverview(
  { db, plugins }: { db: Kysely<DB>; plugins: PluginCatalogue },
  { scope, days, timeZone }: { scope: Scope; days: number; timeZone: string },
): Promise<CompanyOverview> {
  const reach = demand(scope, 'dashboard.see');
  const span = Math.min(Math.max(Math.trunc(days), 1), 366);
  if (!isTimeZone(timeZone))
    throw new AppError('invalid', 'list.bad_filter', 'There is no such time zone.', { value: timeZone });
  const { companyId, actor } = scope;
  const isOwn = reach === 'own' ? sql`and c.created_by = ${actor.userId}::uuid` : sql``;
  const since = sql`(date_trunc('day', now() at time zone ${timeZone}) - make_interval(days => ${span - 1})) at time zone ${timeZone}`;
  return inScope(db, scope, async (trx) => {
    const byDay = await sql<{ day: string; captures: number; records: number }>`
      select to_char(d, 'YYYY-MM-DD') as day, coalesce(n.captures, 0)::int as captures, coalesce(n.records, 0)::int as records
      from generate_series(date_trunc('day', now() at time zone ${timeZone}) - make_interval(days => ${span - 1}),
        date_trunc('day', now() at time zone ${timeZone}), interval '1 day') as d
      left join (
        select date_trunc('day', c.created_at at time zone ${timeZone}) as day, count(*) as captures, sum(c.record_count) as records
        from app.captures c
        where c.company_id = ${companyId}::uuid and c.page_number = 1 and c.trashed_at is null and c.created_at >= ${since} ${isOwn}
        group by 1
      ) n on n.day = d
      order by d`.execute(trx);
    const byPlugin = await sql<{
      plugin_id: string;
      needs_review: number;
      confirmed: number;
      rejected: number;
    }>`
      select r.plugin_id,
        (count(*) filter (where r.state = 'needs_review'))::int as needs_review,
        (count(*) filter (where r.state = 'confirmed'))::int as confirmed,
        (count(*) filter (where r.state = 'rejected'))::int as rejected
      from app.records r join app.captures c on c.company_id = r.company_id and c.id = r.capture_id
      where r.company_id = ${companyId}::uuid and r.created_at >= ${since} ${isOwn}
      group by r.plugin_id order by count(*) desc, r.plugin_id`.execute(trx);
    const now = await sql<{
      waiting: number;
      reading: number;
      failed: number;
      captured: boolean;
      members: number;
      confirmed_ever: boolean;
    }>`
      select
        (select count(*)::int from app.captures c where c.company_id = ${companyId}::uuid and c.page_number = 1 and c.review_count > 0
          and c.trashed_at is null and c.archived_at is null ${isOwn}) as waiting,
        (select count(*)::int from app.captures c where c.company_id = ${companyId}::uuid and c.page_number = 1 and c.state in ('received', 'reading')
          and c.trashed_at is null and c.archived_at is null ${isOwn}) as reading,
        (select count(*)::int from app.captures c where c.company_id = ${companyId}::uuid and c.page_number = 1 and c.state = 'failed'
          and c.trashed_at is null and c.archived_at is null ${isOwn}) as failed,
        exists (select 1 from app.captures c where c.company_id = ${companyId}::uuid ${isOwn}) as captured,
        (select count(*)::int from app.members) as members,
        exists (select 1 from app.records r join app.captures c on c.company_id = r.company_id and c.id = r.capture_id
          where r.company_id = ${companyId}::uuid and r.state = 'confirmed' ${isOwn}) as confirmed_ever`.execute(
      trx,
    );
    const confirmed = await sql<{ confirmed: number; unchanged: number }>`
      select count(*)::int as confirmed,
        (count(*) filter (where not exists (
          select 1 from app.record_edits e where e.company_id = r.company_id and e.record_id = r.id)))::int as unchanged
      from app.records r join app.captures c on c.company_id = r.company_id and c.id = r.capture_id
      where r.company_id = ${companyId}::uuid and r.state = 'confirmed' and r.confirmed_at >= ${since} ${isOwn}`.execute(
      trx,
    );
    const latest = await sql<CaptureRow>`
      select ${captureColumns} from app.captures c
      where c.company_id = ${companyId}::uuid and c.page_number = 1 and c.trashed_at is null ${isOwn}
      order by c.created_at desc, c.id desc limit 8`.execute(trx);
    const counts = now.rows[0]!;
    const { confirmed: all = 0, unchanged = 0 } = confirmed.rows[0] ?? {};
    return {
      days: byDay.rows,
      plugins: byPlugin.rows.map((row) => ({
        plugin: row.plugin_id,
        name: plugins.find(({ manifest }) => manifest.id === row.plugin_id)?.manifest.name ?? row.plugin_id,
        needsReview: row.needs_review,
        confirmed: row.confirmed,
        rejected: row.rejected,
      })),
      captures: byDay.rows.reduce((sum, row) => sum + row.captures, 0),
      records: byDay.rows.reduce((sum, row) => sum + row.records, 0),
      waitingForReview: counts.waiting,
      beingRead: counts.reading,
      failed: counts.failed,
      confirmedUnchangedShare: all === 0 ? null : unchanged / all,
      latest: await toListItems(trx, scope, plugins, latest.rows),
      steps: { captured: counts.captured, confirmed: counts.confirmed_ever, invited: counts.members > 1 },
    };
  });
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
