import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { findVersionBytes, getVersion, type VersionRef, versionNotFound } from './plugin-versions.ts';

/** Finds the README in a package file, and keeps it: opening a package takes tens of milliseconds. */
export interface Readmes {
  /** @param sha256 - of the version's bytes */
  kept(sha256: string): string | undefined;
  read(sha256: string, file: Uint8Array): Promise<string>;
}

/**
 * What the author wrote about a version, Markdown; empty where nothing was. Anyone who shows it trusts nothing in it.
 * @throws AppError `plugin.version_not_found`
 */
export async function getPluginReadme(
  { db, readmes }: { db: Kysely<DB>; readmes: Readmes },
  { scope, ref }: { scope: Scope; ref: VersionRef },
): Promise<string> {
  demand(scope, 'company.see');
  const found = await inScope(db, scope, async (trx) => {
    const { sha256 } = await getVersion(trx, scope, ref);
    const readme = readmes.kept(sha256);
    if (readme !== undefined) return readme;
    const stored = await findVersionBytes(trx, scope.companyId, ref);
    if (!stored) throw versionNotFound(ref);
    return { sha256, file: stored.package };
  });
  return typeof found === 'string' ? found : readmes.read(found.sha256, found.file);
}
