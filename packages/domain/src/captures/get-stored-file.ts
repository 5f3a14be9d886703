import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { isUuid } from './capture-conditions.ts';
import { captureNotFound } from './capture-errors.ts';

export interface CaptureFile {
  captureId: string;
  sha256: string;
  mediaType: string;
  fileName: string;
  /** Milliseconds since 1970; null while not read. */
  readAt: number | null;
}

/** Which bytes a capture is, for who may see it. @throws AppError `capture.not_found` */
export async function getStoredFile(
  { db }: { db: Kysely<DB> },
  { scope, captureId }: { scope: Scope; captureId: string },
): Promise<CaptureFile> {
  const reach = demand(scope, 'captures.see');
  if (!isUuid(captureId)) throw captureNotFound();
  return inScope(db, scope, async (trx) => {
    const { rows } = await sql<{
      id: string;
      sha256: string;
      media_type: string;
      file_name: string;
      read_at: Date | null;
    }>`
      select id, sha256, media_type, file_name, read_at from app.captures c
      where c.company_id = ${scope.companyId}::uuid and c.id = ${captureId}::uuid
        ${reach === 'own' ? sql`and c.created_by = ${scope.actor.userId}::uuid` : sql``}`.execute(trx);
    const row = rows[0];
    if (!row) throw captureNotFound();
    return {
      captureId: row.id,
      sha256: row.sha256,
      mediaType: row.media_type,
      fileName: row.file_name,
      readAt: row.read_at?.getTime() ?? null,
    };
  });
}
