import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';
import type { PlatformActor } from '../platform-actor.ts';
import { isUuid } from '../uuid.ts';
import { maxBulkItems } from './rules.ts';

/** Each id once. @throws AppError `bulk.nothing_selected`, `bulk.too_many` */
export function checkBulkIds(ids: string[], of: 'companies' | 'users'): string[] {
  const known = [...new Set(ids)].filter(isUuid);
  if (known.length === 0) throw new AppError('bulk.nothing_selected', { of });
  if (known.length > maxBulkItems)
    throw new AppError('bulk.too_many', { max: maxBulkItems, count: known.length });
  return known;
}

/** Keeps what a bulk action changes, so that it can be undone by the id it returns. */
export async function keepBulkChange(
  trx: Kysely<DB>,
  actor: PlatformActor,
  action: `company.${string}` | `user.${string}`,
  items: { id: string }[],
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into platform.bulk_changes (action, items, created_by)
    values (${action}, ${JSON.stringify(items)}::jsonb, ${actor.userId}::uuid) returning id`.execute(trx);
  return rows[0]!.id;
}

/** What a bulk action changed, to be put back, once. @throws AppError `bulk.not_undoable` */
export async function takeBulkChange<Item extends { id: string }>(
  trx: Kysely<DB>,
  bulkId: string,
  of: 'company' | 'user',
): Promise<{ action: string; items: Item[] }> {
  const { rows } = isUuid(bulkId)
    ? await sql<{ action: string; items: Item[] }>`
        update platform.bulk_changes set undone_at = now()
        where id = ${bulkId}::uuid and undone_at is null and split_part(action, '.', 1) = ${of} returning action, items`.execute(
        trx,
      )
    : { rows: [] };
  if (!rows[0]) throw new AppError('bulk.not_undoable');
  return rows[0];
}
