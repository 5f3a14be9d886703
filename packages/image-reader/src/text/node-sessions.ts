import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Infer, NetworkName } from './infer.ts';
import { inferWith, sessionOptions } from './models.ts';

/** The networks of a reader and their files. */
export type NetworkFiles = readonly (readonly [NetworkName, Uint8Array])[];

/** Networks that are ready to run. */
export interface OpenNetworks {
  infer: Infer;
  close(): Promise<void>;
}

/**
 * Opens networks in ONNX Runtime, in the thread that calls, which stands still while one runs.
 *
 * @param threads threads one run may use; 0 leaves it to the runtime.
 * @throws where a file is not a model.
 */
export async function openSessions(files: NetworkFiles, threads: number): Promise<OpenNetworks> {
  const sessions: Partial<Record<NetworkName, InferenceSession>> = {};
  for (const [name, bytes] of files)
    sessions[name] = await InferenceSession.create(bytes, {
      ...sessionOptions,
      intraOpNumThreads: threads,
      // Threads that wait for one another would do so at full speed, at the cost of everyone else who reads at the same time.
      extra: { 'session.intra_op.allow_spinning': '0' },
    });
  return {
    infer: inferWith(sessions, (data, dims) => new Tensor('float32', data, dims)),
    close: async () => {
      for (const session of Object.values(sessions)) await session.release();
    },
  };
}
