import type { DB } from '@readout/database';
import { unsignedPackage } from '@readout/plugin-kit/package';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { AppError } from '../../errors.ts';
import { inChange } from '../../in-scope.ts';
import { notify } from '../../notifications/notify.ts';
import { demandChange, demandThemself } from '../../policy.ts';
import type { Packages } from '../packages.ts';
import type { VersionRef } from '../plugin-versions.ts';
import { demandAsSeen, selectSubmission } from './submission-rows.ts';
import { insertSubmitted } from './submit-version.ts';

/**
 * Lets exactly the bytes leave that were looked at, signed with the company's key. Confirming what was confirmed changes
 * nothing. Nobody who acts as a member confirms: what leaves the company is its own people's to decide.
 * @param input.sha256 of what was shown
 * @throws AppError `submission.not_found`, `submission.not_open`, `submission.changed_meanwhile`; those of `submitVersion`
 */
export async function confirmSubmission(
  { db, packages }: { db: Kysely<DB>; packages: Packages },
  { scope, submissionId, sha256 }: { scope: Scope; submissionId: string; sha256: string },
): Promise<VersionRef> {
  demandChange(scope, 'plugins.submit');
  demandThemself(scope);
  const { companyId, actor } = scope;
  return inChange(db, scope, async (trx) => {
    const submission = await selectSubmission(trx, scope, submissionId, { lock: true });
    const { pluginId, version, notes } = submission;
    const ref = { source: 'catalogue', pluginId, version } as const;
    if (submission.state === 'submitted' && submission.sha256 === sha256) return ref;
    demandAsSeen(submission, ['waiting'], undefined);
    if (submission.sha256 !== sha256)
      throw new AppError('submission.changed_meanwhile', {
        reason: 'payload',
        revision: submission.revision,
      });
    const { rows } = await sql<{ payload: Buffer; name: string }>`
      select s.payload, v.manifest ->> 'name' as name from app.plugin_submissions s
      join app.plugin_versions v on v.company_id = s.company_id and v.plugin_id = s.plugin_id and v.version = s.version
      where s.company_id = ${companyId}::uuid and s.id = ${submissionId}::uuid`.execute(trx);
    const { payload, name } = rows[0]!;
    const file = await packages.adopt(trx, scope, unsignedPackage(payload));
    const submitted = await insertSubmitted(trx, scope, {
      packages,
      submission: { package: file, notes, privateResults: submission.privateResults },
    });
    if (submitted.sha256 !== sha256)
      throw new Error(`Submission ${submissionId} holds bytes of another hash than it says.`);
    await sql`
      update app.plugin_submissions set state = 'submitted', revision = revision + 1, updated_at = now(),
        decided_by = ${actor.userId}::uuid, decided_at = now(), payload = null
      where company_id = ${companyId}::uuid and id = ${submissionId}::uuid`.execute(trx);
    await notify(trx, {
      companyId,
      userIds: [submission.preparedById, submission.askedById],
      kind: 'plugin.submission_decided',
      subjectType: 'plugin',
      subjectId: pluginId,
      detail: { pluginName: name, version, name: actor.name, decision: 'confirmed', submissionId },
    });
    return ref;
  });
}
