import type { DB } from '@readout/database';
import type { Manifest } from '@readout/plugin-kit/manifest';
import type { Kysely } from 'kysely';
import { AppError, type ErrorValues } from '../../errors.ts';
import { isoRows } from '../../iso-rows.ts';
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
  const [row] = await isoRows(trx)<
    LockedVersion & { state: string; decidedByName: string | null; decidedAt: string | null }
  >`
    select v.manifest, v.sha256, v.package, v.checks, v.notes, v.state, v.decided_by_name as "decidedByName",
      v.decided_at as "decidedAt", v.submitted_by as "submittedBy", p.publisher_company_id as "publisherCompanyId",
      p.publisher_name as "publisherName"
    from platform.plugin_versions v join platform.plugins p on p.id = v.plugin_id
    where v.plugin_id = ${ref.pluginId.replaceAll('\0', '')} and v.version = ${ref.version.replaceAll('\0', '')}
    for update of v`;
  if (!row) throw versionNotFound(ref);
  const { state, decidedByName, decidedAt, ...version } = row;
  if (state !== 'in_review')
    throw new AppError('plugin.not_in_review', {
      ...whoDecided(state, decidedByName),
      state,
      decidedByName,
      decidedAt,
    });
  return version;
}

function whoDecided(state: string, by: string | null): ErrorValues<'plugin.not_in_review'> {
  if (state === 'withdrawn') return { reason: 'withdrawn' };
  if (state === 'rejected')
    return by === null ? { reason: 'rejected_by_somebody' } : { reason: 'rejected', by };
  return by === null ? { reason: 'published_by_somebody' } : { by };
}
