import type { DB } from '@readout/database';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { type Kysely, sql } from 'kysely';
import { AppError, type ErrorValues } from '../../errors.ts';
import { versionNotFound } from '../../plugins/plugin-versions.ts';
import type { Checks } from './rules.ts';

export interface LockedVersion {
  manifest: Manifest;
  sha256: string;
  package: Uint8Array;
  checks: Checks | null;
  notes: string;
  publisherCompanyId: string | null;
  publisherName: string;
  submittedBy: string | null;
}

/**
 * A version that waits for a decision; nobody else decides until the transaction ends.
 * @throws AppError `plugin.version_not_found`, `plugin.not_in_review` with `{state, decidedByName, decidedAt}`
 */
export async function lockReviewed(
  trx: Kysely<DB>,
  ref: { pluginId: string; version: string },
): Promise<LockedVersion> {
  const { rows } = await sql<{
    manifest: Manifest;
    sha256: string;
    package: Buffer;
    checks: Checks | null;
    notes: string;
    state: string;
    decided_by_name: string | null;
    decided_at: Date | null;
    publisher_company_id: string | null;
    publisher_name: string;
    submitted_by: string | null;
  }>`
    select v.manifest, v.sha256, v.package, v.checks, v.notes, v.state, v.decided_by_name, v.decided_at, v.submitted_by,
      p.publisher_company_id, p.publisher_name
    from platform.plugin_versions v join platform.plugins p on p.id = v.plugin_id
    where v.plugin_id = ${ref.pluginId.replaceAll('\0', '')} and v.version = ${ref.version.replaceAll('\0', '')}
    for update of v`.execute(trx);
  const [row] = rows;
  if (!row) throw versionNotFound(ref);
  if (row.state !== 'in_review')
    throw new AppError('plugin.not_in_review', {
      ...whoDecided(row.state, row.decided_by_name),
      state: row.state,
      decidedByName: row.decided_by_name,
      decidedAt: row.decided_at?.toISOString() ?? null,
    });
  return {
    manifest: row.manifest,
    sha256: row.sha256,
    package: row.package,
    checks: row.checks,
    notes: row.notes,
    publisherCompanyId: row.publisher_company_id,
    publisherName: row.publisher_name,
    submittedBy: row.submitted_by,
  };
}

function whoDecided(state: string, by: string | null): ErrorValues<'plugin.not_in_review'> {
  if (state === 'withdrawn') return { reason: 'withdrawn' };
  if (state === 'rejected')
    return by === null ? { reason: 'rejected_by_somebody' } : { reason: 'rejected', by };
  return by === null ? { reason: 'published_by_somebody' } : { by };
}
