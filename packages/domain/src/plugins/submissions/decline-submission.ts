import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { AppError } from '../../errors.ts';
import { fieldText } from '../../field-text.ts';
import { inChange } from '../../in-scope.ts';
import { notify } from '../../notifications/notify.ts';
import { demandChange } from '../../policy.ts';
import { toStorableText } from '../../storable-json.ts';
import { getVersion } from '../plugin-versions.ts';
import { demandAsSeen, selectSubmission } from './submission-rows.ts';

const maxNote = 2000;

/**
 * Keeps in the company what waits for confirmation, and tells who asked why.
 * @throws AppError `submission.not_found`, `submission.not_open`, `submission.invalid` with `{fields}`
 */
export async function declineSubmission(
  { db }: { db: Kysely<DB> },
  { scope, submissionId, note }: { scope: Scope; submissionId: string; note: string },
): Promise<void> {
  demandChange(scope, 'plugins.submit');
  const why = [...toStorableText(note).trim()].slice(0, maxNote).join('');
  if (why === '')
    throw new AppError('submission.invalid', {
      reason: 'no_note',
      fields: { note: fieldText('why_declined') },
    });
  const { companyId, actor } = scope;
  await inChange(db, scope, async (trx) => {
    const submission = await selectSubmission(trx, scope, submissionId, { lock: true });
    demandAsSeen(submission, ['waiting'], undefined);
    const { pluginId, version } = submission;
    await sql`
      update app.plugin_submissions set state = 'declined', revision = revision + 1, updated_at = now(),
        decided_by = ${actor.userId}::uuid, decided_at = now(), decision_note = ${why}, payload = null, payload_sha256 = null
      where company_id = ${companyId}::uuid and id = ${submissionId}::uuid`.execute(trx);
    const { manifest } = await getVersion(trx, scope, { source: 'company', pluginId, version });
    await recordAuditEvent(trx, scope, {
      action: 'plugin.submission_declined',
      subjectType: 'plugin',
      subjectId: pluginId,
      detail: { name: manifest.name, version, note: why },
    });
    await notify(trx, {
      companyId,
      userIds: [submission.preparedById, submission.askedById],
      kind: 'plugin.submission_decided',
      subjectType: 'plugin',
      subjectId: pluginId,
      detail: {
        pluginName: manifest.name,
        version,
        name: actor.name,
        decision: 'declined',
        note: why,
        submissionId,
      },
    });
  });
}
