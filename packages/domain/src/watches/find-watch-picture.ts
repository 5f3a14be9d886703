import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { isUuid } from '../uuid.ts';

/** Bytes of a stored object. */
export interface PicturePart {
  sha256: string;
  offset: number;
  byteSize: number;
}

/** Where the picture of a sample, or of an alarm, is. @throws AppError `watch.no_picture` */
export async function findWatchPicture(
  { db }: { db: Kysely<DB> },
  { scope, watchId, of, id }: { scope: Scope; watchId: string; of: 'sample' | 'alarm'; id: string },
): Promise<PicturePart> {
  demand(scope, 'watches.see');
  const none = () => new AppError('watch.no_picture');
  if (!isUuid(watchId) || !isUuid(id)) throw none();
  return inScope(db, scope, async (trx) => {
    const { rows } = await sql<{
      picture_sha256: string | null;
      picture_offset: number;
      picture_bytes: number;
    }>`
      select p.picture_sha256, p.picture_offset, p.picture_bytes
      from ${of === 'sample' ? sql`app.watch_samples` : sql`app.watch_alarms`} p
      where p.company_id = ${scope.companyId}::uuid and p.watch_id = ${watchId}::uuid and p.id = ${id}::uuid`.execute(
      trx,
    );
    const row = rows[0];
    if (!row?.picture_sha256) throw none();
    return { sha256: row.picture_sha256, offset: row.picture_offset, byteSize: row.picture_bytes };
  });
}
