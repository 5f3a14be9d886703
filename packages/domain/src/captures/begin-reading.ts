import { type DB, inCompany } from '@readout/database';
import type { CompanyIdentity } from '@readout/plugin-kit';
import { type Kysely, sql } from 'kysely';
import { readCompanyIdentity } from '../companies/company-identity.ts';
import { type Pinned, readPinned } from '../plugins/pinned-versions.ts';
import { readShadows, type Shadow } from '../plugins/shadows.ts';
import { readingLanguages } from '../readings/reading-languages.ts';

/** What the worker needs to read one page. */
export interface ReadingTask {
  companyId: string;
  captureId: string;
  sha256: string;
  /** 1-based page of the file. */
  pageNumber: number;
  /** Whether its document has other pages, as far as is known before it was read. */
  hasOthers: boolean;
  /** Processor milliseconds reading it may take. */
  maxCpuMs: number;
  /** BCP 47 tags, as the engine is given them. */
  languages: string[];
  locale: string;
  /** Whether the company keeps where pictures were taken. */
  keepLocation: boolean;
  /** Day of the capture, ISO 8601. */
  today: string;
  /** How papers name the company. */
  company: CompanyIdentity;
  /** Readers switched on in the company, in its order, with what it set. */
  installations: Pinned[];
  /** Versions to be run beside some of them. */
  shadows: Shadow[];
}

/** Takes a page up for reading; undefined where it was read, failed or deleted meanwhile. */
export async function beginReading(
  { db }: { db: Kysely<DB> },
  { companyId, captureId }: { companyId: string; captureId: string },
): Promise<ReadingTask | undefined> {
  return inCompany(db, { companyId, userId: null }, async (trx) => {
    const { rows } = await sql<{
      sha256: string;
      file_page: number;
      page_count: number;
      today: string;
      languages: string[];
      locale: string;
      keep_location: boolean;
      max_seconds: number;
    }>`
      update app.captures c set state = 'reading',
        latitude = case when s.keep_location then c.latitude end,
        longitude = case when s.keep_location then c.longitude end
      from app.company_settings s
      where c.company_id = ${companyId}::uuid and c.id = ${captureId}::uuid and c.state in ('received', 'reading')
        and s.company_id = c.company_id
      returning c.sha256, c.file_page, c.page_count, to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD') as today,
        s.languages, s.locale, s.keep_location, s.max_reading_seconds_per_page as max_seconds`.execute(trx);
    const row = rows[0];
    if (!row) return undefined;
    return {
      companyId,
      captureId,
      sha256: row.sha256,
      pageNumber: row.file_page,
      hasOthers: row.page_count > 1,
      maxCpuMs: row.max_seconds * 1000,
      languages: readingLanguages(row),
      locale: row.locale,
      keepLocation: row.keep_location,
      today: row.today,
      company: await readCompanyIdentity(trx, companyId),
      installations: await readPinned(trx, companyId),
      shadows: await readShadows(trx, companyId),
    };
  });
}
