export type { components, operations, paths } from '../build/schema.ts';
export type {
  Accepted,
  Capture,
  CapturedRecord,
  CaptureQuery,
  ClientOptions,
  Page,
  ReadoutClient,
  RecordQuery,
  SendOptions,
  WaitOptions,
} from './client.ts';
export { createReadoutClient } from './client.ts';
export { ReadoutProblem } from './problem.ts';
export { createSessionClient } from './session.ts';
