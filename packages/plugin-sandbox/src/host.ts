import type { PluginReading, ReaderInput, RecordData } from '@readout/plugin-kit';
import {
  declaredPart,
  type JoinedPages,
  joinPages,
  papersOf,
  placeRecord,
} from '@readout/plugin-kit/document';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { toBinaryJson } from './binary-json.ts';
import type { SeenReading } from './cited.ts';
import type { ConsoleLine } from './console.ts';
import { couldApply } from './could-apply.ts';
import type { Settled } from './follows.ts';
import type { EvaluationRequest } from './interpreter.ts';
import { limits } from './limits.ts';
import type { Evaluation, InstalledPlugin, LoadedPlugin, PluginErrorCode, PluginRun } from './run.ts';
import { validateRecords } from './validate.ts';

export type PluginRecord = { plugin: string; pluginVersion: string } & RecordData;

/** What readers are run over: the one picture there is, or all pages of a document in their order. */
export type DocumentInput = Omit<ReaderInput, 'reading'> &
  ({ reading: PluginReading } | { pages: readonly DocumentPage[] });

/** Of a page of a file inside another one no record is made: what that says is said by the data it was in. */
export type DocumentPage = PluginReading & { attachment?: string };

export interface RunOptions {
  /** Told what the plugin writes with `console`, in order, after the run; see {@link consoleLimits}. */
  console?: (line: ConsoleLine) => void;
}

/** Evaluates a script: the interpreter itself, or a thread that holds one. */
export type Evaluate = (request: EvaluationRequest, onLine?: (line: ConsoleLine) => void) => Evaluation;

export interface Sandbox {
  /** Runs one plugin on one reading in a fresh context. Never throws for what a plugin does. */
  run(plugin: LoadedPlugin, input: ReaderInput, options?: RunOptions): PluginRun;
  /**
   * Runs every reader that could apply (see {@link couldApply}) on each paper of a document: on each of its pages, or once
   * on all of them where its manifest says so. Of what no reader made a record of, the fallbacks are given the pages one
   * after the other, by their levels and then as they are ordered, until one makes a record. Records are ordered by
   * confidence, the most certain first, equals as their plugins are; where the document has several pages their evidence
   * names the page.
   *
   * Each of `shadows` is another version of one of them: it is given the pages that one was given, after everything else and
   * with what that left of the budget. What it makes is among `shadowed` only.
   */
  runReaders(
    plugins: readonly InstalledPlugin[],
    input: DocumentInput,
    shadows?: readonly InstalledPlugin[],
  ): MadeInTurn;
}

interface MadeInTurn {
  records: PluginRecord[];
  runs: PluginRun[];
  /** Runs of the shadows, with their records. */
  shadowed: PluginRun[];
}

/** A sandbox around anything that evaluates a script. */
export function createHost(evaluate: Evaluate): Sandbox {
  return {
    run: (plugin, input, options) =>
      runHanded(evaluate, plugin, input.reading, handOver(input, plugin.manifest), options?.console),
    runReaders(plugins, input, shadows) {
      const steps = readersInTurn(plugins, input, shadows);
      let step = steps.next();
      while (!step.done) {
        const { plugin, reading, handed } = step.value;
        step = steps.next(runHanded(evaluate, plugin, reading, handed));
      }
      return step.value;
    },
  };
}

/** What a plugin is given, in the forms in which it travels. */
export interface Handed {
  /** {@link toBinaryJson} of the reading: the same for every reader of a capture that asks for its files, or does not. */
  reading: Uint8Array<ArrayBuffer>;
  /** JSON of the rest of the `ReaderInput`. */
  rest: string;
  /** What the host checks values with. */
  settled: Settled;
  /** What the other readers of the capture left; without, all that a plugin may use. */
  maxTicks?: number;
}

