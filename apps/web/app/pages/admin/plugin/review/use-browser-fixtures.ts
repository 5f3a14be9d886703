import { summarise } from '@readout/plugin-kit/expectation';
import type { BrowserSandbox } from '@readout/plugin-sandbox/browser';
import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router';
import { appApi } from '../../../../api/client.ts';
import type { FormAnswer } from '../../../../forms/answer.ts';
import { useText } from '../../../../ui/texts.tsx';

/** Where the run of the fixtures in this browser is. */
export type BrowserRun =
  | { state: 'idle' }
  | { state: 'running'; done: number; of: number | null }
  | { state: 'reported' }
  | { state: 'failed'; message: string };

/**
 * Runs the fixtures of a version in this browser's own sandbox and reports what came of them, once for each run of the
 * checks; `run`: null while there is nothing to run.
 */
export function useBrowserFixtures(
  { pluginId, version }: { pluginId: string; version: string },
  address: string,
  run: string | null,
): { progress: BrowserRun; again(): void } {
  const text = useText();
  const fetcher = useFetcher<FormAnswer>();
  const [progress, setProgress] = useState<BrowserRun>({ state: 'idle' });
  const [attempt, setAttempt] = useState(0);
  const { submit } = fetcher;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks for it once more
  useEffect(() => {
    if (run === null) return;
    let isOver = false;
    let sandbox: BrowserSandbox | undefined;
    const work = async () => {
      setProgress({ state: 'running', done: 0, of: null });
      const answer = await appApi.get('/platform/reviews/{pluginId}/{version}/fixtures', {
        path: { pluginId, version },
      });
      if (!answer.ok) throw new Error(text('operation.checks.not_fetched'));
      const { plugin, fixtures } = answer.value;
      const [{ createSandbox }, { sandboxWasm }] = await Promise.all([
        import('@readout/plugin-sandbox/browser'),
        import('../../../../plugins/sandbox-wasm.client.ts'),
      ]);
      if (isOver) return;
      sandbox = createSandbox({ wasm: sandboxWasm });
      const results = [];
      for (const [done, { name, applies, input }] of fixtures.entries()) {
        setProgress({ state: 'running', done, of: fixtures.length });
        if (!applies) {
          results.push({ name, ok: true, ticks: 0, ms: 0, records: [] });
          continue;
        }
        const made = await sandbox.run(plugin, input);
        if (isOver) return;
        results.push({
          name,
          ok: made.ok,
          message: made.ok ? '' : made.message.slice(0, 1000),
          ticks: made.ticks ?? null,
          ms: made.ms,
          records: made.ok ? summarise(made.records) : [],
        });
      }
      if (isOver) return;
      const form = new FormData();
      form.set('intent', 'browser');
      form.set('run', run);
      form.set('results', JSON.stringify(results));
      await submit(form, { method: 'post', action: address });
      setProgress({ state: 'reported' });
    };
    work()
      .catch((error: unknown) => {
        if (!isOver)
          setProgress({ state: 'failed', message: error instanceof Error ? error.message : String(error) });
      })
      .finally(() => sandbox?.close());
    return () => {
      isOver = true;
      sandbox?.close();
    };
  }, [pluginId, version, address, run, submit, attempt, text]);
  const refused = fetcher.data?.problem;
  return {
    progress: refused ? { state: 'failed', message: refused.message } : progress,
    again: () => setAttempt((before) => before + 1),
  };
}
