import type { DB } from '@readout/database';
import type { Quad, Reading } from '@readout/image-reader';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { isUuid } from '../uuid.ts';

/** What the flattened picture of a page is made from. */
export interface Flattening {
  captureId: string;
  sha256: string;
  fileName: string;
  /** 1-based page of the file. */
  filePage: number;
  /** Corners in pixels of the upright picture, clockwise from the document's top left. */
  quad: Quad;
  /** The reading the corners are of. */
  readingId: string;
}

/**
 * Which document on a page can be flattened, for who may see the page.
 * @throws AppError `capture.not_found`, `capture.no_document`
 */
export async function getFlattening(
  { db }: { db: Kysely<DB> },
  { scope, captureId }: { scope: Scope; captureId: string },
): Promise<Flattening> {
  const reach = demand(scope, 'captures.see');
  if (!isUuid(captureId)) throw new AppError('capture.not_found');
  const { companyId, actor } = scope;
  return inScope(db, scope, async (trx) => {
    const { rows } = await sql<{
      id: string;
      sha256: string;
      file_name: string;
      file_page: number;
      width: number | null;
      height: number | null;
      reading_id: string | null;
      quad: Reading['page']['quad'] | null;
    }>`
      select c.id, c.sha256, c.file_name, c.file_page, c.width, c.height, r.id as reading_id, r.quad
      from app.captures c
      left join lateral (
        select id, content->'page'->'quad' as quad from app.readings
        where company_id = c.company_id and capture_id = c.id order by created_at desc limit 1
      ) r on true
      where c.company_id = ${companyId}::uuid and c.id = ${captureId}::uuid
        ${reach === 'own' ? sql`and c.created_by = ${actor.userId}::uuid` : sql``}`.execute(trx);
    const row = rows[0];
    if (!row) throw new AppError('capture.not_found');
    if (!row.reading_id || !isQuadIn(row.quad, row.width ?? 0, row.height ?? 0))
      throw new AppError('capture.no_document');
    return {
      captureId: row.id,
      sha256: row.sha256,
      fileName: row.file_name,
      filePage: row.file_page,
      quad: row.quad,
      readingId: row.reading_id,
    };
  });
}

/** Four corners in the picture, or a little outside of it. */
function isQuadIn(value: unknown, width: number, height: number): value is Quad {
  const isNear = (at: unknown, side: number): boolean =>
    typeof at === 'number' && at >= -0.1 * side && at <= 1.1 * side;
  return (
    Array.isArray(value) &&
    value.length === 4 &&
    value.every((point) => Array.isArray(point) && isNear(point[0], width) && isNear(point[1], height))
  );
}
