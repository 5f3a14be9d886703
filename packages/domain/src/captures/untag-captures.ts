import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { changeTags, parseTag } from './tags.ts';

/** Takes a tag off documents. Answers with those that changed. @throws AppError `capture.bad_tag` */
export async function untagCaptures(
  { db }: { db: Kysely<DB> },
  { scope, ids, tag }: { scope: Scope; ids: readonly string[]; tag: string },
): Promise<{ changed: string[] }> {
  const reach = demandChange(scope, 'captures.change');
  const parsed = parseTag(tag);
  return inChange(db, scope, async (trx) => {
    const items = await changeTags(trx, scope, { ids, action: 'untag', reach, tag: parsed });
    return { changed: items.map((item) => item.id) };
  });
}
