import type { PluginFixture, StudioInput } from '@readout/domain/plugins/fixtures/fixture-types';
import type { JsonValue, ReaderInput } from '@readout/plugin-kit';
import { type Difference, differences, summarise } from '@readout/plugin-kit/expectation';
import type { Manifest } from '@readout/plugin-kit/manifest';
import type { BrowserSandbox, ConsoleLine, LoadedPlugin, PluginRun } from '@readout/plugin-sandbox/browser';
import type { BundleProblem } from '@readout/plugin-sandbox/bundle-browser';
import { useEffect, useRef, useState } from 'react';
import { type Bundler, createBundler } from './bundler.ts';
import { parseManifest } from './manifest-text.ts';

/** What came of the program as it stands, on the capture that is shown. */
export interface Outcome {
  /** Why it does not run at all. */
  problems: BundleProblem[];
  /** Why the manifest is none. */
  manifestProblems: string[];
  manifest: Manifest | undefined;
  run: PluginRun | undefined;
  console: ConsoleLine[];
}

export type FixtureResult =
  | { state: 'running' }
  | { state: 'passed' | 'failed'; differences: Difference[]; run: PluginRun };

/** After the last key; with bundling and running it stays well within 150 ms. */
const pauseMs = 60;

const nothing: Outcome = {
  problems: [],
  manifestProblems: [],
  manifest: undefined,
  run: undefined,
  console: [],
};

/** Runs the program in the browser's sandbox while it is written: on the capture shown, then on every fixture. */
export function useRuns({
  source,
  manifestText,
  pluginId,
  shown,
  fixtures,
}: {
  source: string;
  manifestText: string;
  pluginId: string;
  shown: StudioInput | undefined;
  fixtures: readonly PluginFixture[];
}): { outcome: Outcome; results: ReadonlyMap<string, FixtureResult> } {
  const [outcome, setOutcome] = useState<Outcome>(nothing);
  const [results, setResults] = useState<ReadonlyMap<string, FixtureResult>>(new Map());
  const sandbox = useRef<BrowserSandbox>(undefined);
  const bundler = useRef<Bundler>(undefined);
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
      const parsed = parseManifest(manifestText, pluginId);
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
      if (!sandbox.current) {
        const [{ createSandbox }, { sandboxWasm }] = await Promise.all([
          import('@readout/plugin-sandbox/browser'),
          import('./sandbox-wasm.client.ts'),
        ]);
        if (isOver) return;
        sandbox.current ??= createSandbox({ wasm: sandboxWasm });
      }
      const plugin: LoadedPlugin = { manifest, code: bundled.code, sha256: '' };
      const settings = defaultSettings(manifest);
      const lines: ConsoleLine[] = [];
      if (shown) {
        const run = await sandbox.current.run(
          plugin,
          { ...shown.input, settings },
          { console: (line) => lines.push(line) },
        );
        if (isOver) return;
        setOutcome({ problems, manifestProblems, manifest, run, console: lines });
      } else setOutcome({ problems, manifestProblems, manifest, run: undefined, console: [] });
      for (const fixture of fixtures) {
        const result = await runFixture(sandbox.current, plugin, fixture);
        if (isOver) return;
        setResults((before) => new Map(before).set(fixture.id, result));
      }
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
  }, [source, manifestText, pluginId, shown, fixtures]);

  return { outcome, results };
}

async function runFixture(
  sandbox: BrowserSandbox,
  plugin: LoadedPlugin,
  { input, expected }: PluginFixture,
): Promise<FixtureResult> {
  const run = await sandbox.run(plugin, input);
  const found = run.ok ? differences(expected, summarise(run.records)) : [];
  return { state: run.ok && found.length === 0 ? 'passed' : 'failed', differences: found, run };
}

/** Settings as they are where nobody changed them. */
export function defaultSettings({ settings }: Manifest): ReaderInput['settings'] {
  return Object.fromEntries(
    settings.flatMap((setting): [string, JsonValue][] =>
      setting.default === undefined ? [] : [[setting.name, setting.default]],
    ),
  );
}

const named = (path: readonly (string | number)[], message: string): string =>
  path.length === 0 ? message : `${path.join('.')}: ${message}`;
