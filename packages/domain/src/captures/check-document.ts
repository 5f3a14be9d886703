import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { type DocumentPage, findDocument } from './join-document.ts';

/**
 * Refuses a further page that has no document to go to, before its bytes travel.
 * @throws AppError `capture.document_missing`, `capture.document_other`
 */
export async function checkDocument(
  { db }: { db: Kysely<DB> },
  { scope, document }: { scope: Scope; document: DocumentPage },
): Promise<void> {
  demandChange(scope, 'captures.add');
  if (document.page > 1) await inScope(db, scope, (trx) => findDocument(trx, scope, document));
}
