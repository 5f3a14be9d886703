import type { DB } from '@readout/database';
import type { ReaderInput } from '@readout/plugin-kit';
import type { ExpectedRecord } from '@readout/plugin-kit/expectation';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { selectStudioCaptures } from './fixtures/studio-captures.ts';
import {
  findVersionBytes,
  getVersion,
  type StoredVersion,
  type VersionRef,
  versionNotFound,
} from './plugin-versions.ts';

/** What one version made of one page. */
export type TrialRun = { ok: true; records: ExpectedRecord[] } | { ok: false; message: string };

/** What differs in the source, as lines that begin with a space, `+` or `-`. */
export interface CodeChanges {
  /** Null: they have too little in common to say where they differ. */
  hunks: { from: number; to: number; lines: string[] }[] | null;
  /** There are more than are told. */
  isCut: boolean;
}

/** Runs both versions beside each other, away from the pages the server answers with. */
export interface VersionTrials {
  /**
   * @param inputs - of each page, with the settings of the one and of the other version
   * @param onPair - called after each with how many there are
   * @returns a pair for each page that was run before time was up, in order
   * @throws AppError `plugin.version_not_found`, `plugin.not_intact`
   */
  run(
    companyId: string,
    refs: readonly [from: VersionRef, to: VersionRef],
    inputs: readonly (readonly [ReaderInput, ReaderInput])[],
    onPair?: (done: number) => void,
  ): Promise<{ from: TrialRun; to: TrialRun }[]>;
  /** What differs in the programs of two package files. */
  codeChanges(from: Uint8Array, to: Uint8Array): Promise<CodeChanges>;
}

export interface VersionComparison {
  from: StoredVersion;
  to: StoredVersion;
  code: CodeChanges;
  /** Pages there are to try them on: see `tryVersions`. */
  wanted: number;
}

/** Of a company's newest pages, as many are tried. */
export const maxTrialCaptures = 30;

/**
 * Two versions of a plugin beside each other, without running them.
 * @throws AppError `plugin.version_not_found`
 */
export async function compareVersions(
  { db, trials }: { db: Kysely<DB>; trials: Pick<VersionTrials, 'codeChanges'> },
  { scope, from, to }: { scope: Scope; from: VersionRef; to: VersionRef },
): Promise<VersionComparison> {
  demand(scope, 'plugins.manage');
  const { companyId } = scope;
  const { files, ...given } = await inScope(db, scope, async (trx) => ({
    from: await getVersion(trx, scope, from),
    to: await getVersion(trx, scope, to),
    wanted: (await selectStudioCaptures(trx, companyId, maxTrialCaptures)).length,
    files: [await findVersionBytes(trx, companyId, from), await findVersionBytes(trx, companyId, to)],
  }));
  const [old, young] = files;
  if (!old || !young) throw versionNotFound(old ? to : from);
  return { ...given, code: await trials.codeChanges(old.package, young.package) };
}
