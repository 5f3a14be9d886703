import type { withOwner } from '@readout/database';
import type { CompanyIdentity, JsonValue } from '@readout/plugin-kit';
import type { ComparedRecord } from './compare-fields.ts';

/** A connection as the owner of the schema, which sees the rows of every company. */
export type OwnerClient = Parameters<Parameters<typeof withOwner>[1]>[0];

/** A page whose records people confirmed, with what reading it takes. */
export interface ConfirmedCapture {
  companyId: string;
  captureId: string;
  sha256: string;
  /** 1-based page of the file. */
  page: number;
  /** BCP 47 tags, as the engine is given them. */
  languages: string[];
  locale: string;
  /** Day of the capture, ISO 8601. */
  today: string;
  company: CompanyIdentity;
  /** Processor milliseconds reading it may take. */
  maxCpuMs: number;
}

/**
 * Captures with records that people confirmed, the last confirmed first.
 *
 * @param limit at most so many
 * @param companyId of this company alone
 */
export async function findConfirmedCaptures(
  client: OwnerClient,
  { limit, companyId }: { limit: number; companyId: string | undefined },
): Promise<ConfirmedCapture[]> {
  const { rows } = await client.query<{
    company_id: string;
    id: string;
    sha256: string;
    file_page: number;
    today: string;
    languages: string[];
    locale: string;
    max_seconds: number;
    names: string[];
    tax_ids: string[];
    ibans: string[];
  }>(
    `select c.company_id, c.id, c.sha256, c.file_page, to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD') as today,
       s.languages, s.locale, s.max_reading_seconds_per_page as max_seconds,
       array_prepend(co.name, s.other_names) as names, s.tax_ids, s.ibans
     from (
       select r.company_id, r.capture_id, max(r.confirmed_at) as at from app.records r
       where r.state = 'confirmed' and r.confirmed_by is not null and ($1::uuid is null or r.company_id = $1::uuid)
       group by r.company_id, r.capture_id) confirmed
     join app.captures c on c.company_id = confirmed.company_id and c.id = confirmed.capture_id
     join app.company_settings s on s.company_id = c.company_id
     join auth.company co on co.id = c.company_id
     where c.state = 'read' and c.trashed_at is null
     order by confirmed.at desc, c.id limit $2`,
    [companyId ?? null, limit],
  );
  return rows.map((row) => ({
    companyId: row.company_id,
    captureId: row.id,
    sha256: row.sha256,
    page: row.file_page,
    // As readings of the company are asked for.
    languages: row.languages.map((tag) => (row.locale.startsWith(`${tag}-`) ? row.locale : tag)),
    locale: row.locale,
    today: row.today,
    company: { names: row.names, taxIds: row.tax_ids, ibans: row.ibans },
    maxCpuMs: row.max_seconds * 1000,
  }));
}

/** What people confirmed of a capture. */
export async function findConfirmedRecords(
  client: OwnerClient,
  { companyId, captureId }: Pick<ConfirmedCapture, 'companyId' | 'captureId'>,
): Promise<ComparedRecord[]> {
  const { rows } = await client.query<{
    plugin_id: string;
    type: string;
    fields: Record<string, { value: JsonValue }>;
  }>(
    `select plugin_id, type, fields from app.records
     where company_id = $1 and capture_id = $2 and state = 'confirmed' and confirmed_by is not null
     order by position, id`,
    [companyId, captureId],
  );
  return rows.map(({ plugin_id, type, fields }) => ({ reader: plugin_id, type, values: valuesOf(fields) }));
}

/** A field without a value says nothing that could be right. */
export const valuesOf = (fields: Readonly<Record<string, { value: JsonValue }>>): ComparedRecord['values'] =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { value }]) => (value === null ? [] : [[name, value]])),
  );
