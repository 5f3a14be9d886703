import type { DB } from '@readout/database';
import type { ReaderInput } from '@readout/plugin-kit';
import type { ExpectedField, ExpectedRecord } from '@readout/plugin-kit/expectation';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { selectStudioCaptures, selectStudioInput } from './fixtures/studio-captures.ts';
import { readInstallations } from './list-installations.ts';
import { settingsFor } from './plugin-settings.ts';
import {
  findVersionBytes,
  getVersion,
  type StoredVersion,
  type VersionRef,
  versionNotFound,
} from './plugin-versions.ts';

/** What one version made of one page. */
export type TrialRun = { ok: true; records: ExpectedRecord[] } | { ok: false; message: string };

/** What differs in the program, as lines that begin with a space, `+` or `-`. */
export interface CodeChanges {
  /** `source`: as it was written; `code`: as it is run, where one of them comes without its source. */
  of: 'source' | 'code';
  /** Null: they have too little in common to say where they differ. */
  hunks: { from: number; to: number; lines: string[] }[] | null;
  /** There are more than are told. */
  isCut: boolean;
}

/** Runs both versions beside each other, away from the pages the server answers with. */
export interface VersionTrials {
  /**
   * @param inputs - of each page, with the settings of the one and of the other version
   * @returns a pair for each page that was run before time was up, in order
   * @throws AppError `plugin.version_not_found`, `plugin.not_intact`
   */
  run(
    companyId: string,
    refs: readonly [from: VersionRef, to: VersionRef],
    inputs: readonly (readonly [ReaderInput, ReaderInput])[],
  ): Promise<{ from: TrialRun; to: TrialRun }[]>;
  /** What differs in the programs of two package files. */
  codeChanges(from: Uint8Array, to: Uint8Array): Promise<CodeChanges>;
}

/** A page on which the two versions do not agree. */
export interface ChangedCapture {
  captureId: string;
  name: string;
  pageNumber: number;
  pageCount: number;
  /** Why a version failed; null: it did not. */
  failure: { from: string | null; to: string | null };
  changes: FieldChange[];
}

/** One field of one record that comes out otherwise; null: not there. */
export interface FieldChange {
  record: string;
  field: string;
  from: ExpectedField['value'] | undefined;
  to: ExpectedField['value'] | undefined;
}

export interface VersionComparison {
  from: StoredVersion;
  to: StoredVersion;
  code: CodeChanges;
  /** Pages there were to try. */
  wanted: number;
  /** Of those, run before time was up. */
  tried: number;
  /** Pages of which either version made a record. */
  concerned: number;
  changed: ChangedCapture[];
}

const maxCaptures = 30;

/**
 * Runs two versions of a plugin on what was read of the company's newest 30 pages, with the company's settings, and says
 * where they differ. Nothing is stored.
 * @throws AppError `plugin.version_not_found`, `plugin.not_intact`
 */
export async function compareVersions(
  { db, trials }: { db: Kysely<DB>; trials: VersionTrials },
  { scope, from, to }: { scope: Scope; from: VersionRef; to: VersionRef },
): Promise<VersionComparison> {
  demand(scope, 'plugins.manage');
  const { companyId } = scope;
  const given = await inScope(db, scope, async (trx) => {
    const versions = { from: await getVersion(trx, scope, from), to: await getVersion(trx, scope, to) };
    const installations = await readInstallations(trx, scope);
    const stored = installations.find((each) => each.plugin === from.pluginId)?.settings.values ?? {};
    const pages = [];
    for (const { id } of await selectStudioCaptures(trx, companyId, maxCaptures))
      pages.push(await selectStudioInput(trx, companyId, id));
    const files = [await findVersionBytes(trx, companyId, from), await findVersionBytes(trx, companyId, to)];
    return { ...versions, stored, pages, files };
  });
  const settings = {
    from: settingsFor(given.from.manifest, given.stored),
    to: settingsFor(given.to.manifest, given.stored),
  };
  const runs = await trials.run(
    companyId,
    [from, to],
    given.pages.map(
      ({ input }) =>
        [
          { ...input, settings: settings.from },
          { ...input, settings: settings.to },
        ] as const,
    ),
  );
  const [old, young] = given.files;
  if (!old || !young) throw versionNotFound(old ? to : from);
  const code = await trials.codeChanges(old.package, young.package);
  const changed: ChangedCapture[] = [];
  let concerned = 0;
  for (const [index, run] of runs.entries()) {
    const { id, name, pageNumber, pageCount } = given.pages[index]!;
    const made = { from: recordsOf(run.from), to: recordsOf(run.to) };
    if (made.from.length > 0 || made.to.length > 0) concerned++;
    const changes = fieldChanges(made.from, made.to);
    const failure = {
      from: run.from.ok ? null : run.from.message,
      to: run.to.ok ? null : run.to.message,
    };
    if (changes.length > 0 || failure.from !== failure.to)
      changed.push({ captureId: id, name, pageNumber, pageCount, failure, changes });
  }
  return {
    from: given.from,
    to: given.to,
    code,
    wanted: given.pages.length,
    tried: runs.length,
    concerned,
    changed,
  };
}

const recordsOf = (run: TrialRun): ExpectedRecord[] => (run.ok ? run.records : []);

/** By value: records of one type are compared in their order. */
export function fieldChanges(from: readonly ExpectedRecord[], to: readonly ExpectedRecord[]): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const type of new Set([...from, ...to].map((record) => record.type))) {
    const [before, after] = [from, to].map((all) => all.filter((each) => each.type === type));
    for (let index = 0; index < Math.max(before!.length, after!.length); index++) {
      const fields = [before![index]?.fields ?? {}, after![index]?.fields ?? {}] as const;
      for (const field of new Set(fields.flatMap((each) => Object.keys(each)))) {
        const [old, young] = fields.map((each) =>
          Object.hasOwn(each, field) ? each[field]?.value : undefined,
        );
        if (JSON.stringify(old) !== JSON.stringify(young))
          changes.push({ record: type, field, from: old, to: young });
      }
    }
  }
  return changes;
}
