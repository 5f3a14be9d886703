import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';
import { type Compared, companyChecksOf } from './company-checks.ts';
import type { CompanyCheck } from './rules.ts';

/** Of one supplier: what is usual is told from so many. */
const mostBefore = 100;
/** Waiting records of the suppliers of what was decided that are compared again at once. The others are when they are confirmed. */
const mostWaiting = 500;

/**
 * Until the transaction ends nobody else confirms records of the company: of two that came twice, the second is compared with
 * the first.
 */
export async function confirmInTurn(trx: Trx, companyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('confirm ' || ${companyId}::text, 0))`.execute(trx);
}

/**
 * Checks records that wait against the confirmed ones of their company, and keeps what they fail now. That is no new revision:
 * nobody changed the record.
 * @returns the checks that each fails, of those that wait
 */
export async function checkRecords(
  trx: Trx,
  companyId: string,
  recordIds: readonly string[],
): Promise<Map<string, CompanyCheck[]>> {
  if (recordIds.length === 0) return new Map();
  const confirmed = sql`o.company_id = r.company_id and o.party = r.party and o.state = 'confirmed' and o.id <> r.id`;
  // Not of the same document: two readers may see the same in it. Nor of what was thrown away.
  const elsewhere = sql`
    join app.captures q on q.company_id = o.company_id and q.id = o.capture_id and q.document_id <> p.document_id
    join app.captures d on d.company_id = q.company_id and d.id = q.document_id and d.trashed_at is null`;
  const other = sql`jsonb_build_object('recordId', o.id, 'captureId', o.capture_id)`;
  const { rows } = await sql<Compared & { id: string; known: CompanyCheck[] }>`
    select r.id, r.fields, r.total, r.iban, r.company_checks as known, s.locale,
      (select ${other} from app.records o ${elsewhere}
        where ${confirmed} and o.document_number = r.document_number
        order by o.confirmed_at, o.id limit 1) as "sameNumber",
      (select ${other} from app.records o ${elsewhere}
        where ${confirmed} and o.document_date = r.document_date and o.total = r.total
          and coalesce(o.currency, r.currency) is not distinct from coalesce(r.currency, o.currency)
        order by o.confirmed_at, o.id limit 1) as "sameAmount",
      r.document_number as number, n.numbers, b.ibans, b."newestIban", b.totals
    from app.records r
    join app.captures p on p.company_id = r.company_id and p.id = r.capture_id
    join app.company_settings s on s.company_id = r.company_id
    cross join lateral (
      select coalesce(array_agg(distinct l.iban) filter (where l.iban is not null), '{}') as ibans,
        (array_agg(jsonb_build_object('recordId', l.id, 'captureId', l.capture_id, 'iban', l.iban)
          order by l.document_date desc nulls last, l.id) filter (where l.iban is not null))[1] as "newestIban",
        jsonb_build_object('count', count(*) filter (where l.is_comparable), 'from', min(l.size) filter (where l.is_comparable),
          'to', max(l.size) filter (where l.is_comparable)) as totals
      from (
        select o.id, o.capture_id, o.iban, o.document_date, abs(o.total) as size,
          o.total <> 0 and o.currency is not distinct from r.currency as is_comparable
        from app.records o where ${confirmed}
        order by o.document_date desc nulls last limit ${mostBefore}
      ) as l
    ) as b
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('letters', l.letters, 'written', l.written)), '[]') as numbers
      from (
        (select o.document_number as letters, o.fields #>> '{number,value}' as written
          from app.records o where ${confirmed} and o.document_number is not null
          order by o.document_date desc nulls last limit ${mostBefore})
        union all
        (select o.document_number, o.fields #>> '{number,value}' from app.records o
          where o.company_id = r.company_id and o.party = r.party and o.state = 'needs_review' and o.id <> r.id
            and o.document_number is not null
          limit ${mostBefore})
      ) as l
    ) as n
    where r.company_id = ${companyId}::uuid and r.id = any (${recordIds}::uuid[]) and r.state = 'needs_review'`.execute(
    trx,
  );
  const found = rows.map(({ id, known, ...compared }) => ({ id, known, checks: companyChecksOf(compared) }));
  const changed = found.filter(({ known, checks }) => known.length + checks.length > 0);
  if (changed.length > 0)
    await sql`
      update app.records r set company_checks = n.checks, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(changed.map(({ id, checks }) => ({ id, checks })))}::jsonb)
        as n (id uuid, checks jsonb)
      where r.company_id = ${companyId}::uuid and r.id = n.id and r.company_checks <> n.checks`.execute(trx);
  return new Map(found.map(({ id, checks }) => [id, checks]));
}

/**
 * After records were confirmed or reopened: checks those again that wait for review and name the same supplier, and tells open
 * pages. One that somebody works on at this moment is left alone, and so is its document: it is checked again before it is confirmed.
 */
export async function checkWaiting(
  trx: Trx,
  companyId: string,
  decidedIds: readonly string[],
): Promise<void> {
  if (decidedIds.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select r.id from app.records r
    where r.company_id = ${companyId}::uuid and r.state = 'needs_review' and r.party in (
      select party from app.records where company_id = ${companyId}::uuid and id = any (${decidedIds}::uuid[]))
    order by r.id limit ${mostWaiting}
    for no key update of r skip locked`.execute(trx);
  const ids = rows.map(({ id }) => id);
  await checkRecords(trx, companyId, ids);
  await sql`
    select pg_notify('readout_change', json_build_object('companyId', c.company_id, 'captureId', c.id,
      'documentId', c.document_id, 'createdBy', c.created_by)::text)
    from app.captures c where c.company_id = ${companyId}::uuid and c.id in (
      select capture_id from app.records where company_id = ${companyId}::uuid and id = any (${ids}::uuid[]) and updated_at = now())`.execute(
    trx,
  );
}
