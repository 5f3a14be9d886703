import type { DB } from '@readout/database';
import type { JsonValue } from '@readout/plugin-kit';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { inScope } from '../../in-scope.ts';
import { demand } from '../../policy.ts';
import { findVersionBytes } from '../plugin-versions.ts';
import type { LeavingParts, Submission, SubmissionFixture, SubmissionMaker } from './rules.ts';
import { selectSubmission, selectSubmissionFixtures } from './submission-rows.ts';

export interface SubmissionDetail {
  submission: Submission;
  /** Of the plugin. */
  name: string;
  /** Under which name it would stand in the catalogue. */
  publisher: string;
  /** By name. */
  fixtures: SubmissionFixture[];
  parts: LeavingParts;
  /** Of the package before signing; as yet about as large where it is still being prepared. */
  bytes: number;
}

/** All that leaves, and all that stays. @throws AppError `submission.not_found` */
export async function getSubmission(
  { db, submissions }: { db: Kysely<DB>; submissions: SubmissionMaker },
  { scope, submissionId }: { scope: Scope; submissionId: string },
): Promise<SubmissionDetail> {
  demand(scope, 'templates.manage');
  const { companyId } = scope;
  const { madeBy, preparedById, askedById, fixtures, ...seen } = await inScope(db, scope, async (trx) => {
    const { madeBy, preparedById, askedById, ...submission } = await selectSubmission(
      trx,
      scope,
      submissionId,
    );
    const { pluginId, version } = submission;
    const stored = await findVersionBytes(trx, companyId, { source: 'company', pluginId, version });
    const { rows } = await sql<{ name: string; payload_bytes: number | null }>`
      select c.name, octet_length(s.payload) as payload_bytes from app.current_company_profile c
      cross join app.plugin_submissions s where s.company_id = ${companyId}::uuid and s.id = ${submissionId}::uuid`.execute(
      trx,
    );
    return {
      madeBy,
      preparedById,
      askedById,
      submission,
      file: stored!.package,
      publisher: rows[0]!.name,
      payloadBytes: rows[0]!.payload_bytes,
      fixtures: await selectSubmissionFixtures(trx, scope, submissionId),
    };
  });
  const { manifest, source, template, readme } = await submissions.open(seen.file);
  const parts: LeavingParts = {
    manifest: manifest as unknown as JsonValue,
    source,
    template: (template ?? null) as JsonValue,
    readme,
  };
  const leaving = fixtures.filter(({ leaves }) => leaves !== 'private');
  const about =
    Buffer.byteLength(
      JSON.stringify([parts, leaving.map(({ outcome }) => [outcome.input, outcome.expected])]),
    ) + leaving.reduce((sum, { pictureBytes }) => sum + Math.ceil((pictureBytes ?? 0) / 3) * 4, 0);
  return {
    submission: seen.submission,
    name: manifest.name,
    publisher: seen.publisher,
    fixtures: fixtures.map(({ packagedAs, ...fixture }) => fixture),
    parts,
    bytes: seen.payloadBytes ?? about,
  };
}
