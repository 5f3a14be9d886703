import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { findVersionBytes, type VersionRef, versionNotFound } from './plugin-versions.ts';

/** Finds the README in a package file. */
export type ReadmeReader = (file: Uint8Array) => Promise<string>;

/**
 * What the author wrote about a version, Markdown; empty where nothing was. Whoever shows it trusts nothing in it.
 * @throws AppError `plugin.version_not_found`
 */
export async function getPluginReadme(
  { db, readReadme }: { db: Kysely<DB>; readReadme: ReadmeReader },
  { scope, ref }: { scope: Scope; ref: VersionRef },
): Promise<string> {
  demand(scope, 'company.see');
  const stored = await inScope(db, scope, (trx) => findVersionBytes(trx, scope.companyId, ref));
  if (!stored) throw versionNotFound(ref);
  return readReadme(stored.package);
}
