/** Host to child, once and first. */
export interface InitMessage {
  init: unknown;
}

/** Host to child: one job; the next comes only after its answer. */
export interface JobMessage {
  id: number;
  job: unknown;
}

/** What of an error crosses the process boundary. */
export interface PlainError {
  name: string;
  message: string;
  /** A permanent code where the error has one. */
  code?: string;
  /** Of an `ImageError`. */
  values?: Readonly<Record<string, number>>;
}

/** Child to host. */
export type ChildMessage =
  | { kind: 'ready'; rssMb: number }
  | { kind: 'failed-to-start'; error: PlainError }
  /** Of the job under way, from its header on: milliseconds of processor time it may take; never more than its host allows. */
  | { kind: 'budget'; id: number; cpuMs: number }
  | { kind: 'result'; id: number; result: unknown; rssMb: number }
  | { kind: 'error'; id: number; error: PlainError; rssMb: number };
