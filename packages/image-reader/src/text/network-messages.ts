import type { ModelName, Tensor } from './infer.ts';
import type { NetworkFiles } from './node-sessions.ts';

/** What the thread of the networks is started with. */
export interface NetworksToOpen {
  files: NetworkFiles;
  threads: number;
}

/** What it is asked for. */
export type NetworkRequest = { kind: 'run'; id: number; model: ModelName; input: Tensor } | { kind: 'close' };

/** What it says. */
export type NetworkAnswer =
  | { kind: 'ready' }
  | { kind: 'output'; id: number; output: Tensor }
  | { kind: 'failed'; id: number; message: string };
