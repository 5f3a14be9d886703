import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { demandDocument, findNotes } from './notes.ts';
import type { CaptureNote } from './rules.ts';

/** Notes of a document, oldest first; `captureId` names any page. @throws AppError `capture.not_found` */
export async function listNotes(
  { db }: { db: Kysely<DB> },
  { scope, captureId }: { scope: Scope; captureId: string },
): Promise<CaptureNote[]> {
  const reach = demand(scope, 'captures.see');
  return inScope(db, scope, async (trx) =>
    findNotes(trx, scope, await demandDocument(trx, scope, captureId, reach)),
  );
}
