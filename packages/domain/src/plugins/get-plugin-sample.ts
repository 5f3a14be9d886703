import type { DB } from '@readout/database';
import type { Quad } from '@readout/plugin-kit';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { demand, reachOf } from '../policy.ts';
import { findVersionBytes, type VersionRef, versionNotFound } from './plugin-versions.ts';

/** One of a plugin's fixtures, to show what it reads. */
export interface PluginSample {
  /** Of the upright page, pixels. */
  width: number;
  height: number;
  /** PNG, JPEG or WebP; null: only what was read is there. */
  picture: { mediaType: string; base64: string } | null;
  lines: { text: string; box: Quad }[];
  barcodes: Quad[];
  /** Where the values were seen. */
  marks: { field: string; boxes: Quad[] }[];
}

/** Finds the sample in a package file. */
export type SampleReader = (file: Uint8Array) => Promise<PluginSample | null>;

/**
 * The fixture of a version that shows best what it reads; null where it comes with none. Fixtures of the company's own
 * plugins are captures: anyone who sees their own captures only is shown none of those.
 * @throws AppError `plugin.version_not_found`
 */
export async function getPluginSample(
  { db, readSample }: { db: Kysely<DB>; readSample: SampleReader },
  { scope, ref }: { scope: Scope; ref: VersionRef },
): Promise<PluginSample | null> {
  demand(scope, 'company.see');
  const stored = await inScope(db, scope, (trx) => findVersionBytes(trx, scope.companyId, ref));
  if (!stored) throw versionNotFound(ref);
  if (ref.source === 'company' && reachOf(scope.actor, 'captures.see') !== 'all') return null;
  return readSample(stored.package);
}
