import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Scope } from '../../actor.ts';
import { AppError } from '../../errors.ts';
import { inChange, inScope } from '../../in-scope.ts';
import { demandChange } from '../../policy.ts';
import { toStorableJson } from '../../storable-json.ts';
import { checkFixtureName } from '../fixtures/check-fixture.ts';
import { findVersionBytes } from '../plugin-versions.ts';
import { type HiddenRegion, leavings, type SubmissionMaker } from './rules.ts';
import {
  demandAsSeen,
  findPicture,
  selectSubmission,
  selectSubmissionFixture,
  selectSubmissionFixtures,
} from './submission-rows.ts';
import { tryFixtures } from './try-fixture.ts';

const maxRegions = 100;

export interface FixtureChange {
  name: unknown;
  /** One of `leavings`. */
  leaves: unknown;
  /** Of `HiddenRegion`; cut to the page. */
  regions: unknown;
  /** Takes what the version makes of what is left for right. */
  adapts: boolean;
}

/**
 * Decides what of a fixture leaves and what of it is hidden. What is left is run again; the picture is made anew.
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
  const { fixture } = seen;
  const { page } = fixture.input.reading;
  const regions = checkRegions(change.regions, page);
  const content = await submissions.open(seen.file);
  let picture: { mediaType: string; bytes: Uint8Array } | null = null;
  if (leaves === 'picture') {
    const source = await inScope(db, scope, (trx) => findPicture(trx, scope, fixture, async () => content));
    if (!source) throw new AppError('submission.picture_missing');
    picture = await submissions.redact(source, page, regions);
  }
  const [outcome] = await tryFixtures(submissions, content, [{ ...fixture, name, leaves, regions }], {
    companyId,
    adapts: change.adapts && leaves !== 'private',
  });
  await inChange(db, scope, async (trx) => {
    demandAsSeen(await selectSubmission(trx, scope, submissionId, { lock: true }), ['preparing'], revision);
    await sql`
      update app.plugin_submission_fixtures set name = ${name}, leaves = ${leaves},
        regions = ${JSON.stringify(regions)}::jsonb, outcome = ${toStorableJson(outcome)}::jsonb,
        picture = ${picture ? Buffer.from(picture.bytes) : null}, picture_media_type = ${picture?.mediaType ?? null}
      where company_id = ${companyId}::uuid and submission_id = ${submissionId}::uuid and id = ${fixtureId}::uuid`.execute(
      trx,
    );
    await sql`
      update app.plugin_submissions set revision = revision + 1, updated_at = now()
      where company_id = ${companyId}::uuid and id = ${submissionId}::uuid`.execute(trx);
  });
}

const regionsSchema = z
  .array(
    z.strictObject({
      x: z.number(),
      y: z.number(),
      width: z.number().positive(),
      height: z.number().positive(),
    }),
  )
  .max(maxRegions);

/** Whole pixels of the page, never smaller than drawn. */
function checkRegions(value: unknown, page: { width: number; height: number }): HiddenRegion[] {
  const parsed = regionsSchema.safeParse(value);
  if (!parsed.success)
    throw new AppError('submission.invalid', { reason: 'regions', max: maxRegions }, { field: 'regions' });
  return parsed.data.flatMap(({ x, y, width, height }) => {
    const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
    const right = Math.min(Math.ceil(page.width), Math.ceil(x + width));
    const bottom = Math.min(Math.ceil(page.height), Math.ceil(y + height));
    return right > left && bottom > top
      ? [{ x: left, y: top, width: right - left, height: bottom - top }]
      : [];
  });
}
