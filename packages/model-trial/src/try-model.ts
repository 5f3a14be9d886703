import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ImageError, ReaderLostError } from '@readout/image-reader';
import { ModelError, type ModelFolder } from '@readout/image-reader/added-models';
import { type ChildReader, createChildReader } from '@readout/image-reader/process/host';
import type { JsonValue } from '@readout/plugin-kit';
import type { InstalledPlugin } from '@readout/plugin-sandbox';
import { type ObjectStore, originalKey } from '@readout/store';
import { type ComparedRecord, compareFields, createTallies } from './compare-fields.ts';
import { pairLines } from './compare-lines.ts';
import {
  type ConfirmedCapture,
  findConfirmedCaptures,
  findConfirmedRecords,
  type OwnerClient,
  valuesOf,
} from './confirmed-captures.ts';
import type { ChangedField, ChangedLine, FailedCapture, TrialReport } from './report.ts';
import type { TrialAnswer, TrialInit, TrialJob } from './trial-job.ts';

/** As a worker's page: milliseconds without getting on, resident megabytes. */
const timeoutMs = 120_000;
const maxRssMb = 700;
/** After this no further capture is begun. */
const maxMs = 30 * 60_000;

export interface TrialDeps {
  client: OwnerClient;
  store: Pick<ObjectStore, 'localFile'>;
  models: Pick<ModelFolder, 'list' | 'chosen' | 'load'>;
  /** The readers of a company that can be run here, in their order, with their settings. */
  readersOf(companyId: string): Promise<InstalledPlugin[]>;
}

/** Told of what changes as soon as it is found. */
export interface TrialListener {
  onLine?(line: ChangedLine): Promise<void> | void;
  onField?(field: ChangedField): Promise<void> | void;
  onFailure?(failure: FailedCapture): Promise<void> | void;
  onProgress?(progress: { done: number; of: number }): Promise<void> | void;
}

/**
 * Reads captures whose records people confirmed with the models that are in use and with those that would be if one more
 * were, in processes as the workers', and compares. Stores nothing.
 *
 * @param limit captures at most, the last confirmed first
 * @param companyId of this company alone
 * @throws ModelError `model.unknown`, `model.reads_already`, `model.damaged`
 * @throws ReaderLostError where a process does not start or was killed
 */
export async function tryModel(
  deps: TrialDeps,
  {
    name,
    limit,
    companyId,
    signal,
  }: { name: string; limit: number; companyId?: string | undefined; signal?: AbortSignal },
  listener: TrialListener = {},
): Promise<TrialReport> {
  const { manifest, instead, now, tried } = await choicesFor(deps.models, name);
  const captures = await findConfirmedCaptures(deps.client, { limit, companyId });
  const report: TrialReport = {
    model: name,
    role: manifest.role,
    instead: instead ?? 'packaged',
    captures: { compared: 0, failed: 0, notReached: 0 },
    lines: { compared: 0, changed: 0 },
    fields: [],
    recordsLeftOut: 0,
    pageMs: { now: 0, tried: 0 },
  };
  if (captures.length === 0) return report;
  const tallies = createTallies();
  const readersOf = keptByCompany(deps.readersOf);
  const [usual, other] = [openReader(now), openReader(tried)];
  const until = performance.now() + maxMs;
  try {
    for (const [at, capture] of captures.entries()) {
      await listener.onProgress?.({ done: at, of: captures.length });
      signal?.throwIfAborted();
      if (performance.now() > until) {
        report.captures.notReached = captures.length - at;
        break;
      }
      const readers = await readersOf(capture.companyId);
      const before = await readWith(usual, deps.store, capture, readers);
      const after = await readWith(other, deps.store, capture, readers);
      if ('code' in before || 'code' in after) {
        report.captures.failed++;
        const place = { companyId: capture.companyId, captureId: capture.captureId };
        if ('code' in before) await listener.onFailure?.({ ...place, with: 'now', code: before.code });
        if ('code' in after) await listener.onFailure?.({ ...place, with: 'tried', code: after.code });
        continue;
      }
      report.captures.compared++;
      report.pageMs.now += before.ms;
      report.pageMs.tried += after.ms;
      await compareLinesOf(capture, { before, after, report, listener });
      const confirmed = await findConfirmedRecords(deps.client, capture);
      const comparable = confirmed.filter(({ reader }) =>
        readers.some(({ manifest: { id } }) => id === reader),
      );
      report.recordsLeftOut += confirmed.length - comparable.length;
      for (const pair of compareFields(comparable, recordsOf(before), recordsOf(after))) {
        tallies.add(pair);
        if (pair.wasRight === pair.isRight) continue;
        const { reader, field, confirmed: value, from, to, isRight } = pair;
        const { captureId } = capture;
        await listener.onField?.({
          companyId: capture.companyId,
          captureId,
          reader,
          field,
          becomes: isRight ? 'right' : 'wrong',
          confirmed: value,
          from,
          to,
        });
      }
    }
    const { compared, notReached } = report.captures;
    await listener.onProgress?.({ done: captures.length - notReached, of: captures.length });
    for (const side of ['now', 'tried'] as const)
      report.pageMs[side] = compared === 0 ? 0 : Math.round(report.pageMs[side] / compared);
    return { ...report, fields: tallies.all() };
  } finally {
    await Promise.all([usual.close(), other.close()]);
  }
}

