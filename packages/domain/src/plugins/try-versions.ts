import type { DB } from '@readout/database';
import type { ExpectedField, ExpectedRecord } from '@readout/plugin-kit/expectation';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { maxTrialCaptures, type TrialRun, type VersionTrials } from './compare-versions.ts';
import { selectPaper, selectStudioCaptures, selectStudioInput } from './fixtures/studio-captures.ts';
import { readInstallations } from './list-installations.ts';
import { getVersion, type StoredVersion, type VersionRef } from './plugin-versions.ts';
import { settingsFor } from './rules.ts';

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

/** One field of one record that comes out otherwise; undefined: not there. */
export interface FieldChange {
  record: string;
  field: string;
  from: ExpectedField['value'] | undefined;
  to: ExpectedField['value'] | undefined;
}

export interface VersionResults {
  /** Pages there were to try. */
  wanted: number;
  /** Of those, run before time was up. */
  tried: number;
  /** Pages of which either version made a record. */
  concerned: number;
  changed: ChangedCapture[];
}

/** What a page hears of a trial, a line each: how far it is, then what came of it or that it failed. */
export type TrialLine = { done: number; of: number } | { results: VersionResults } | { failed: true };

/**
 * Runs two versions of a plugin on what was read of the company's newest 30 pages, with the company's settings, and says
 * where they differ. Nothing is stored.
 * @param input.onProgress - called before the first page and after each
 * @throws AppError `plugin.version_not_found`, `plugin.not_intact`, `plugin.busy`
 */
export async function tryVersions(
  { db, trials }: { db: Kysely<DB>; trials: Pick<VersionTrials, 'run'> },
  {
    scope,
    from,
    to,
    onProgress = () => {},
  }: {
    scope: Scope;
    from: VersionRef;
    to: VersionRef;
    onProgress?: (done: number, of: number) => void;
  },
): Promise<VersionResults> {
  demand(scope, 'plugins.manage');
  const { companyId } = scope;
  const given = await inScope(db, scope, async (trx) => {
    const versions = { from: await getVersion(trx, scope, from), to: await getVersion(trx, scope, to) };
    const installations = await readInstallations(trx, scope);
    const stored = installations.find((each) => each.plugin === from.pluginId)?.settings.values ?? {};
    const pages = [];
    for (const { id } of await selectStudioCaptures(trx, companyId, maxTrialCaptures)) {
      const page = await selectStudioInput(trx, companyId, id);
      const inputOf = async ({ manifest }: StoredVersion) =>
        manifest.pages === 'together' && page.pageCount > 1
          ? { ...page.input, reading: await selectPaper(trx, companyId, page) }
          : page.input;
      pages.push({ ...page, from: await inputOf(versions.from), to: await inputOf(versions.to) });
    }
    return { ...versions, stored, pages };
  });
  const settings = {
    from: settingsFor(given.from.manifest, given.stored),
    to: settingsFor(given.to.manifest, given.stored),
  };
  const wanted = given.pages.length;
  onProgress(0, wanted);
  const runs = await trials.run(
    companyId,
    [from, to],
    given.pages.map(
      ({ from: before, to: after }) =>
        [
          { ...before, settings: settings.from },
          { ...after, settings: settings.to },
        ] as const,
    ),
    (done) => onProgress(done, wanted),
  );
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
  return { wanted, tried: runs.length, concerned, changed };
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
