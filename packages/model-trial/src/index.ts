export { bundledReaders } from './bundled-readers.ts';
export type { ChangedField, ChangedLine, FailedCapture, FieldTally, TrialReport } from './report.ts';
export { type TrialDeps, type TrialListener, tryModel } from './try-model.ts';