async function choicesFor(models: TrialDeps['models'], name: string) {
  const manifest = (await models.list()).find((each) => each.name === name);
  if (!manifest) throw new ModelError('model.unknown', { name });
  const chosen = await models.chosen();
  const instead = chosen[manifest.role];
  if (instead === name) throw new ModelError('model.reads_already', { name });
  const [now, tried] = [await models.load(chosen), await models.load({ ...chosen, [manifest.role]: name })];
  if (tried.damaged.includes(name)) throw new ModelError('model.damaged', { name });
  return { manifest, instead, now: now.models, tried: tried.models };
}

const openReader = (models: TrialInit['models']): ChildReader =>
  createChildReader({
    entry: new URL('./trial-child.ts', import.meta.url),
    timeoutMs,
    maxRssMb,
    init: { models } satisfies TrialInit,
  });

async function readWith(
  reader: ChildReader,
  store: TrialDeps['store'],
  { companyId, sha256, page, maxCpuMs, languages, locale, today, company }: ConfirmedCapture,
  readers: InstalledPlugin[],
): Promise<TrialAnswer | { code: string }> {
  const bytes = await originalOf(store, { companyId, sha256 });
  if (!bytes) return { code: 'original.missing' };
  const job: TrialJob = { bytes, page, maxCpuMs, languages, locale, today, company, readers };
  try {
    return (await reader.run(job, { cpuMs: maxCpuMs })) as TrialAnswer;
  } catch (error) {
    if (!(error instanceof ImageError) || error instanceof ReaderLostError) throw error;
    return { code: error.code };
  }
}

/** The bytes that were captured; undefined where they are gone or others. */
async function originalOf(
  store: TrialDeps['store'],
  { companyId, sha256 }: Pick<ConfirmedCapture, 'companyId' | 'sha256'>,
): Promise<Uint8Array | undefined> {
  const file = await store.localFile(originalKey(companyId, sha256));
  if (!file) return undefined;
  try {
    const bytes = await readFile(file.path);
    return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : undefined;
  } finally {
    await file.release();
  }
}

async function compareLinesOf(
  { companyId, captureId }: ConfirmedCapture,
  {
    before,
    after,
    report: { lines },
    listener,
  }: { before: TrialAnswer; after: TrialAnswer; report: TrialReport; listener: TrialListener },
): Promise<void> {
  for (const { from, to } of pairLines(before.lines, after.lines)) {
    lines.compared++;
    if (from === to) continue;
    lines.changed++;
    await listener.onLine?.({ companyId, captureId, from, to });
  }
}

const recordsOf = ({ records }: TrialAnswer): ComparedRecord[] =>
  records.map(({ plugin, type, fields }) => ({
    reader: plugin,
    type,
    values: valuesOf(fields as Record<string, { value: JsonValue }>),
  }));

/** What one company's readers are does not change within a trial. */
function keptByCompany(readersOf: TrialDeps['readersOf']): TrialDeps['readersOf'] {
  const kept = new Map<string, Promise<InstalledPlugin[]>>();
  return (companyId) => {
    const readers = kept.get(companyId) ?? readersOf(companyId);
    kept.set(companyId, readers);
    return readers;
  };
}
