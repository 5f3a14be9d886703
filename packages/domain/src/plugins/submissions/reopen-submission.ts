import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { AppError } from '../../errors.ts';
import { inChange } from '../../in-scope.ts';
import { demandChange } from '../../policy.ts';
import { demandAsSeen, lockSubmissionsOf, selectSubmission } from './submission-rows.ts';

/**
 * Back to preparing, with everything that was picked: what waits is no longer asked for, what was declined can be put
 * right.
 * @throws AppError `submission.not_found`, `submission.not_open`, `submission.changed_meanwhile`, `submission.other_open`
 */
export async function reopenSubmission(
  { db }: { db: Kysely<DB> },
  { scope, submissionId, revision }: { scope: Scope; submissionId: string; revision: number },
): Promise<void> {
  demandChange(scope, 'templates.manage');
  const { companyId } = scope;
  await inChange(db, scope, async (trx) => {
    const submission = await selectSubmission(trx, scope, submissionId, { lock: true });
    demandAsSeen(submission, ['waiting', 'declined'], revision);
    const { pluginId, version } = submission;
    await lockSubmissionsOf(trx, companyId, pluginId);
    const { rows } = await sql`
      select 1 from app.plugin_submissions
      where company_id = ${companyId}::uuid and plugin_id = ${pluginId} and state in ('preparing', 'waiting')
        and id <> ${submissionId}::uuid`.execute(trx);
    if (rows.length > 0) throw new AppError('submission.other_open');
    await sql`
      update app.plugin_submissions set state = 'preparing', revision = revision + 1, updated_at = now(),
        payload = null, payload_sha256 = null, private_results = null, asked_by = null, asked_at = null
      where company_id = ${companyId}::uuid and id = ${submissionId}::uuid`.execute(trx);
    await recordAuditEvent(trx, scope, {
      action: 'plugin.submission_reopened',
      subjectType: 'plugin',
      subjectId: pluginId,
      detail: { version },
    });
  });
}
