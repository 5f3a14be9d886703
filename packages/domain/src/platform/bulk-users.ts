import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import type { PlatformRole } from '../platform-policy.ts';
import { isUuid } from '../uuid.ts';
import { checkBulkIds, keepBulkChange, takeBulkChange } from './bulk-changes.ts';
import { checkReason, writeUserChange } from './change-user.ts';
import { type PlatformUser, usersById } from './list-users.ts';

/** Signing out cannot be undone. */
export type BulkUserChange = 'suspend' | 'resume' | 'sign_out';

interface BulkInput {
  actor: PlatformActor;
  ids: string[];
  change: BulkUserChange;
  reason?: string;
}

/** Why a change does nothing to an account; a role of the installation: who has it is changed one at a time. */
export type WhyNoUserChange =
  | 'deleted'
  | 'active_already'
  | 'suspended_already'
  | 'yourself'
  | 'signed_out'
  | Exclude<PlatformRole, 'user'>;

/** `reason`: why they were suspended before, or are after. */
interface Item {
  id: string;
  reason: string | null;
}

interface Named {
  id: string;
  name: string;
  email: string;
}

export interface BulkUserPreview {
  changes: Named[];
  /** What does not change, and why. */
  unchanged: (Named & { why: WhyNoUserChange })[];
  /** What has to be typed before it is done, how many it concerns; null where it can be undone. */
  confirmation: string | null;
}

function whyNot(user: PlatformUser, { actor, change }: BulkInput): WhyNoUserChange | undefined {
  if (user.state === 'deleted') return 'deleted';
  if (change === 'resume') return user.state === 'active' ? 'active_already' : undefined;
  if (user.id === actor.userId) return 'yourself';
  if (change === 'suspend') {
    if (user.state === 'suspended') return 'suspended_already';
    return user.role === 'user' ? undefined : user.role;
  }
  return user.sessionCount === 0 ? 'signed_out' : undefined;
}

async function plan(platform: Kysely<DB>, input: BulkInput): Promise<BulkUserPreview> {
  const { actor, ids, change, reason = '' } = input;
  demandOnPlatform(actor, 'users.change');
  checkReason(change, reason);
  const changes: Named[] = [];
  const unchanged: BulkUserPreview['unchanged'] = [];
  for (const user of await usersById(platform, checkBulkIds(ids, 'users'))) {
    const { id, name, email } = user;
    const why = whyNot(user, input);
    if (why === undefined) changes.push({ id, name, email });
    else unchanged.push({ id, name, email, why });
  }
  return { changes, unchanged, confirmation: change === 'sign_out' ? String(changes.length) : null };
}

/** What a bulk action would do, and to whom nothing and why. */
export async function previewBulkUsers(
  { platform }: { platform: Kysely<DB> },
  input: BulkInput,
): Promise<BulkUserPreview> {
  return plan(platform, input);
}

/**
 * Changes many accounts as one. `bulkId` undoes it; null where nothing was changed or it cannot be undone.
 * @throws AppError `platform.bad_input` where the preview's confirmation was not typed
 */
export async function runBulkUsers(
  { platform }: { platform: Kysely<DB> },
  { confirmation, ...input }: BulkInput & { confirmation?: string },
): Promise<{ bulkId: string | null; changed: number; unchanged: number }> {
  const { actor, change, reason = '' } = input;
  return platform.transaction().execute(async (trx) => {
    const planned = await plan(trx, input);
    if (planned.confirmation !== null && confirmation?.trim() !== planned.confirmation)
      throw new AppError('platform.bad_input', {
        fields: { confirmation: fieldText('type_words', { words: planned.confirmation }) },
      });
    const before = new Map(
      (await usersById(trx, input.ids.filter(isUuid))).map((user) => [user.id, user.suspendedReason]),
    );
    const items: Item[] = [];
    for (const { id } of planned.changes)
      if (await writeUserChange(trx, actor, id, change, reason))
        items.push({ id, reason: change === 'suspend' ? reason.trim() : (before.get(id) ?? null) });
    const unchanged = planned.unchanged.length + planned.changes.length - items.length;
    if (items.length === 0 || change === 'sign_out')
      return { bulkId: null, changed: items.length, unchanged };
    const bulkId = await keepBulkChange(trx, actor, `user.${change}`, items);
    return { bulkId, changed: items.length, unchanged };
  });
}

/**
 * Puts back what a bulk action changed, once; who was changed since stays as they are. Sessions that suspending ended stay ended.
 * @throws AppError `bulk.not_undoable`
 */
export async function undoBulkUsers(
  { platform }: { platform: Kysely<DB> },
  { actor, bulkId }: { actor: PlatformActor; bulkId: string },
): Promise<{ undone: number; kept: number }> {
  demandOnPlatform(actor, 'users.change');
  return platform.transaction().execute(async (trx) => {
    const { action, items } = await takeBulkChange<Item>(trx, bulkId, 'user');
    const wasSuspending = action === 'user.suspend';
    const ids = items.map(({ id }) => id);
    const present = new Map((await usersById(trx, ids)).map((user) => [user.id, user]));
    let undone = 0;
    for (const { id, reason } of items) {
      const user = present.get(id);
      // Suspended again for another reason, resumed or deleted since: that stays.
      const isAsLeft = wasSuspending
        ? user?.state === 'suspended' && user.suspendedReason === reason
        : user?.state === 'active';
      if (
        isAsLeft &&
        (await writeUserChange(
          trx,
          actor,
          id,
          wasSuspending ? 'resume' : 'suspend',
          wasSuspending ? '' : (reason ?? ''),
        ))
      )
        undone++;
    }
    return { undone, kept: items.length - undone };
  });
}
