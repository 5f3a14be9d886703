import type { ClientBase } from 'pg';

/**
 * Puts receipts into a company that somebody has to confirm, each of a page of its own, without their pictures.
 * @returns ids of the records, in order
 */
export async function insertRecordsInReview(
  client: ClientBase,
  { companyId, userId, count }: { companyId: string; userId: string; count: number },
): Promise<string[]> {
  const values = [companyId, userId, count];
  await client.query(
    `insert into app.objects (company_id, sha256, byte_size, media_type)
     select $1::uuid, encode(sha256(n::text::bytea), 'hex'), 300000, 'image/jpeg' from generate_series(1, $2::int) n`,
    [companyId, count],
  );
  // Nobody looks at the list meanwhile.
  await client.query('alter table app.captures disable trigger captures_change');
  await client.query(
    `insert into app.captures (company_id, id, document_id, state, source, sha256, file_name, media_type, byte_size, width, height,
       title, record_count, review_count, created_by, read_at)
     select $1::uuid, i.id, i.id, 'read', 'upload', encode(sha256(n::text::bytea), 'hex'), 'receipt-' || n || '.jpg', 'image/jpeg', 300000,
       900, 1600, 'Shop number ' || n % 977, 1, 1, $2::uuid, now()
     from generate_series(1, $3::int) n, lateral (select md5($1::uuid::text || n)::uuid as id) i`,
    values,
  );
  await client.query('alter table app.captures enable trigger captures_change');
  const { rows } = await client.query<{ id: string }>(
    `insert into app.records (company_id, capture_id, reading_id, plugin_id, plugin_version, type, state, confidence, fields,
       original_fields)
     select $1::uuid, md5($1::uuid::text || n)::uuid, $2::uuid, 'receipt', '1.0.0', 'receipt', 'needs_review', 0.9, f, f
     from generate_series(1, $3::int) n, lateral (select jsonb_build_object(
       'merchant', ${field("'Shop number ' || n % 977")}, 'date', ${field("'2026-03-05'")}, 'total', ${field("n || '.50'")}) as f) r
     returning id`,
    values,
  );
  for (const table of ['captures', 'records']) await client.query(`analyze app.${table}`);
  return rows.map(({ id }) => id);
}

const field = (value: string) =>
  `jsonb_build_object('value', ${value}, 'raw', 'as read', 'confidence', 0.9, 'evidence', '[]'::jsonb, 'checks', '[]'::jsonb)`;
