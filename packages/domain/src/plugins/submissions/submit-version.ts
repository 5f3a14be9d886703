import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { AppError } from '../../errors.ts';
import { inChange, type Trx } from '../../in-scope.ts';
import { demandChange } from '../../policy.ts';
import type { Packages } from '../packages.ts';
import type { VersionRef } from '../plugin-versions.ts';

/** How a version did on fixtures that stay in the company. */
export interface PrivateResults {
  fixtures: number;
  passed: number;
  failed: number;
}

export interface NewSubmission {
  /** The file, signed by a key of the company that is in force. */
  package: Uint8Array;
  /** What is new, for the reviewer and the catalogue. */
  notes: string;
  /** null: no fixture stays behind. */
  privateResults: PrivateResults | null;
}

export type SubmittedVersion = VersionRef & { sha256: string };

const maxNotes = 4000;

/**
 * Hands a package in for review into everybody's catalogue, under the company's name. The same bytes once more change
 * nothing while they wait.
 * @throws AppError `plugin.id_taken`, `plugin.version_taken`, `plugin.in_review`; those of `Packages`
 */
export async function submitVersion(
  { db, packages }: { db: Kysely<DB>; packages: Packages },
  input: { scope: Scope } & NewSubmission,
): Promise<SubmittedVersion> {
  const { scope, ...submission } = input;
  demandChange(scope, 'plugins.submit');
  return inChange(db, scope, (trx) => insertSubmitted(trx, scope, { packages, submission }));
}

/** The same in a transaction that decides about more; whether the actor may is for the caller to see to. */
export async function insertSubmitted(
  trx: Trx,
  scope: Scope,
  { packages, submission }: { packages: Packages; submission: NewSubmission },
): Promise<SubmittedVersion> {
  const { companyId, actor } = scope;
  const file = submission.package;
  const packaged = { source: 'company', companyId } as const;
  const { content, sha256 } = await packages.verify(trx, file, packaged, { takes: true });
  const { id: pluginId, version, name } = content.manifest;
  const ref = { source: 'catalogue', pluginId, version } as const;
  // Two who hand in versions of one plugin at once: the second waits here and finds the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`submission of ${pluginId}`}, 0))`.execute(trx);
  await demandOwnId(trx, companyId, pluginId);
  const { rows: versions } = await sql<{ version: string; state: string; sha256: string }>`
    select version, state, sha256 from platform.plugin_versions
    where plugin_id = ${pluginId} and (version = ${version} or state = 'in_review')`.execute(trx);
  const same = versions.find((each) => each.version === version);
  if (same?.sha256 === sha256 && same.state === 'in_review') return { ...ref, sha256 };
  if (same) throw versionTaken(name, version, same.state);
  const [waiting] = versions;
  if (waiting) throw new AppError('plugin.in_review', { name, version: waiting.version });
  await sql`
    insert into platform.plugin_versions (plugin_id, version, state, manifest, package, sha256, notes, private_results,
      submitted_by, submitted_by_name)
    values (${pluginId}, ${version}, 'in_review', ${JSON.stringify(content.manifest)}::jsonb, ${Buffer.from(file)}, ${sha256},
      ${storable(submission.notes)}, ${submission.privateResults ? JSON.stringify(submission.privateResults) : null}::jsonb,
      ${actor.userId}::uuid, ${actor.name})`.execute(trx);
  await recordAuditEvent(trx, scope, {
    action: 'plugin.submitted',
    subjectType: 'plugin',
    subjectId: pluginId,
    detail: { name, version, sha256, fixtures: content.fixtures.length },
  });
  return { ...ref, sha256 };
}

/**
 * Takes the id for the company, where it is free: also one under which somebody else was never published and has given up.
 * @throws AppError `plugin.id_taken`
 */
async function demandOwnId(trx: Trx, companyId: string, pluginId: string): Promise<void> {
  await sql`select platform.release_plugin_id(${pluginId})`.execute(trx);
  await sql`
    insert into platform.plugins (id, publisher_company_id, publisher_name)
    select ${pluginId}, ${companyId}::uuid, left(c.name, 200) from app.current_company_profile c
    on conflict do nothing`.execute(trx);
  const { rows } = await sql`
    select 1 from platform.plugins
    where id = ${pluginId} and publisher_company_id = ${companyId}::uuid and not is_first_party`.execute(trx);
  if (rows.length > 0) return;
  throw idTaken(pluginId);
}

const idTaken = (pluginId: string) => new AppError('plugin.id_taken', { reason: 'submission', pluginId });

function versionTaken(name: string, version: string, state: string): AppError {
  const reason =
    state === 'in_review' || state === 'withdrawn' || state === 'rejected' ? state : 'in_catalogue';
  return new AppError('plugin.version_taken', { reason, name, version, state });
}

/**
 * Refuses early what could not be handed in: an id of somebody else, a number that was used.
 * @throws AppError `plugin.id_taken`, `plugin.version_taken`
 */
export async function demandUnused(
  trx: Trx,
  companyId: string,
  { pluginId, version, name }: { pluginId: string; version: string; name: string },
): Promise<void> {
  const { rows } = await sql<{ is_own: boolean; state: string | null }>`
    select p.publisher_company_id is not distinct from ${companyId}::uuid and not p.is_first_party
        or platform.is_plugin_id_free(p.id) as is_own, v.state
    from platform.plugins p left join platform.plugin_versions v on v.plugin_id = p.id and v.version = ${version}
    where p.id = ${pluginId}`.execute(trx);
  const [row] = rows;
  if (row && !row.is_own) throw idTaken(pluginId);
  if (row?.state) throw versionTaken(name, version, row.state);
}

/** As much of it as is kept. */
function storable(notes: string): string {
  return [...notes.replaceAll('\0', '').trim()].slice(0, maxNotes).join('');
}
