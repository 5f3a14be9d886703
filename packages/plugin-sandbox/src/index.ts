export type { PluginRecord, Sandbox } from './host.ts';
export { createHost } from './host.ts';
export type { Interpreter } from './interpreter.ts';
export { createInterpreter } from './interpreter.ts';
export { limits } from './limits.ts';
export type {
  Evaluation,
  InstalledPlugin,
  LoadedPlugin,
  PluginErrorCode,
  PluginFailure,
  PluginRun,
  PluginSuccess,
} from './run.ts';
export { validateRecords } from './validate.ts';
