import type { DB } from '@readout/database';
import type { Difference, ExpectedRecord } from '@readout/plugin-kit/expectation';
import type { Manifest } from '@readout/plugin-kit/manifest';
import type { PackageContent, PackagedFixture } from '@readout/plugin-kit/package';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../../errors.ts';
import { demandOnPlatform, type PlatformActor } from '../../platform-actor.ts';
import { mayOnPlatform } from '../../platform-policy.ts';
import type { CodeChanges } from '../../plugins/compare-versions.ts';
import type { Packages } from '../../plugins/packages.ts';
import { type Accuracy, versionNotFound } from '../../plugins/plugin-versions.ts';
import type { ReviewItem } from './list-reviews.ts';
import { openReviewed } from './open-reviewed.ts';
import { findOwnApproval, type OwnApproval } from './own-approval.ts';
import { type SaidChecks, sayChecks } from './remark.ts';
import type { CheckedFixture, Checks, FixtureOutcome } from './rules.ts';

/** What the server brings to look at packages with. */
export interface ReviewTools {
  differences(expected: readonly ExpectedRecord[], actual: readonly ExpectedRecord[]): Difference[];
  codeChanges(from: Uint8Array, to: Uint8Array): Promise<CodeChanges>;
}

/** One fixture of the package beside what came of it. */
export interface ReviewedFixture {
  /** Place in the package. */
  index: number;
  name: string;
  hasPicture: boolean;
  /** What was read of the page, in order; the first of many. */
  texts: string[];
  /** Lines and barcodes there are. */
  items: number;
  /** What is to come out, as the author says. */
  expected: ExpectedRecord[];
  /** Null: the checks have not come to it. */
  result: {
    applies: boolean;
    failure: string | null;
    /** Empty: exactly as it is to be. */
    differences: Difference[];
    ticks: number | null;
    ms: number;
    /** How the version that was published last does on it; null: there is none. */
    before: { failure: string | null; differences: Difference[] } | null;
  } | null;
}

export interface Review extends Omit<ReviewItem, 'checks' | 'previousVersion'> {
  checks: SaidChecks | null;
  sha256: string;
  packageBytes: number;
  releaseNote: string | null;
  decisionNote: string | null;
  /** Whether the actor may approve it, as far as that goes by who published it. */
  ownApproval: OwnApproval;
  /** Nobody else could decide. */
  isApprovedByPublisher: boolean;
  /** Of fixtures that stay with the publisher, counts only. */
  privateResults: { fixtures: number; passed: number; failed: number } | null;
  accuracy: Accuracy | null;
  /** Null: the bytes are not to be trusted, see `problem`. */
  content: {
    manifest: Manifest;
    source: string;
    readme: string;
    isTemplate: boolean;
    /** Whose signature counts. */
    keyId: string;
    /** Null for anyone who does not decide: they show what a company captured. */
    fixtures: ReviewedFixture[] | null;
  } | null;
  problem: string | null;
  /** What was published last before it; null: it is the first. */
  previous: {
    version: string;
    manifest: Manifest;
    accuracy: Accuracy | null;
    code: CodeChanges | null;
  } | null;
}

interface Row {
  name: string;
  manifest: Manifest;
  package: Buffer;
  sha256: string;
  state: ReviewItem['state'];
  notes: string;
  release_note: string | null;
  private_results: Review['privateResults'];
  accuracy: Accuracy | null;
  checks: Checks | null;
  submitted_by: string | null;
  submitted_by_name: string | null;
  approved_by_publisher: boolean;
  submitted_at: Date;
  decided_by_name: string | null;
  decided_at: Date | null;
  decision_note: string | null;
  publisher_name: string;
  publisher_company_id: string | null;
  ordinal: number;
}

type Deps = { platform: Kysely<DB>; packages: Packages };
type Ref = { pluginId: string; version: string };

/** Of one fixture, to look through for what should not be published. */
const maxTexts = 80;

async function readVersion(trx: Kysely<DB>, { pluginId, version }: Ref): Promise<Row> {
  const { rows } = await sql<Row>`
    select v.manifest->>'name' as name, v.manifest, v.package, v.sha256, v.state, v.notes, v.release_note, v.private_results,
      v.accuracy, v.checks, v.submitted_by, v.submitted_by_name, v.approved_by_publisher, v.submitted_at, v.decided_by_name, v.decided_at, v.decision_note, v.ordinal,
      p.publisher_name, p.publisher_company_id
    from platform.plugin_versions v join platform.plugins p on p.id = v.plugin_id
    where v.plugin_id = ${pluginId.replaceAll('\0', '')} and v.version = ${version.replaceAll('\0', '')}
      and not p.is_first_party`.execute(trx);
  const [row] = rows;
  if (!row) throw versionNotFound({ pluginId, version });
  return row;
}

/**
 * All a person needs to decide about a version: what the checks found, what its fixtures come to, and what differs from
 * what was published last. Of a version whose bytes are not to be trusted nothing in it is shown.
 * @throws AppError `platform.admin_only`, `plugin.version_not_found`
 */
