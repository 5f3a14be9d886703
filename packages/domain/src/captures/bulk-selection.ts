import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import { type Action, demandChange } from '../policy.ts';
import { captureConditions } from './capture-conditions.ts';
import { parseIds } from './change-captures.ts';
import type { BulkAction, CaptureFilter } from './rules.ts';

/** Either the captures picked by hand or all that a filter names. */
export interface BulkSelection {
  ids?: readonly string[];
  filter?: CaptureFilter;
  /** Only what was there then: {@link BulkPreview.asOf}. */
  asOf?: string;
}

const permissions: Record<BulkAction, Action> = {
  archive: 'captures.change',
  unarchive: 'captures.change',
  trash: 'captures.change',
  restore: 'captures.change',
  assign: 'captures.assign',
  confirm: 'records.review',
  reject: 'records.review',
  reopen: 'records.review',
  reread: 'captures.change',
  tag: 'captures.change',
  untag: 'captures.change',
};

/** @throws AppError `role.not_allowed`, `bulk.unknown_action` */
export function demandBulk(scope: Scope, action: BulkAction): 'all' | 'own' {
  if (!Object.hasOwn(permissions, action)) throw new AppError('bulk.unknown_action', { action });
  demandChange(scope, 'bulk.run');
  return demandChange(scope, permissions[action]);
}

/** The selected documents as conditions on `app.captures c`. @throws AppError `bulk.nothing_selected` */
export function selectedCaptures(
  scope: Scope,
  { ids, filter, asOf }: BulkSelection,
): { where: RawBuilder<unknown>; search: RawBuilder<unknown> } {
  if (ids) {
    const all = captureConditions(scope, { place: 'all' });
    return { ...all, where: sql`${all.where} and c.id = any(${parseIds(ids)}::uuid[])` };
  }
  if (filter) {
    const matching = captureConditions(scope, filter);
    if (asOf === undefined) return matching;
    return { ...matching, where: sql`${matching.where} and c.created_at <= ${asOf}::timestamptz` };
  }
  throw new AppError('bulk.nothing_selected');
}
