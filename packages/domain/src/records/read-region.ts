import type { DB } from '@readout/database';
import type { Engine, Line } from '@readout/image-reader';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import { inChange } from '../in-scope.ts';
import { isReadingUsedUp } from '../ledger/reading-of-today.ts';
import { demandChange } from '../policy.ts';
import { readingLanguages } from '../readings/reading-languages.ts';
import { isUuid } from '../uuid.ts';
import { mostRegionPixels, type Region, type RegionLines } from './rules.ts';

/** What was read in a region, as it is kept. */
export interface RegionContent {
  /** In pixels of the page. */
  lines: Line[];
  /** How many times larger than it is on the page it was read. */
  enlarged: number;
  engine: Engine;
}

interface RegionToRead {
  companyId: string;
  /** Each person has one region read at a time. */
  userId: string;
  sha256: string;
  /** 1-based page of the file. */
  page: number;
  languages: string[];
  /** Within the page. */
  region: Region;
  /** Processor milliseconds it may take. */
  maxCpuMs: number;
}

/** Reads regions of stored pages while somebody waits for it. */
export interface RegionReader {
  /**
   * @throws AppError `reader.busy`, `reader.crashed`, `capture.bytes_altered`, `capture.bytes_missing`, `store.away`
   */
  read(target: RegionToRead): Promise<RegionContent>;
}

/** A stroke through a line has hardly any height. */
const leastSide = 1;
/** Of a page; of more the first are forgotten. Values that were picked there keep their evidence. */
const mostKept = 200;

/**
 * Reads a region of a page by itself, where the reading of the page has nothing: for those who correct its records. What is read
 * is kept as evidence for what they pick there; the reading stays as it is.
 * @returns null where nothing can be read
 * @throws AppError `capture.not_found`, `capture.not_read`, `capture.region_too_large`, `company.reading_used_up`, and as
 * {@link RegionReader} does
 */
export async function readRegion(
  { db, regions }: { db: Kysely<DB>; regions: RegionReader },
  { scope, captureId, region }: { scope: Scope; captureId: string; region: Region },
): Promise<RegionLines | null> {
  const reach = demandChange(scope, 'records.edit');
  if (!isUuid(captureId)) throw new AppError('capture.not_found');
  const { companyId, actor } = scope;
  const page = await inChange(db, scope, async (trx) => {
    const { rows } = await sql<{
      sha256: string;
      file_page: number;
      width: number;
      height: number;
      is_read: boolean;
      languages: string[];
      locale: string;
      max_seconds: number;
      is_used_up: boolean;
      max_minutes: number;
    }>`
      select c.sha256, c.file_page, c.width, c.height, s.languages, s.locale,
        exists (select from app.readings g where g.company_id = c.company_id and g.capture_id = c.id) as is_read,
        s.max_reading_seconds_per_page as max_seconds, ${isReadingUsedUp} as is_used_up,
        s.max_reading_seconds_per_day / 60 as max_minutes
      from app.captures c join app.captures d on d.company_id = c.company_id and d.id = c.document_id
      join app.company_settings s on s.company_id = c.company_id
      where c.company_id = ${companyId}::uuid and c.id = ${captureId}::uuid and d.trashed_at is null
        ${reach === 'own' ? sql`and c.created_by = ${actor.userId}::uuid` : sql``}`.execute(trx);
    return rows[0];
  });
  if (!page) throw new AppError('capture.not_found');
  if (!page.is_read || !page.width || !page.height) throw new AppError('capture.not_read');
  if (page.is_used_up) throw new AppError('company.reading_used_up', { minutes: page.max_minutes });
  const part = within(region, page);
  if (!part) return null;
  const { lines, enlarged, engine } = await regions.read({
    companyId,
    userId: actor.userId,
    sha256: page.sha256,
    page: page.file_page,
    languages: readingLanguages(page),
    region: part,
    maxCpuMs: page.max_seconds * 1000,
  });
  if (lines.length === 0) return null;
  const content: RegionContent = { lines, enlarged, engine };
  return inChange(db, scope, async (trx) => {
    // The page may be gone meanwhile.
    const { rows } = await sql<{ id: string }>`
      insert into app.region_readings (company_id, capture_id, content)
      select company_id, id, ${JSON.stringify(content)}::jsonb from app.captures
      where company_id = ${companyId}::uuid and id = ${captureId}::uuid
      returning id`.execute(trx);
    if (!rows[0]) throw new AppError('capture.not_found');
    await sql`
      delete from app.region_readings where company_id = ${companyId}::uuid and id in (
        select id from app.region_readings where company_id = ${companyId}::uuid and capture_id = ${captureId}::uuid
        order by read_at desc, id offset ${mostKept})`.execute(trx);
    return { id: rows[0].id, lines };
  });
}

/** What of a region is on the page; undefined where nothing is. @throws AppError `capture.region_too_large` */
function within(
  { x, y, width, height }: Region,
  page: { width: number; height: number },
): Region | undefined {
  const [left, top] = [Math.max(0, x), Math.max(0, y)];
  const right = Math.min(page.width, x + width);
  const bottom = Math.min(page.height, y + height);
  if (right - left < leastSide || bottom - top < leastSide) return undefined;
  const region = { x: left, y: top, width: right - left, height: bottom - top };
  if (region.width * region.height > mostRegionPixels)
    throw new AppError('capture.region_too_large', { megapixels: mostRegionPixels / 1e6 });
  return region;
}
