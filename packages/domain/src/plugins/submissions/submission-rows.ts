import { sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { AppError } from '../../errors.ts';
import type { Trx } from '../../in-scope.ts';
import { isoRows } from '../../iso-rows.ts';
import { type Action, reachOf } from '../../policy.ts';
import { findNames } from '../../users/find-names.ts';
import { isUuid } from '../../uuid.ts';
import type { MadeBy } from '../publish-company-version.ts';
import type { PictureSource, Submission, SubmissionFixture, SubmissionState } from './rules.ts';

type Row = Omit<StoredSubmission, 'preparedBy' | 'asked' | 'decided' | 'review'> & {
  askedAt: string | null;
  decidedBy: string | null;
  decidedAt: string | null;
  decisionNote: string | null;
  reviewState: NonNullable<Submission['review']>['state'] | null;
  reviewNote: string | null;
};

const columns = sql`s.id, s.plugin_id as "pluginId", s.version, s.state, s.revision, s.notes, s.payload_sha256 as sha256,
  s.private_results as "privateResults", s.prepared_by as "preparedById", s.asked_by as "askedById", s.asked_at as "askedAt",
  s.decided_by as "decidedBy", s.decided_at as "decidedAt", s.decision_note as "decisionNote", v.made_by as "madeBy",
  coalesce(r.state, s.review_state) as "reviewState", coalesce(r.decision_note, s.review_note) as "reviewNote"`;
const joined = sql`app.plugin_submissions s
  join app.plugin_versions v on v.company_id = s.company_id and v.plugin_id = s.plugin_id and v.version = s.version
  left join platform.plugin_versions r on r.plugin_id = s.plugin_id and r.version = s.version
    and s.payload_sha256 = r.sha256 and s.state in ('submitted', 'withdrawn')`;

/** Who may prepare what: a template those who make templates, a program those who write programs. */
export const preparing = (madeBy: MadeBy): Action =>
  madeBy === 'template' ? 'templates.manage' : 'studio.use';

export type StoredSubmission = Submission & {
  madeBy: MadeBy;
  preparedById: string;
  askedById: string | null;
};

/**
 * A submission that the actor may prepare; who may not is told there is none.
 * @param lock until the transaction ends
 * @throws AppError `submission.not_found`
 */
export async function selectSubmission(
  trx: Trx,
  scope: Scope,
  submissionId: string,
  { lock = false } = {},
): Promise<StoredSubmission> {
  const [row] = isUuid(submissionId)
    ? await isoRows(trx)<Row>`
        select ${columns} from ${joined}
        where s.company_id = ${scope.companyId}::uuid and s.id = ${submissionId}::uuid ${lock ? sql`for update of s` : sql``}`
    : [];
  if (!row || !reachOf(scope.actor, preparing(row.madeBy))) throw new AppError('submission.not_found');
  return (await toSubmissions(trx, [row]))[0]!;
}

/** Of a plugin, newest first; at most 20. */
export async function selectSubmissionsOf(
  trx: Trx,
  { companyId }: Scope,
  pluginId: string,
): Promise<StoredSubmission[]> {
  const rows = await isoRows(trx)<Row>`
    select ${columns} from ${joined}
    where s.company_id = ${companyId}::uuid and s.plugin_id = ${pluginId.replaceAll('\0', '')}
    order by s.created_at desc, s.id limit 20`;
  return toSubmissions(trx, rows);
}

async function toSubmissions(trx: Trx, rows: readonly Row[]): Promise<StoredSubmission[]> {
  const nameOf = await findNames(
    trx,
    rows.flatMap((row) => [row.preparedById, row.askedById, row.decidedBy]),
  );
  const at = (by: string | null, when: string | null) => (by && when ? { by: nameOf(by), at: when } : null);
  return rows.map(
    ({ askedAt, decidedBy, decidedAt, decisionNote, reviewState, reviewNote, ...submission }) => {
      const decided = at(decidedBy, decidedAt);
      return {
        ...submission,
        preparedBy: nameOf(submission.preparedById),
        asked: at(submission.askedById, askedAt),
        decided: decided && { ...decided, note: decisionNote ?? '' },
        review: reviewState ? { state: reviewState, note: reviewNote ?? '' } : null,
      };
    },
  );
}

/** Two who open submissions of one plugin at once: the second waits here and finds the first's. */
export async function lockSubmissionsOf(trx: Trx, companyId: string, pluginId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`submission ${companyId} ${pluginId}`}, 0))`.execute(
    trx,
  );
}

/** Refuses what is not in the state, or on the revision, it was looked at in. */
export function demandAsSeen(
  submission: Pick<Submission, 'state' | 'revision'>,
  states: readonly SubmissionState[],
  revision: number | undefined,
): void {
  if (!states.includes(submission.state))
    throw new AppError('submission.not_open', { state: submission.state });
  if (revision !== undefined && submission.revision !== revision)
    throw new AppError('submission.changed_meanwhile', { revision: submission.revision });
}

/** With what only the use cases need. */
export type StoredFixture = SubmissionFixture & { packagedAs: string | null };

export async function selectSubmissionFixtures(
  trx: Trx,
  { companyId }: Scope,
  submissionId: string,
  fixtureId?: string,
): Promise<StoredFixture[]> {
  const one = fixtureId === undefined ? sql`` : sql`and id = ${fixtureId}::uuid`;
  // Regions were hidden in pictures once: such a picture leaves as it was made then, or not at all.
  const { rows } = await sql<StoredFixture>`
    select id, name, capture_id as "captureId", packaged_as as "packagedAs",
      picture is not null or regions = '[]' and (capture_id is not null or has_packaged_picture) as "hasPicture",
      leaves, outcome, octet_length(picture) as "pictureBytes"
    from app.plugin_submission_fixtures
    where company_id = ${companyId}::uuid and submission_id = ${submissionId}::uuid ${one}
    order by lower(name), id`.execute(trx);
  return rows;
}

/** @throws AppError `submission.fixture_not_found` */
export async function selectSubmissionFixture(
  trx: Trx,
  scope: Scope,
  submissionId: string,
  fixtureId: string,
): Promise<StoredFixture> {
  const [fixture] = isUuid(fixtureId)
    ? await selectSubmissionFixtures(trx, scope, submissionId, fixtureId)
    : [];
  if (!fixture) throw new AppError('submission.fixture_not_found');
  return fixture;
}

/** The pictures as they leave, by fixture. */
export async function selectPictures(
  trx: Trx,
  { companyId }: Scope,
  submissionId: string,
): Promise<Map<string, { mediaType: string; bytes: Buffer }>> {
  const { rows } = await sql<{ id: string; picture: Buffer; picture_media_type: string }>`
    select id, picture, picture_media_type from app.plugin_submission_fixtures
    where company_id = ${companyId}::uuid and submission_id = ${submissionId}::uuid and picture is not null`.execute(
    trx,
  );
  return new Map(rows.map((row) => [row.id, { mediaType: row.picture_media_type, bytes: row.picture }]));
}

/** Where the picture of a fixture is; undefined where there is none (any more). */
export async function findPicture(
  trx: Trx,
  { companyId }: Scope,
  fixture: Pick<StoredFixture, 'captureId' | 'packagedAs' | 'hasPicture'>,
  open: () => Promise<{ fixtures: { name: string; picture?: { base64: string } }[] }>,
): Promise<PictureSource | undefined> {
  if (!fixture.hasPicture) return undefined;
  if (fixture.captureId) {
    const { rows } = await sql<{ sha256: string; file_page: number }>`
      select sha256, file_page from app.captures
      where company_id = ${companyId}::uuid and id = ${fixture.captureId}::uuid`.execute(trx);
    const [row] = rows;
    return row && { kind: 'capture', companyId, sha256: row.sha256, filePage: row.file_page };
  }
  const packaged = (await open()).fixtures.find(({ name }) => name === fixture.packagedAs);
  return packaged?.picture && { kind: 'packaged', base64: packaged.picture.base64 };
}
