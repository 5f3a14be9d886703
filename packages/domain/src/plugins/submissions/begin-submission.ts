import type { DB } from '@readout/database';
import type { ReaderInput } from '@readout/plugin-kit';
import type { PackageContent } from '@readout/plugin-kit/package';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { inChange, inScope, type Trx } from '../../in-scope.ts';
import { demandChange } from '../../policy.ts';
import { toStorableJson, toStorableText } from '../../storable-json.ts';
import { selectFixtures } from '../fixtures/fixture-rows.ts';
import { findVersionBytes, getVersion } from '../plugin-versions.ts';
import type { MadeBy } from '../publish-company-version.ts';
import type { FixtureOutcome, SubmissionMaker } from './rules.ts';
import { lockSubmissionsOf, preparing } from './submission-rows.ts';
import { demandUnused } from './submit-version.ts';

const maxNameLength = 120;

interface Begun {
  name: string;
  captureId: string | null;
  packagedAs: string | null;
  hasPackagedPicture: boolean;
  input: ReaderInput;
  expected: FixtureOutcome['expected'];
}

/**
 * Begins to prepare a version of the company's own for review, with copies of the fixtures there are now; nothing of
 * them leaves yet. Where one of the plugin is being prepared or waits, that one.
 * @throws AppError `plugin.version_not_found`, `plugin.id_taken`, `plugin.version_taken`, `submission.run_failed`
 */
export async function beginSubmission(
  { db, submissions }: { db: Kysely<DB>; submissions: SubmissionMaker },
  { scope, pluginId, version }: { scope: Scope; pluginId: string; version: string },
): Promise<{ submissionId: string }> {
  demandChange(scope, 'templates.manage');
  const { companyId, actor } = scope;
  const ref = { source: 'company', pluginId, version } as const;
  const seen = await inChange(db, scope, async (trx) => {
    const { notes, manifest } = await getVersion(trx, scope, ref);
    const madeBy = await madeByOf(trx, companyId, pluginId, version);
    demandChange(scope, preparing(madeBy));
    const open = await openSubmission(trx, companyId, pluginId);
    if (!open) await demandUnused(trx, companyId, { pluginId, version, name: manifest.name });
    const stored = await findVersionBytes(trx, companyId, ref);
    return { notes, open, file: stored!.package };
  });
  if (seen.open) return { submissionId: seen.open };
  const content = await submissions.open(seen.file);
  const fixtures = await inScope(db, scope, (trx) => collectFixtures(trx, companyId, pluginId, content));
  const runs = await submissions.run(content, fixtures, companyId);
  return inChange(db, scope, async (trx) => {
    await lockSubmissionsOf(trx, companyId, pluginId);
    const { rows } = await sql<{ id: string }>`
      insert into app.plugin_submissions (company_id, plugin_id, version, notes, prepared_by)
      values (${companyId}::uuid, ${pluginId}, ${version}, ${seen.notes}, ${actor.userId}::uuid)
      on conflict do nothing returning id`.execute(trx);
    const submissionId = rows[0]?.id;
    // Somebody was faster.
    if (!submissionId) return { submissionId: (await openSubmission(trx, companyId, pluginId))! };
    for (const [index, fixture] of fixtures.entries()) {
      const { input, expected } = fixture;
      const outcome: FixtureOutcome = { input, expected, ...runs[index]! };
      await sql`
        insert into app.plugin_submission_fixtures (company_id, submission_id, name, capture_id, packaged_as,
          has_packaged_picture, input, expected, outcome)
        values (${companyId}::uuid, ${submissionId}::uuid, ${fixture.name}, ${fixture.captureId}::uuid, ${fixture.packagedAs},
          ${fixture.hasPackagedPicture}, ${toStorableJson(input)}::jsonb, ${toStorableJson(expected)}::jsonb,
          ${toStorableJson(outcome)}::jsonb)`.execute(trx);
    }
    await recordAuditEvent(trx, scope, {
      action: 'plugin.submission_begun',
      subjectType: 'plugin',
      subjectId: pluginId,
      detail: { name: content.manifest.name, version, fixtures: fixtures.length },
    });
    return { submissionId };
  });
}

async function madeByOf(trx: Trx, companyId: string, pluginId: string, version: string): Promise<MadeBy> {
  const { rows } = await sql<{ made_by: MadeBy }>`
    select made_by from app.plugin_versions
    where company_id = ${companyId}::uuid and plugin_id = ${pluginId} and version = ${version}`.execute(trx);
  return rows[0]?.made_by ?? 'package';
}

async function openSubmission(trx: Trx, companyId: string, pluginId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from app.plugin_submissions
    where company_id = ${companyId}::uuid and plugin_id = ${pluginId} and state in ('preparing', 'waiting')`.execute(
    trx,
  );
  return rows[0]?.id;
}

/** Those of the studio, then those the version's own package carries. */
async function collectFixtures(
  trx: Trx,
  companyId: string,
  pluginId: string,
  content: PackageContent,
): Promise<Begun[]> {
  const kept = await selectFixtures(trx, companyId, pluginId);
  const example = await exampleOf(trx, companyId, pluginId);
  const all: Begun[] = kept.map(({ name, captureId, input, expected }) => ({
    name,
    captureId,
    packagedAs: null,
    hasPackagedPicture: false,
    input,
    expected,
  }));
  for (const { name, reading, settings, expected, picture } of content.fixtures) {
    const { locale, today, records } = expected;
    const isExample =
      content.template !== undefined && JSON.stringify(example?.texts) === JSON.stringify(textsOf(reading));
    all.push({
      name: toStorableText(name),
      captureId: !picture && isExample ? (example?.captureId ?? null) : null,
      packagedAs: toStorableText(name),
      hasPackagedPicture: picture !== undefined,
      input: { reading, settings, locale, today },
      expected: records,
    });
  }
  return withNamesOnce(all.map((each) => ({ ...each, input: withoutFiles(each.input) })));
}

function withoutFiles({ reading: { files: _, ...reading }, ...input }: ReaderInput): ReaderInput {
  return { ...input, reading };
}

const textsOf = (reading: ReaderInput['reading']) => reading.lines.map(({ text }) => text);

/** The capture a template was pointed at on, while it is there. */
async function exampleOf(trx: Trx, companyId: string, pluginId: string) {
  const { rows } = await sql<{ id: string; reading: ReaderInput['reading'] }>`
    select c.id, d.template -> 'reading' as reading from app.plugin_drafts d
    join app.captures c on c.company_id = d.company_id and c.id = (d.template ->> 'captureId')::uuid
    where d.company_id = ${companyId}::uuid and d.plugin_id = ${pluginId} and d.kind = 'template' and d.trashed_at is null`.execute(
    trx,
  );
  const [row] = rows;
  return row && { captureId: row.id, texts: textsOf(row.reading) };
}

/** Names are told apart in a package. */
function withNamesOnce(fixtures: Begun[]): Begun[] {
  const taken = new Set<string>();
  return fixtures.map((fixture) => {
    let name = [...fixture.name].slice(0, maxNameLength).join('');
    for (let number = 2; taken.has(name.toLowerCase()); number++)
      name = `${[...fixture.name].slice(0, maxNameLength - 6).join('')} (${number})`;
    taken.add(name.toLowerCase());
    return { ...fixture, name };
  });
}