export async function getReview(
  { platform, packages, tools }: Deps & { tools: ReviewTools },
  { actor, pluginId, version, locale = 'en' }: { actor: PlatformActor; locale?: string } & Ref,
): Promise<Review> {
  demandOnPlatform(actor, 'plugins.see');
  const given = await platform.transaction().execute(async (trx) => {
    const row = await readVersion(trx, { pluginId, version });
    const opened = await openReviewed(
      trx,
      packages,
      { pluginId, version, ...row, publisherCompanyId: row.publisher_company_id },
      { takes: false },
    ).catch((error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    });
    const { rows: before } = await sql<{
      version: string;
      manifest: Manifest;
      accuracy: Accuracy | null;
      package: Buffer;
    }>`
      select version, manifest, accuracy, package from platform.plugin_versions
      where plugin_id = ${pluginId} and ordinal < ${row.ordinal} and state in ('published', 'deprecated')
      order by ordinal desc limit 1`.execute(trx);
    const own = await findOwnApproval(trx, actor, {
      publisherCompanyId: row.publisher_company_id,
      submittedBy: row.submitted_by,
    });
    return {
      row,
      opened,
      own,
      previous: before[0],
      results: await readResults(trx, { pluginId, version }, row),
    };
  });
  const { row, opened, own, previous, results } = given;
  const isOpen = !(opened instanceof AppError);
  return {
    pluginId,
    version,
    name: row.name,
    publisher: row.publisher_name,
    publisherCompanyId: row.publisher_company_id,
    notes: row.notes,
    state: row.state,
    submittedByName: row.submitted_by_name,
    submittedAt: row.submitted_at.toISOString(),
    decidedByName: row.decided_by_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
    checks: row.checks && sayChecks(row.checks, locale),
    sha256: row.sha256,
    packageBytes: row.package.length,
    releaseNote: row.release_note,
    decisionNote: row.decision_note,
    ownApproval: own,
    isApprovedByPublisher: row.approved_by_publisher,
    privateResults: row.private_results,
    accuracy: row.accuracy,
    problem: isOpen ? null : opened.in(locale).sentence,
    content: isOpen
      ? {
          // The same as in the package; its names in the order of those it is held against.
          manifest: row.manifest,
          source: opened.content.source,
          readme: opened.content.readme,
          isTemplate: opened.content.template !== undefined,
          keyId: opened.keyId,
          fixtures: mayOnPlatform(actor.platformRole, 'plugins.review')
            ? opened.content.fixtures.map((fixture, index) =>
                reviewed(tools, fixture, index, results.get(fixture.name)),
              )
            : null,
        }
      : null,
    previous: previous
      ? {
          version: previous.version,
          manifest: previous.manifest,
          accuracy: previous.accuracy,
          code: isOpen ? await tools.codeChanges(previous.package, row.package) : null,
        }
      : null,
  };
}

async function readResults(
  trx: Kysely<DB>,
  { pluginId, version }: Ref,
  { sha256, checks }: Pick<Row, 'sha256' | 'checks'>,
): Promise<Map<string, CheckedFixture>> {
  const { rows } = await sql<{ fixtures: CheckedFixture[] }>`
    select fixtures from platform.plugin_check_results
    where plugin_id = ${pluginId} and version = ${version} and sha256 = ${sha256}
      and run = ${checks?.run ?? null}::uuid`.execute(trx);
  return new Map((rows[0]?.fixtures ?? []).map((fixture) => [fixture.name, fixture]));
}

function reviewed(
  tools: ReviewTools,
  { name, picture, reading, expected }: PackagedFixture,
  index: number,
  checked: CheckedFixture | undefined,
): ReviewedFixture {
  const compared = (outcome: FixtureOutcome) => ({
    failure: outcome.ok ? null : outcome.message,
    differences: outcome.ok ? tools.differences(expected.records, outcome.records) : [],
  });
  return {
    index,
    name,
    hasPicture: picture !== undefined,
    texts: [...reading.lines, ...reading.barcodes].slice(0, maxTexts).map(({ text }) => text),
    items: reading.lines.length + reading.barcodes.length,
    expected: expected.records,
    result: checked
      ? {
          applies: checked.applies,
          ...compared(checked.outcome),
          ticks: checked.outcome.ticks,
          ms: checked.outcome.ms,
          before: checked.before && compared(checked.before),
        }
      : null,
  };
}

/**
 * What the package holds, for the pictures of fixtures that the page fetches beside it.
 * @throws AppError `platform.admin_only`, `plugin.version_not_found`, `plugin.not_intact`, `package.untrusted`
 */
export async function getReviewPackage(
  { platform, packages }: Deps,
  { actor, pluginId, version }: { actor: PlatformActor } & Ref,
): Promise<{ content: PackageContent; results: Map<string, CheckedFixture> }> {
  demandOnPlatform(actor, 'plugins.review');
  return platform.transaction().execute(async (trx) => {
    const row = await readVersion(trx, { pluginId, version });
    const { content } = await openReviewed(
      trx,
      packages,
      { pluginId, version, ...row, publisherCompanyId: row.publisher_company_id },
      { takes: false },
    );
    return { content, results: await readResults(trx, { pluginId, version }, row) };
  });
}