/** One run of one plugin: limits, evaluation, check of what came out. `handed` is made of the input with `reading`. */
export function runHanded(
  evaluate: Evaluate,
  plugin: LoadedPlugin,
  reading: SeenReading,
  handed: Handed,
  onLine?: (line: ConsoleLine) => void,
): PluginRun {
  const { id, version } = plugin.manifest;
  const startedAt = performance.now();
  const failure = (
    code: PluginErrorCode,
    message: string,
    { ticks, line }: { ticks?: number; line?: number } = {},
  ): PluginRun => ({
    plugin: id,
    version,
    ok: false,
    code,
    message: printable(message),
    ms: performance.now() - startedAt,
    ...(ticks === undefined ? {} : { ticks }),
    ...(line === undefined ? {} : { line }),
  });
  if (plugin.manifest.kind !== 'reader')
    return failure(
      'plugin.kind_not_runnable',
      `Only readers are run on a reading; this is a plugin of kind "${plugin.manifest.kind}"`,
    );
  const inputBytes = handed.reading.length + handed.rest.length;
  if (inputBytes > limits.maxInputBytes)
    return failure(
      'plugin.too_large',
      `The reading is ${inputBytes} bytes; at most ${limits.maxInputBytes} are given`,
    );
  if (
    plugin.code.length * 3 > limits.maxCodeBytes &&
    new TextEncoder().encode(plugin.code).length > limits.maxCodeBytes
  )
    return failure('plugin.too_large', `The plugin's code is larger than ${limits.maxCodeBytes} bytes`);
  const { settled, maxTicks: left = limits.maxTicks, ...given } = handed;
  const { maxTicks, maxMemoryBytes } = limitsOf(plugin.manifest);
  const evaluation = evaluate(
    { code: plugin.code, ...given, maxTicks: Math.min(maxTicks, left), maxMemoryBytes },
    onLine,
  );
  if (!evaluation.ok) return failure(evaluation.code, evaluation.message, evaluation);
  const validation = validateRecords(evaluation.json, plugin.manifest, reading, settled);
  if (!validation.ok) return failure('plugin.bad_output', validation.message, evaluation);
  return {
    plugin: id,
    version,
    ok: true,
    records: validation.records,
    ms: performance.now() - startedAt,
    ticks: evaluation.ticks,
  };
}

/** What a message says goes to logs, terminals and pages: nothing in it may steer them or turn its letters around. */
function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (letter) => `\\u{${letter.codePointAt(0)!.toString(16)}}`,
  );
}

/** One run to make: a plugin and what it is given. */
export interface RunStep {
  plugin: LoadedPlugin;
  reading: PluginReading;
  handed: Handed;
}

/**
 * Yields the runs to make, one after the other, and is handed what came of each: the one order for hosts that wait for a
 * run and for hosts that are told of it later.
 */
export function* readersInTurn(
  plugins: readonly InstalledPlugin[],
  input: DocumentInput,
  shadows: readonly InstalledPlugin[] = [],
): Generator<RunStep, MadeInTurn, PluginRun> {
  const pages =
    'pages' in input ? input.pages.filter(({ attachment }) => attachment === undefined) : [input.reading];
  let left: number = limits.maxTicksOfCapture + limits.ticksOfFurtherPage * Math.max(0, pages.length - 1);
  /** Runs a reader on one paper as far as the budget goes; `covered` gains the pages it made records of. */
  function* runOn(
    plugin: InstalledPlugin,
    { paper, joined, covered }: Paper,
    notBegun: Set<string>,
  ): Generator<RunStep, PluginRun[], PluginRun> {
    const runs: PluginRun[] = [];
    const { manifest, settings = input.settings } = plugin;
    const rest = restOf({ ...input, settings }, manifest);
    const { maxTicks } = limitsOf(manifest);
    for (const { given, covers } of piecesFor(manifest, paper, covered)) {
      const { reading, handed, ...place } = joined(given);
      if (!couldApply(manifest, reading)) continue;
      const granted = Math.min(maxTicks, left);
      if (granted <= 0) {
        if (!notBegun.has(manifest.id)) runs.push(notBegunRun(manifest));
        notBegun.add(manifest.id);
        continue;
      }
      const run = yield {
        plugin,
        reading,
        handed: { reading: handed(manifest), rest, settled: settledBy(input), maxTicks: granted },
      };
      const isOut = !run.ok && run.code === 'plugin.timed_out';
      left -= isOut ? granted : (run.ticks ?? 0);
      if (!run.ok || run.records.length === 0) {
        // What it lacked the readers before it had.
        runs.push(isOut && granted < maxTicks ? { ...run, ...spentByOthers } : run);
        continue;
      }
      for (const page of covers) covered.add(page);
      const made =
        reading.page.of === 1
          ? run.records
          : run.records.map((one) => placeRecord(one, { reading, ...place }));
      runs.push({ ...run, records: made });
    }
    return runs;
  }
  const runs: PluginRun[] = [];
  const notBegun = new Set<string>();
  // Sorting is stable: of one level the first installed is asked first.
  const inTurn = [...plugins].sort((a, b) => fallbackLevel(a.manifest) - fallbackLevel(b.manifest));
  const shadowed = new Set(shadows.map(({ manifest }) => manifest.id));
  /** By plugin: each paper as it was when its turn came. */
  const before = new Map<string, Paper[]>();
  for (const paper of papersOf(pages)) {
    const at: Paper = { paper, joined: joiner(), covered: new Set() };
    for (const plugin of inTurn) {
      const { id } = plugin.manifest;
      if (shadowed.has(id))
        before.set(id, [...(before.get(id) ?? []), { ...at, covered: new Set(at.covered) }]);
      runs.push(...(yield* runOn(plugin, at, notBegun)));
    }
  }
  const runsOfShadows: PluginRun[] = [];
  const notBegunShadows = new Set<string>();
  for (const shadow of shadows)
    for (const at of before.get(shadow.manifest.id) ?? [])
      runsOfShadows.push(...(yield* runOn(shadow, at, notBegunShadows)));
  const records = runs.flatMap((run) =>
    run.ok
      ? run.records.map((record) => ({ plugin: run.plugin, pluginVersion: run.version, ...record }))
      : [],
  );
  // Equals stay in the order of their plugins.
  records.sort((a, b) => b.confidence - a.confidence);
  return { records, runs, shadowed: runsOfShadows };
}

