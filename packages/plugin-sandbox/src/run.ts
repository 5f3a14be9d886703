import type { ReaderInput, RecordData } from '@readout/plugin-kit';
import type { Manifest } from '@readout/plugin-kit/manifest';

/** A plugin ready to run: its validated manifest and its bundled script. */
export interface LoadedPlugin {
  manifest: Manifest;
  /** One classic script that sets `readoutPlugin.default` to the reader. */
  code: string;
  /** SHA-256 of `code`, lower-case hex. */
  sha256: string;
}

/** A plugin as a company uses it: its settings go before those of the input. */
export type InstalledPlugin = LoadedPlugin & { settings?: ReaderInput['settings'] };

export type PluginErrorCode =
  | 'plugin.timed_out'
  | 'plugin.out_of_memory'
  | 'plugin.threw'
  | 'plugin.bad_output'
  | 'plugin.too_large'
  | 'plugin.kind_not_runnable'
  /** The readers before it used up what a capture may take. */
  | 'plugin.budget_spent';

export interface PluginSuccess {
  /** Id of the plugin. */
  plugin: string;
  version: string;
  ok: true;
  records: RecordData[];
  /** Wall time, milliseconds. */
  ms: number;
  /** Interrupt ticks counted; the same for the same plugin and input everywhere. */
  ticks: number;
}

export interface PluginFailure {
  plugin: string;
  version: string;
  ok: false;
  code: PluginErrorCode;
  /** What happened, in a sentence; from the plugin's own error where it threw. */
  message: string;
  ms: number;
  /** Interrupt ticks counted until then; absent where nothing was run or the run had to be cut off from outside. */
  ticks?: number;
  /** Line of the script where it threw, from 1. */
  line?: number;
}

/** What came of one run of one plugin. A plugin's failure is a value, never an exception. */
export type PluginRun = PluginSuccess | PluginFailure;

/** What the interpreter returned, before anything was checked. */
export type Evaluation =
  | { ok: true; json: string; ticks: number }
  | { ok: false; code: PluginErrorCode; message: string; ticks?: number; line?: number };
