export type { ConsoleLine } from './console.ts';
export { consoleLimits } from './console.ts';
export { couldApply } from './could-apply.ts';
export type { DocumentInput, PluginRecord, RunOptions, Sandbox } from './host.ts';
export { limits } from './limits.ts';
export type {
  InstalledPlugin,
  LoadedPlugin,
  PluginErrorCode,
  PluginFailure,
  PluginRun,
  PluginSuccess,
} from './run.ts';
export { validateRecords } from './validate.ts';
