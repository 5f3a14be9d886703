import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../../actor.ts';
import { AppError } from '../../errors.ts';
import { inScope } from '../../in-scope.ts';
import { demand } from '../../policy.ts';
import { findVersionBytes } from '../plugin-versions.ts';
import type { SubmissionMaker } from './rules.ts';
import { selectPictures, selectSubmission, selectSubmissionFixture } from './submission-rows.ts';

/**
 * A fixture's picture: `leaving`, byte for byte what the package holds; or the one `packaged` with the version, as its
 * author made it.
 * @throws AppError `submission.not_found`, `submission.fixture_not_found`, `submission.no_picture`
 */
export async function getSubmissionPicture(
  { db, submissions }: { db: Kysely<DB>; submissions: SubmissionMaker },
  {
    scope,
    submissionId,
    fixtureId,
    which,
  }: { scope: Scope; submissionId: string; fixtureId: string; which: 'leaving' | 'packaged' },
): Promise<{ mediaType: string; bytes: Uint8Array }> {
  demand(scope, 'templates.manage');
  const { fixture, leaving, file } = await inScope(db, scope, async (trx) => {
    const { pluginId, version } = await selectSubmission(trx, scope, submissionId);
    const fixture = await selectSubmissionFixture(trx, scope, submissionId, fixtureId);
    const ref = { source: 'company', pluginId, version } as const;
    return which === 'leaving'
      ? { fixture, leaving: (await selectPictures(trx, scope, submissionId)).get(fixtureId), file: undefined }
      : { fixture, leaving: undefined, file: (await findVersionBytes(trx, scope.companyId, ref))?.package };
  });
  if (leaving) return leaving;
  const packaged = file
    ? (await submissions.open(file)).fixtures.find(({ name }) => name === fixture.packagedAs)?.picture
    : undefined;
  if (!packaged) throw new AppError('submission.no_picture');
  return { mediaType: packaged.mediaType, bytes: Buffer.from(packaged.base64, 'base64') };
}
