import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { recordPlatformEvent } from '../../audit/record-platform-event.ts';
import { AppError } from '../../errors.ts';
import { fieldText } from '../../field-text.ts';
import { notify } from '../../notifications/notify.ts';
import type { PlatformActor } from '../../platform-actor.ts';
import type { LockedVersion } from './lock-reviewed.ts';
import type { OwnApproval } from './own-approval.ts';

const maxNote = 2000;

/** A note as it is kept. @throws AppError `platform.bad_input` with `{fields}` */
export function demandNote(note: string, field: string, max = maxNote): string {
  const text = note.replaceAll('\0', '').trim();
  if ([...text].length > max) throw badInput({ [field]: fieldText('too_long', { max }) });
  return text;
}

export const badInput = (fields: Record<string, string>): AppError =>
  new AppError('platform.bad_input', { fields });

/** Writes a decision down where it is looked for, and tells those who look after plugins at the publisher. */
export async function tellDecision(
  trx: Kysely<DB>,
  {
    actor,
    pluginId,
    version,
    locked,
    decision,
    note,
    own = 'none',
  }: {
    actor: PlatformActor;
    pluginId: string;
    version: string;
    locked: Pick<LockedVersion, 'manifest' | 'sha256' | 'publisherCompanyId' | 'submittedBy'>;
    decision: 'approved' | 'rejected';
    note: string;
    own?: OwnApproval;
  },
): Promise<void> {
  const byPublisher = own === 'marked' ? { approvedByItsPublisher: true } : {};
  const { manifest, sha256, publisherCompanyId: companyId, submittedBy } = locked;
  await recordPlatformEvent(trx, actor, {
    action: `plugin.${decision}`,
    subjectType: 'plugin',
    subjectId: pluginId,
    subjectName: manifest.name,
    detail: { version, sha256, ...byPublisher, ...(note ? { note } : {}) },
  });
  // Its publisher is gone: nobody is told.
  if (companyId === null) return;
  await sql`
    insert into app.audit_events (company_id, actor_id, actor_name, action, subject_type, subject_id, detail)
    values (${companyId}::uuid, ${actor.userId}::uuid, ${actor.name}, ${`plugin.${decision}`}, 'plugin', ${pluginId},
      ${JSON.stringify({ name: manifest.name, version, note, ...byPublisher, byPlatform: true })}::jsonb)`.execute(
    trx,
  );
  const { rows } = await sql<{ user_id: string }>`
    select user_id from app.platform_members
    where company_id = ${companyId}::uuid and (role in ('owner', 'admin') or user_id = ${submittedBy}::uuid)`.execute(
    trx,
  );
  await notify(trx, {
    companyId,
    userIds: rows.map((row) => row.user_id),
    kind: 'plugin.review_decided',
    subjectType: 'plugin',
    subjectId: pluginId,
    detail: { pluginName: manifest.name, version, decision, note },
    actorId: actor.userId,
  });
}
