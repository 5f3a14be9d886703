import { sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { isUuid } from '../../captures/capture-conditions.ts';
import { AppError } from '../../errors.ts';
import type { Trx } from '../../in-scope.ts';
import { type Action, reachOf } from '../../policy.ts';
import { findNames } from '../../users/find-names.ts';
import type { MadeBy } from '../publish-company-version.ts';
import type {
  FixtureOutcome,
  HiddenRegion,
  Leaves,
  PictureSource,
  Submission,
  SubmissionFixture,
  SubmissionState,
} from './rules.ts';
import type { PrivateResults } from './submit-version.ts';

interface Row {
  id: string;
  plugin_id: string;
  version: string;
  state: SubmissionState;
  revision: number;
  notes: string;
  payload_sha256: string | null;
  private_results: PrivateResults | null;
  prepared_by: string;
  asked_by: string | null;
  asked_at: Date | null;
  decided_by: string | null;
  decided_at: Date | null;
  decision_note: string | null;
  made_by: MadeBy;
  review_state: NonNullable<Submission['review']>['state'] | null;
  review_note: string | null;
}

const columns = sql`s.id, s.plugin_id, s.version, s.state, s.revision, s.notes, s.payload_sha256, s.private_results,
  s.prepared_by, s.asked_by, s.asked_at, s.decided_by, s.decided_at, s.decision_note, v.made_by,
  coalesce(r.state, s.review_state) as review_state, coalesce(r.decision_note, s.review_note) as review_note`;
const joined = sql`app.plugin_submissions s
  join app.plugin_versions v on v.company_id = s.company_id and v.plugin_id = s.plugin_id and v.version = s.version
  left join platform.plugin_versions r on r.plugin_id = s.plugin_id and r.version = s.version
    and s.payload_sha256 = r.sha256 and s.state in ('submitted', 'withdrawn')`;

/** Who may prepare what: a template whoever makes templates, a program whoever writes programs. */
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
  const { rows } = isUuid(submissionId)
    ? await sql<Row>`
        select ${columns} from ${joined}
        where s.company_id = ${scope.companyId}::uuid and s.id = ${submissionId}::uuid ${lock ? sql`for update of s` : sql``}`.execute(
        trx,
      )
    : { rows: [] };
  const [row] = rows;
  if (!row || !reachOf(scope.actor, preparing(row.made_by))) throw new AppError('submission.not_found');
  return (await toSubmissions(trx, [row]))[0]!;
}

/** Of a plugin, newest first; at most 20. */
export async function selectSubmissionsOf(
  trx: Trx,
  { companyId }: Scope,
  pluginId: string,
): Promise<StoredSubmission[]> {
  const { rows } = await sql<Row>`
    select ${columns} from ${joined}
    where s.company_id = ${companyId}::uuid and s.plugin_id = ${pluginId.replaceAll('\0', '')}
    order by s.created_at desc, s.id limit 20`.execute(trx);
  return toSubmissions(trx, rows);
}

async function toSubmissions(trx: Trx, rows: readonly Row[]): Promise<StoredSubmission[]> {
  const nameOf = await findNames(
    trx,
    rows.flatMap((row) => [row.prepared_by, row.asked_by, row.decided_by]),
  );
  const at = (by: string | null, when: Date | null) =>
    by && when ? { by: nameOf(by), at: when.toISOString() } : null;
  return rows.map((row) => {
    const decided = at(row.decided_by, row.decided_at);
    return {
      id: row.id,
      pluginId: row.plugin_id,
      version: row.version,
      state: row.state,
      revision: row.revision,
      notes: row.notes,
      sha256: row.payload_sha256,
      privateResults: row.private_results,
      preparedBy: nameOf(row.prepared_by),
      preparedById: row.prepared_by,
      asked: at(row.asked_by, row.asked_at),
      askedById: row.asked_by,
      decided: decided && { ...decided, note: row.decision_note ?? '' },
      review: row.review_state ? { state: row.review_state, note: row.review_note ?? '' } : null,
      madeBy: row.made_by,
    };
  });
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

interface FixtureRow {
  id: string;
  name: string;
  capture_id: string | null;
  packaged_as: string | null;
  has_packaged_picture: boolean;
  leaves: Leaves;
  regions: HiddenRegion[];
  input: SubmissionFixture['input'];
  expected: FixtureOutcome['expected'];
  outcome: FixtureOutcome;
  picture_bytes: number | null;
}

/** With what only the use cases need. */
export type StoredFixture = SubmissionFixture & {
  packagedAs: string | null;
  /** Nothing is hidden in it. */
  expected: FixtureOutcome['expected'];
};

export async function selectSubmissionFixtures(
  trx: Trx,
  { companyId }: Scope,
  submissionId: string,
  fixtureId?: string,
): Promise<StoredFixture[]> {
  const one = fixtureId === undefined ? sql`` : sql`and id = ${fixtureId}::uuid`;
  const { rows } = await sql<FixtureRow>`
    select id, name, capture_id, packaged_as, has_packaged_picture, leaves, regions, input, expected, outcome,
      octet_length(picture) as picture_bytes
    from app.plugin_submission_fixtures
    where company_id = ${companyId}::uuid and submission_id = ${submissionId}::uuid ${one}
    order by lower(name), id`.execute(trx);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    hasPicture: row.capture_id !== null || row.has_packaged_picture,
    leaves: row.leaves,
    regions: row.regions,
    input: row.input,
    expected: row.expected,
    outcome: row.outcome,
    pictureBytes: row.picture_bytes,
    captureId: row.capture_id,
    packagedAs: row.packaged_as,
  }));
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
  if (fixture.captureId) {
    const { rows } = await sql<{ sha256: string; file_page: number }>`
      select sha256, file_page from app.captures
      where company_id = ${companyId}::uuid and id = ${fixture.captureId}::uuid`.execute(trx);
    const [row] = rows;
    return row && { kind: 'capture', companyId, sha256: row.sha256, filePage: row.file_page };
  }
  if (!fixture.hasPicture) return undefined;
  const packaged = (await open()).fixtures.find(({ name }) => name === fixture.packagedAs);
  return packaged?.picture && { kind: 'packaged', base64: packaged.picture.base64 };
}