/** Pages that are read together, and of which a reader has made records already. */
interface Paper {
  paper: readonly PluginReading[];
  joined: (pages: readonly PluginReading[]) => Joined;
  covered: Set<PluginReading>;
}

/** What is handed over is made once for all readers that are given the same. */
type Joined = JoinedPages & { handed(manifest: Manifest): Handed['reading'] };

/** Joins pages once for all readers that are given them. */
function joiner(): (pages: readonly PluginReading[]) => Joined {
  const known = new Map<string, Joined>();
  return (pages) => {
    const key = pages.map(({ page }) => page.number).join(' ');
    let joined = known.get(key);
    if (!joined) {
      const made = joinPages(pages);
      const forms = new Map<boolean, Handed['reading']>();
      const handed = (manifest: Manifest): Handed['reading'] => {
        const withFiles = asksForFiles(manifest);
        const form = forms.get(withFiles) ?? readingHanded(made.reading, withFiles);
        forms.set(withFiles, form);
        return form;
      };
      joined = { ...made, handed };
      known.set(key, joined);
    }
    return joined;
  };
}

/**
 * What of a paper a reader is given in one run, and the pages its records are of. Of a long paper a reader that is given it
 * whole gets the first pages and the last, where papers say what they are and what they come to; a fallback, which is there
 * for what is left, gets one lot after the other.
 */
function* piecesFor(
  manifest: Manifest,
  paper: readonly PluginReading[],
  covered: ReadonlySet<PluginReading>,
): Generator<{ given: readonly PluginReading[]; covers: readonly PluginReading[] }> {
  const isFallback = fallbackLevel(manifest) > 0;
  const open = isFallback ? paper.filter((page) => !covered.has(page)) : paper;
  const most = limits.maxPagesAtOnce;
  if (manifest.pages !== 'together') for (const page of open) yield { given: [page], covers: [page] };
  else if (isFallback)
    for (let from = 0; from < open.length; from += most) {
      const lot = open.slice(from, from + most);
      yield { given: lot, covers: lot };
    }
  else
    yield {
      given: open.length <= most ? open : [...open.slice(0, most / 2), ...open.slice(-most / 2)],
      covers: open,
    };
}

const spentByOthers = {
  code: 'plugin.budget_spent',
  message: `The readers before it used up the ${limits.maxTicksOfCapture} ticks of a capture`,
} as const;

const notBegunRun = ({ id, version }: Manifest): PluginRun => ({
  plugin: id,
  version,
  ok: false,
  ms: 0,
  ...spentByOthers,
});

/** 0 for a reader that always runs, else the level of its `fallback`, of which true is the first. */
const fallbackLevel = ({ fallback }: Manifest): number => Number(fallback);

/** A manifest can ask for less than everybody gets, never for more. */
function limitsOf({ limits: wanted }: Manifest): Pick<EvaluationRequest, 'maxTicks' | 'maxMemoryBytes'> {
  return {
    maxTicks: Math.min(wanted?.ticks ?? limits.maxTicks, limits.maxTicks),
    maxMemoryBytes: Math.min((wanted?.memoryMb ?? 64) * 2 ** 20, limits.maxMemoryBytes),
  };
}

export const handOver = (input: ReaderInput, manifest: Manifest): Handed => ({
  reading: readingHanded(input.reading, asksForFiles(manifest)),
  rest: restOf(input, manifest),
  settled: settledBy(input),
});

const settledBy = ({ locale, today }: Settled): Settled => ({ locale, today });

/** Files say more than their pages: only readers are given them that ask for them. */
const asksForFiles = ({ reads }: Manifest): boolean => reads.includes('files');

const readingHanded = (reading: PluginReading, withFiles: boolean): Handed['reading'] => {
  const { files, ...page } = declaredPart(reading);
  return toBinaryJson(withFiles && files ? { ...page, files } : page);
};

/** Everything but the reading. Who the company is, only readers are told that ask for it. */
const restOf = (
  { settings, locale, today, company }: Omit<ReaderInput, 'reading'>,
  { reads }: Manifest,
): string =>
  JSON.stringify({ settings, locale, today, ...(company && reads.includes('company') ? { company } : {}) });
