import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { isUuid } from '../uuid.ts';

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
  if (!isUuid(captureId)) throw new AppError('capture.not_found');
  return inScope(db, scope, async (trx) => {
    const { rows } = await sql<Omit<CaptureFile, 'readAt'> & { readAt: Date | null }>`
      select id as "captureId", sha256, media_type as "mediaType", file_name as "fileName", read_at as "readAt"
      from app.captures c
      where c.company_id = ${scope.companyId}::uuid and c.id = ${captureId}::uuid
        ${reach === 'own' ? sql`and c.created_by = ${scope.actor.userId}::uuid` : sql``}`.execute(trx);
    const [file] = rows;
    if (!file) throw new AppError('capture.not_found');
    return { ...file, readAt: file.readAt?.getTime() ?? null };
  });
}
