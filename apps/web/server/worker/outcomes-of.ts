import type { PluginRun } from '@readout/plugin-sandbox/node';
import type { ReaderRun } from './reader-job.ts';

/** How each reader did on a document, whatever it was run over. */
export function outcomesOf(runs: readonly PluginRun[]): ReaderRun[] {
  const byPlugin = Map.groupBy(runs, ({ plugin, version }) => `${plugin} ${version}`);
  return [...byPlugin.values()].map((all): ReaderRun => {
    const [{ plugin, version }] = all as [PluginRun, ...PluginRun[]];
    const failed = all.find((run) => !run.ok);
    return {
      plugin,
      version,
      recordCount: all.reduce((sum, run) => sum + (run.ok ? run.records.length : 0), 0),
      durationMs: all.reduce((sum, { ms }) => sum + ms, 0),
      ...(failed && !failed.ok ? { failure: { code: failed.code, message: failed.message } } : {}),
    };
  });
}
