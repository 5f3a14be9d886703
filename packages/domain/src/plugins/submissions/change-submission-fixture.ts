import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { AppError } from '../../errors.ts';
import { inChange, inScope } from '../../in-scope.ts';
import { demandChange } from '../../policy.ts';
import { checkFixtureName } from '../fixtures/check-fixture.ts';
import { findVersionBytes } from '../plugin-versions.ts';
import { leavings, type SubmissionMaker } from './rules.ts';
import {
  demandAsSeen,
  findPicture,
  selectSubmission,
  selectSubmissionFixture,
  selectSubmissionFixtures,
} from './submission-rows.ts';

export interface FixtureChange {
  name: unknown;
  /** One of `leavings`. */
  leaves: unknown;
}

/**
 * Decides what leaves of a fixture. Its picture is made the first time it is to leave.
 * @throws AppError `submission.not_found`, `submission.fixture_not_found`, `submission.not_open`,
 *   `submission.changed_meanwhile`, `submission.invalid` with `{fields}`, `fixture.invalid`, `submission.picture_missing`;
 *   those of `SubmissionMaker`
 */
export async function changeSubmissionFixture(
  { db, submissions }: { db: Kysely<DB>; submissions: SubmissionMaker },
  {
    scope,
    submissionId,
    fixtureId,
    revision,
    change,
  }: { scope: Scope; submissionId: string; fixtureId: string; revision: number; change: FixtureChange },
): Promise<void> {
  demandChange(scope, 'templates.manage');
  const name = checkFixtureName(change.name);
  const leaves = leavings.find((each) => each === change.leaves);
  if (!leaves) throw new AppError('submission.invalid', { reason: 'leaves' }, { field: 'leaves' });
  const { companyId } = scope;
  const seen = await inChange(db, scope, async (trx) => {
    const submission = await selectSubmission(trx, scope, submissionId);
    demandAsSeen(submission, ['preparing'], revision);
    const all = await selectSubmissionFixtures(trx, scope, submissionId);
    const fixture = await selectSubmissionFixture(trx, scope, submissionId, fixtureId);
    if (all.some((each) => each.id !== fixtureId && each.name.toLowerCase() === name.toLowerCase()))
      throw new AppError('submission.invalid', { reason: 'name_taken' }, { field: 'name' });
    const { pluginId, version } = submission;
    const stored = await findVersionBytes(trx, companyId, { source: 'company', pluginId, version });
    return { fixture, file: stored!.package };
  });
  const { fixture, file } = seen;
  let made: { mediaType: string; bytes: Uint8Array } | undefined;
  if (leaves === 'picture' && fixture.pictureBytes === null) {
    const open = () => submissions.open(file);
    const source = await inScope(db, scope, (trx) => findPicture(trx, scope, fixture, open));
    if (!source) throw new AppError('submission.picture_missing');
    made = await submissions.picture(source);
  }
  await inChange(db, scope, async (trx) => {
    demandAsSeen(await selectSubmission(trx, scope, submissionId, { lock: true }), ['preparing'], revision);
    await sql`
      update app.plugin_submission_fixtures set name = ${name}, leaves = ${leaves},
        picture = case when ${leaves}::text = 'picture' then coalesce(${made ? Buffer.from(made.bytes) : null}::bytea, picture) end,
        picture_media_type = case when ${leaves}::text = 'picture' then coalesce(${made?.mediaType ?? null}::text, picture_media_type) end
      where company_id = ${companyId}::uuid and submission_id = ${submissionId}::uuid and id = ${fixtureId}::uuid`.execute(
      trx,
    );
    await sql`
      update app.plugin_submissions set revision = revision + 1, updated_at = now()
      where company_id = ${companyId}::uuid and id = ${submissionId}::uuid`.execute(trx);
  });
}
