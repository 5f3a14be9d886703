import { withDatabaseOf } from './embedded-database.ts';

interface ReadReceipt {
  merchant: string;
  total: string;
  /** Of its total; 0.95 where it is not said. */
  confidence?: number;
  failsCheck?: true;
  isDouble?: true;
}

/** Puts receipts in a company as if they had been read and waited for review: the first is the newest. Without pictures. */
export async function fillReview(
  dataFolder: string,
  email: string,
  receipts: readonly ReadReceipt[],
): Promise<void> {
  const rows = receipts.map(({ merchant, total, confidence = 0.95, failsCheck, isDouble = false }, n) => {
    const field = (value: string, more: object = {}) => ({
      value,
      raw: value,
      confidence: 0.95,
      evidence: [],
      checks: [],
      ...more,
    });
    const checks = failsCheck ? [{ name: 'sum', passed: false, reason: 'The items do not add up.' }] : [];
    const fields = { merchant: field(merchant), total: field(total, { confidence, checks }) };
    return { n, merchant, fields, is_double: isDouble };
  });
  await withDatabaseOf(dataFolder, (client) =>
    client.query(
      `with member as (
         select m.company_id, m.user_id from auth.membership m join auth."user" u on u.id = m.user_id where u.email = $1
       ), object as (
         insert into app.objects (company_id, sha256, byte_size, media_type)
         select company_id, repeat('0', 64), 1, 'image/png' from member on conflict do nothing
       ), given as (
         select gen_random_uuid() as id, r.*
         from jsonb_to_recordset($2::jsonb) as r (n int, merchant text, fields jsonb, is_double boolean)
       ), made as (
         insert into app.captures (company_id, id, document_id, state, source, sha256, file_name, media_type, byte_size,
           created_by, created_at, title, record_count, review_count, duplicate_of)
         select company_id, id, id, 'read', 'api', repeat('0', 64), merchant || '.png', 'image/png', 1, user_id,
           timestamptz '2026-01-01' - n * interval '1 minute', merchant, 1, 1, case when is_double then gen_random_uuid() end
         from member, given
       ), texts as (
         insert into app.capture_texts (company_id, capture_id, body) select m.company_id, g.id, g.merchant from member m, given g
       )
       insert into app.records (company_id, capture_id, reading_id, plugin_id, plugin_version, type, confidence, fields, original_fields)
       select i.company_id, g.id, gen_random_uuid(), i.plugin_id, i.version, 'receipt', 0.95, g.fields, g.fields
       from given g, member m join app.installations i on i.company_id = m.company_id and i.plugin_id = 'receipt'`,
      [email, JSON.stringify(rows)],
    ),
  );
}
