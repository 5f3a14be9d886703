import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { AppError } from '../../errors.ts';
import { inScope } from '../../in-scope.ts';
import { demandChange } from '../../policy.ts';
import { demandAsSeen, selectSubmission } from './submission-rows.ts';

/**
 * Takes a submission back: what is prepared or waits never leaves, what is in review is no longer decided about. What
 * was handed in only those take back who could confirm it. Withdrawing what is withdrawn changes nothing.
 * @throws AppError `submission.not_found`, `submission.not_open`, `submission.changed_meanwhile`
 */
export async function withdrawSubmission(
  { db }: { db: Kysely<DB> },
  { scope, submissionId, revision }: { scope: Scope; submissionId: string; revision: number },
): Promise<void> {
  demandChange(scope, 'templates.manage');
  const { companyId, actor } = scope;
  await inScope(db, scope, async (trx) => {
    const submission = await selectSubmission(trx, scope, submissionId, { lock: true });
    if (submission.state === 'withdrawn') return;
    demandAsSeen(submission, ['preparing', 'waiting', 'submitted'], revision);
    const { pluginId, version, state } = submission;
    if (state === 'submitted') {
      demandChange(scope, 'plugins.submit');
      const { rows } = await sql`
        update platform.plugin_versions set state = 'withdrawn', decided_by = ${actor.userId}::uuid, decided_at = now()
        where plugin_id = ${pluginId} and version = ${version} and state = 'in_review' returning 1`.execute(
        trx,
      );
      if (rows.length === 0) throw new AppError('submission.not_open', { state, reason: 'reviewed' });
    }
    await sql`
      update app.plugin_submissions set state = 'withdrawn', revision = revision + 1, updated_at = now(),
        payload = null, decided_by = ${actor.userId}::uuid, decided_at = now()
      where company_id = ${companyId}::uuid and id = ${submissionId}::uuid`.execute(trx);
    await recordAuditEvent(trx, scope, {
      action: 'plugin.submission_withdrawn',
      subjectType: 'plugin',
      subjectId: pluginId,
      detail: { version, was: state === 'submitted' ? 'in_review' : state },
    });
  });
}
