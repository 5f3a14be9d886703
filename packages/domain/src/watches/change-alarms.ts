import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';
import { notify } from '../notifications/notify.ts';
import type { AlarmKind, LostCause } from './rules.ts';
import type { WatchRow } from './watch-rows.ts';

export interface OpenedAlarm {
  kind: AlarmKind;
  cause: LostCause | null;
  openedAt: string;
  bound: number | null;
  sample?: { id: string; value: number | null; text: string | null };
}

/** Opens an alarm, with the picture the watch looked like then, and tells who made the watch and who runs it. */
export async function openAlarm(
  trx: Trx,
  companyId: string,
  watch: Pick<WatchRow, 'id' | 'name' | 'reads' | 'created_by'> & { run_by: string | null },
  { kind, cause, openedAt, bound, sample }: OpenedAlarm,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into app.watch_alarms (company_id, watch_id, kind, cause, opened_at, sample_id, value, text, bound,
      picture_sha256, picture_offset, picture_bytes)
    select ${companyId}::uuid, ${watch.id}::uuid, ${kind}, ${cause}, ${openedAt}::timestamptz, ${sample?.id ?? null}::uuid,
      ${sample?.value ?? null}::float8, ${sample?.text ?? null}, ${bound}::float8, p.picture_sha256, p.picture_offset, p.picture_bytes
    from (select) as one
    left join lateral (
      select s.picture_sha256, s.picture_offset, s.picture_bytes from app.watch_samples s
      where s.company_id = ${companyId}::uuid and s.watch_id = ${watch.id}::uuid and s.picture_sha256 is not null
        and s.taken_at <= ${openedAt}::timestamptz
      order by s.taken_at desc limit 1
    ) p on true
    on conflict (company_id, watch_id, kind) where closed_at is null do nothing
    returning id`.execute(trx);
  const id = rows[0]?.id;
  if (!id) return;
  await notify(trx, {
    companyId,
    userIds: [watch.created_by, watch.run_by],
    kind: 'watch.alarm',
    subjectType: 'watch',
    subjectId: watch.id,
    detail: {
      name: watch.name,
      alarm: kind,
      cause,
      value: sample?.value ?? null,
      bound,
      unit: watch.reads.unit ?? '',
      at: openedAt,
    },
    // The person whose device reads is not who caused it.
    evenIfTheyDidIt: true,
  });
}

export async function closeAlarm(
  trx: Trx,
  companyId: string,
  watchId: string,
  { kind, at }: { kind: AlarmKind; at: string },
): Promise<void> {
  await sql`
    update app.watch_alarms set closed_at = greatest(opened_at, ${at}::timestamptz)
    where company_id = ${companyId}::uuid and watch_id = ${watchId}::uuid and kind = ${kind} and closed_at is null`.execute(
    trx,
  );
}
