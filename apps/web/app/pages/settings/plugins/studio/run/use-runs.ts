import type { PluginFixture, StudioInput } from '@readout/domain/plugins/fixtures/rules';
import { settingsFor } from '@readout/domain/plugins/rules';
import type { ReaderInput } from '@readout/plugin-kit';
import { type Difference, differences, summarise } from '@readout/plugin-kit/expectation';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { couldApply } from '@readout/plugin-sandbox';
import type { BrowserSandbox, ConsoleLine, LoadedPlugin, PluginRun } from '@readout/plugin-sandbox/browser';
import type { BundleProblem } from '@readout/plugin-sandbox/bundle-browser';
import { useEffect, useRef, useState } from 'react';
import { type Bundler, createBundler } from './bundler.ts';
import { type ParsedManifest, parseManifest } from './manifest-text.ts';

/** What came of the program as it stands, on the capture that is shown. */
export interface Outcome {
  /** Why it does not run at all. */
  problems: BundleProblem[];
  /** Why the manifest is none. */
  manifestProblems: string[];
  manifest: Manifest | undefined;
  run: PluginRun | undefined;
  console: ConsoleLine[];
  /** False: as an installed plugin it would not be run on this capture, because of the manifest's `reads` or `when`. */
  couldApply: boolean;
}

export interface FixtureResult {
  state: 'passed' | 'failed';
  /** From what is right. */
  differences: Difference[];
  /** From what came out before the change that last made a difference here. */
  changed: Difference[];
  run: PluginRun;
  /** See {@link Outcome.couldApply}. */
  couldApply: boolean;
}

/** After the last key; with bundling and running it stays well within 150 ms. */
const pauseMs = 60;
const tellEveryMs = 120;
/** What is shown comes first: fixtures wait until nobody writes for a moment. */
const fixturesAfterMs = 150;

const nothing: Outcome = {
  problems: [],
  manifestProblems: [],
  manifest: undefined,
  run: undefined,
  console: [],
  couldApply: true,
};

/** Runs the program in the browser's sandbox while it is written: on the capture shown, then on every fixture. */
export function useRuns({
  source,
  manifestText,
  pluginId,
  shown,
  settings,
  fixtures,
}: {
  source: string;
  manifestText: string;
  pluginId: string;
  shown: StudioInput | undefined;
  /** What is set otherwise than the manifest proposes. */
  settings: ReaderInput['settings'];
  fixtures: readonly PluginFixture[];
}): { outcome: Outcome; results: ReadonlyMap<string, FixtureResult> } {
  const [outcome, setOutcome] = useState<Outcome>(nothing);
  const [results, setResults] = useState<ReadonlyMap<string, FixtureResult>>(new Map());
  const sandbox = useRef<BrowserSandbox>(undefined);
  const bundler = useRef<Bundler>(undefined);
  const parse = useRef<{ text: string; parsed: ParsedManifest }>(undefined);
  useEffect(
    () => () => {
      sandbox.current?.close();
      bundler.current?.close();
      sandbox.current = undefined;
      bundler.current = undefined;
    },
    [],
  );

  useEffect(() => {
    let isOver = false;
    const work = async (): Promise<void> => {
      if (parse.current?.text !== manifestText)
        parse.current = { text: manifestText, parsed: parseManifest(manifestText, pluginId) };
      const { parsed } = parse.current;
      bundler.current ??= createBundler();
      const bundled = await bundler.current.bundle(source);
      if (isOver) return;
      const manifest = parsed.ok ? parsed.manifest : undefined;
      const problems = 'problems' in bundled ? bundled.problems : [];
      const manifestProblems = parsed.ok
        ? []
        : parsed.problems.map(({ message, path }) => named(path, message));
      if (!manifest || !('code' in bundled)) {
        setOutcome({ ...nothing, problems, manifestProblems, manifest });
        return;
      }
      let isFirst = false;
      if (!sandbox.current) {
        const [{ createSandbox }, { sandboxWasm }] = await Promise.all([
          import('@readout/plugin-sandbox/browser'),
          import('../../../../../plugins/sandbox-wasm.client.ts'),
        ]);
        if (isOver) return;
        sandbox.current ??= createSandbox({ wasm: sandboxWasm });
        isFirst = true;
      }
      const plugin: LoadedPlugin = { manifest, code: bundled.code, sha256: '' };
      const lines: ConsoleLine[] = [];
      if (shown) {
        // Its time would be that of starting the interpreter.
        if (isFirst)
          await sandbox.current.run(plugin, { ...shown.input, settings: settingsFor(manifest, settings) });
        const run = await sandbox.current.run(
          plugin,
          { ...shown.input, settings: settingsFor(manifest, settings) },
          { console: (line) => lines.push(line) },
        );
        if (isOver) return;
        const applies = couldApply(manifest, shown.input.reading);
        setOutcome({ problems, manifestProblems, manifest, run, console: lines, couldApply: applies });
        if (!run.ok && run.code === 'plugin.timed_out') {
          // Each of the fixtures would take as long; they are run again once it ends.
          setResults(new Map());
          return;
        }
      } else setOutcome({ ...nothing, manifest });
      await new Promise((resolve) => setTimeout(resolve, fixturesAfterMs));
      if (isOver) return;
      const made = new Map<string, Omit<FixtureResult, 'changed'>>();
      let toldAt = performance.now();
      const tell = (): void => {
        const news = [...made];
        made.clear();
        toldAt = performance.now();
        setResults((before) => {
          const after = new Map(before);
          for (const [id, result] of news)
            after.set(id, { ...result, changed: changedSince(before.get(id), result) });
          return after;
        });
      };
      for (const fixture of fixtures) {
        made.set(fixture.id, await runFixture(sandbox.current, plugin, fixture));
        if (isOver) return;
        // Each telling draws the page again.
        if (performance.now() - toldAt > tellEveryMs) tell();
      }
      if (fixtures.length > 0) tell();
    };
    const timer = setTimeout(
      () =>
        void work().catch((error: unknown) => {
          if (isOver) return;
          const message = error instanceof Error ? error.message : String(error);
          setOutcome({ ...nothing, problems: [{ message }] });
        }),
      pauseMs,
    );
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [source, manifestText, pluginId, shown, settings, fixtures]);

  return { outcome, results };
}

async function runFixture(
  sandbox: BrowserSandbox,
  plugin: LoadedPlugin,
  { input, expected }: PluginFixture,
): Promise<Omit<FixtureResult, 'changed'>> {
  const run = await sandbox.run(plugin, input);
  const found = run.ok ? differences(expected, summarise(run.records)) : [];
  return {
    state: run.ok && found.length === 0 ? 'passed' : 'failed',
    differences: found,
    run,
    couldApply: couldApply(plugin.manifest, input.reading),
  };
}

/** What is otherwise than before; what was changed last where this run made no difference. */
function changedSince(before: FixtureResult | undefined, { run }: Pick<FixtureResult, 'run'>): Difference[] {
  if (!before?.run.ok || !run.ok) return before?.changed ?? [];
  const changed = differences(summarise(before.run.records), summarise(run.records));
  return changed.length > 0 ? changed : before.changed;
}

const named = (path: readonly (string | number)[], message: string): string =>
  path.length === 0 ? message : `${path.join('.')}: ${message}`;
