import type { DB } from '@readout/database';
import type { PackageContent, PackagedFixture } from '@readout/plugin-kit/package';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { AppError } from '../../errors.ts';
import { inChange } from '../../in-scope.ts';
import { notify } from '../../notifications/notify.ts';
import { demandChange, demandThemself } from '../../policy.ts';
import { toStorableText } from '../../storable-json.ts';
import { findVersionBytes } from '../plugin-versions.ts';
import type { SubmissionMaker } from './rules.ts';
import {
  demandAsSeen,
  type StoredFixture,
  selectPictures,
  selectSubmission,
  selectSubmissionFixtures,
} from './submission-rows.ts';
import type { PrivateResults } from './submit-version.ts';

const maxNotes = 4000;

/**
 * Makes the bytes that are to leave and asks those who may confirm. From here on nothing of it changes: not by the
 * draft, not by a fixture, not by those who prepared it.
 * @param input.isOwn who asks confirms at once: nobody else is told
 * @throws AppError `submission.not_found`, `submission.not_open`, `submission.changed_meanwhile`,
 *   `submission.fixture_failing` with `{fixtures}`, `submission.too_large`
 */
export async function askForConfirmation(
  { db, submissions }: { db: Kysely<DB>; submissions: SubmissionMaker },
  {
    scope,
    submissionId,
    revision,
    notes,
    isOwn = false,
  }: { scope: Scope; submissionId: string; revision: number; notes: string; isOwn?: boolean },
): Promise<{ sha256: string }> {
  demandChange(scope, 'templates.manage');
  if (isOwn) {
    demandChange(scope, 'plugins.submit');
    demandThemself(scope);
  }
  const { companyId, actor } = scope;
  const seen = await inChange(db, scope, async (trx) => {
    const submission = await selectSubmission(trx, scope, submissionId);
    demandAsSeen(submission, ['preparing'], revision);
    const { pluginId, version } = submission;
    const stored = await findVersionBytes(trx, companyId, { source: 'company', pluginId, version });
    return {
      submission,
      file: stored!.package,
      fixtures: await selectSubmissionFixtures(trx, scope, submissionId),
      pictures: await selectPictures(trx, scope, submissionId),
    };
  });
  const leaving = seen.fixtures.filter(({ leaves }) => leaves !== 'private');
  const failing = leaving.filter(({ outcome }) => !outcome.passed).map(({ name }) => name);
  if (failing.length > 0)
    throw new AppError('submission.fixture_failing', {
      names: failing.slice(0, 3).join(', '),
      more: Math.max(0, failing.length - 3),
      fixtures: failing.slice(0, 20),
    });
  const content = await submissions.open(seen.file);
  const { payload, sha256 } = await submissions.pack({
    ...content,
    fixtures: leaving.map((fixture) => packaged(fixture, seen.pictures)),
  } satisfies PackageContent);
  const results = privateResults(seen.fixtures);
  await inChange(db, scope, async (trx) => {
    const submission = await selectSubmission(trx, scope, submissionId, { lock: true });
    demandAsSeen(submission, ['preparing'], revision);
    await sql`
      update app.plugin_submissions set state = 'waiting', revision = revision + 1, updated_at = now(),
        notes = ${storable(notes)}, payload = ${Buffer.from(payload)}, payload_sha256 = ${sha256},
        private_results = ${results ? JSON.stringify(results) : null}::jsonb,
        asked_by = ${actor.userId}::uuid, asked_at = now(), decided_by = null, decided_at = null, decision_note = null
      where company_id = ${companyId}::uuid and id = ${submissionId}::uuid`.execute(trx);
    const { name } = content.manifest;
    const detail = { name, version: submission.version, sha256, leaving: leaving.length };
    await recordAuditEvent(trx, scope, {
      action: 'plugin.submission_asked',
      subjectType: 'plugin',
      subjectId: submission.pluginId,
      detail,
    });
    if (isOwn) return;
    const { rows: keepers } = await sql<{ user_id: string }>`
      select user_id from app.members where role in ('admin', 'owner')`.execute(trx);
    await notify(trx, {
      companyId,
      userIds: keepers.map((row) => row.user_id),
      kind: 'plugin.submission_waiting',
      subjectType: 'plugin',
      subjectId: submission.pluginId,
      detail: { pluginName: name, version: submission.version, name: actor.name, submissionId },
    });
  });
  return { sha256 };
}

function packaged(
  { id, name, leaves, outcome }: StoredFixture,
  pictures: ReadonlyMap<string, { mediaType: string; bytes: Buffer }>,
): PackagedFixture {
  const { reading, settings, locale, today } = outcome.input;
  const picture = leaves === 'picture' ? pictures.get(id) : undefined;
  return {
    name,
    reading,
    settings,
    expected: { locale, today, records: outcome.expected },
    ...(picture
      ? { picture: { mediaType: picture.mediaType, base64: picture.bytes.toString('base64') } }
      : {}),
  };
}

/** Counts only; null: none stays. */
function privateResults(fixtures: readonly StoredFixture[]): PrivateResults | null {
  const staying = fixtures.filter(({ leaves }) => leaves === 'private');
  const passed = staying.filter(({ outcome }) => outcome.passed).length;
  return staying.length === 0 ? null : { fixtures: staying.length, passed, failed: staying.length - passed };
}

const storable = (notes: string): string => [...toStorableText(notes).trim()].slice(0, maxNotes).join('');
