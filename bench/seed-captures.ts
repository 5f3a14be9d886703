// cspell:ignore hornbach shopnumber zimmermann
import { type DatabaseAddress, withOwner } from '@readout/database';

/**
 * Puts captures of these numbers into a database, each read, with one receipt's record, a third of which wait for review; as a
 * company that works with receipts has them.
 */
export const seedCaptures = (
  address: DatabaseAddress,
  { companyId, userId }: { companyId: string; userId: string },
  first: number,
  last: number,
): Promise<void> =>
  withOwner(address, async (client) => {
    const values = [companyId, userId, first, last];
    await client.query(
      `insert into app.objects (company_id, sha256, byte_size, media_type)
       select $1, encode(sha256(n::text::bytea), 'hex'), 300000, 'image/jpeg' from generate_series($3::int, $4::int) n where $2::uuid is not null`,
      values,
    );
    await client.query('alter table app.captures disable trigger captures_change');
    await client.query(
      `insert into app.captures (company_id, id, document_id, state, source, sha256, file_name, media_type, byte_size, width, height, title,
         record_count, review_count, document_date, total, party, confidence, created_by, created_at, read_at)
       select $1, i.id, i.id, 'read', 'upload', encode(sha256(n::text::bytea), 'hex'), 'receipt-' || n || '.jpg', 'image/jpeg', 300000, 900, 1600,
         'Shop number ' || n % 977, 1, (n % 3 = 0)::int, to_char(date '2026-12-31' - n % 700, 'YYYY-MM-DD'), n % 5000 + 0.5,
         case when n % 10 > 0 then 'shopnumber' || n % 977 end, 0.9, $2, now() - make_interval(secs => n * 60), now()
       from generate_series($3::int, $4::int) n, lateral (select md5('capture' || n)::uuid as id) i`,
      values,
    );
    await client.query('alter table app.captures enable trigger captures_change');
    await client.query(
      `insert into app.records (company_id, capture_id, reading_id, plugin_id, plugin_version, type, state, confidence, fields, original_fields)
       select $1, md5('capture' || n)::uuid, $2, 'receipt', '1.0.0', 'receipt', case when n % 3 = 0 then 'needs_review' else 'confirmed' end, 0.9, f, f
       from generate_series($3::int, $4::int) n, lateral (
         select jsonb_object_agg(name, jsonb_build_object('value', value, 'raw', 'AS PRINTED', 'confidence', 0.9, 'evidence', '[]'::jsonb, 'checks', '[]'::jsonb)) as f
         from (values
           ('merchant', to_jsonb('Shop number ' || n % 977)),
           ('date', to_jsonb(to_char(date '2026-12-31' - n % 700, 'YYYY-MM-DD'))),
           ('total', to_jsonb(n % 5000 || '.50')),
           ('tax', to_jsonb('0.10'::text)),
           ('currency', to_jsonb('EUR'::text))) as field (name, value)) r`,
      values,
    );
    // Words as papers have them: a few that all share, some that many do, and one that only one in a thousand has.
    await client.query(
      `update app.capture_texts t set body = 'invoice number total amount customer street ' || md5(capture_id::text) ||
         case when get_byte(uuid_send(capture_id), 0) < 26 then ' hornbach' else ' supermarket' end ||
         case when get_byte(uuid_send(capture_id), 1) = 0 and get_byte(uuid_send(capture_id), 2) < 64 then ' zimmermann' else '' end
       where company_id = $1 and body = ''`,
      values.slice(0, 1),
    );
    for (const table of ['capture_texts', 'captures', 'records'])
      await client.query(`vacuum analyze app.${table}`);
  });
