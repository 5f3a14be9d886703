import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';

/** What a member is told about; the pages and mails know how each is worded and where it leads. */
export type NotificationKind =
  | 'capture.assigned'
  | 'capture.failed'
  | 'member.joined'
  | 'member.left'
  | 'member.removed'
  | 'role.changed'
  | 'owner.added'
  | 'company.closing'
  | 'company.reopened'
  | 'company.suspended'
  | 'company.resumed'
  | 'company.limit_near'
  | 'support.started'
  | 'support.access_changed'
  | 'support.acting_changed'
  | 'plugin.blocked'
  | 'plugin.unblocked'
  | 'plugin.paused'
  | 'plugin.went_back'
  | 'plugin.shadow_given_up'
  | 'plugin.version_deprecated'
  | 'plugin.requested'
  | 'plugin.request_decided'
  | 'plugin.review_decided'
  | 'plugin.submission_waiting'
  | 'plugin.submission_decided'
  | 'watch.alarm'
  | 'delivery.paused';

export interface NotificationInput {
  companyId: string;
  /** Who is told; repeats and the person who does it themself are left out. */
  userIds: readonly (string | null)[];
  kind: NotificationKind;
  subjectType: 'capture' | 'bulk_action' | 'member' | 'company' | 'plugin' | 'watch' | 'delivery_target';
  subjectId: string;
  /** What the sentence needs, plain values: `actorName`, `count`, `fileName`, `role`, … */
  detail?: Record<string, unknown>;
  /** Who did it, where the transaction itself does not name them (`inScope` does). */
  actorId?: string | null;
  /** Also tells the person whose request brought it to light: their device did it, not they. */
  evenIfTheyDidIt?: boolean;
}

/** Tells members what concerns them, in the caller's transaction, whichever of the server's roles it has. */
export async function notify(
  trx: Kysely<DB>,
  {
    companyId,
    userIds,
    kind,
    subjectType,
    subjectId,
    detail = {},
    actorId = null,
    evenIfTheyDidIt = false,
  }: NotificationInput,
): Promise<void> {
  const told = [...new Set(userIds)].filter((id) => id !== null && id !== actorId);
  if (told.length === 0) return;
  await sql`
    insert into app.notifications (company_id, user_id, kind, subject_type, subject_id, detail)
    select ${companyId}::uuid, told.id, ${kind}, ${subjectType}, ${subjectId}, ${JSON.stringify(detail)}::jsonb
    from unnest(${told}::uuid[]) as told (id)
    where ${evenIfTheyDidIt} or told.id is distinct from nullif(current_setting('readout.user_id', true), '')::uuid`.execute(
    trx,
  );
}
