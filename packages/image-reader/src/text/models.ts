import type { InferenceSession, Tensor, TypedTensor } from 'onnxruntime-common';
import type { Infer, NetworkName } from './infer.ts';

/** What ONNX Runtime is told of every network, on the server as on a device. */
export const sessionOptions = {
  interOpNumThreads: 1,
  executionMode: 'sequential',
  // The arena keeps the largest block of every shape it ever met; pictures come in all shapes.
  enableCpuMemArena: false,
  enableMemPattern: false,
  logSeverityLevel: 3,
} as const satisfies InferenceSession.SessionOptions;

/** Makes tensors of one build of the runtime. */
export type MakeTensor = (data: Float32Array, dims: readonly number[]) => TypedTensor<'float32'>;

/** Runs the networks, one after the other: some builds of the runtime take no second run before the first is done. */
export function inferWith(
  sessions: Partial<Record<NetworkName, InferenceSession>>,
  makeTensor: MakeTensor,
): Infer {
  const run: Infer = async (model, input) => {
    const isWhole = model === 'recogniseAny';
    const session = sessions[isWhole ? 'recognise' : model];
    if (!session) throw new Error(`Model ${model} was not loaded.`);
    const [name] = session.inputNames;
    const output = session.outputNames[isWhole ? 1 : 0];
    if (name === undefined || output === undefined)
      throw new Error(`Model ${model} has no input or no output.`);
    const results = await session.run({ [name]: makeTensor(input.data, input.dims) }, [output]);
    const tensor: Tensor | undefined = results[output];
    if (!(tensor?.data instanceof Float32Array)) throw new Error(`Model ${model} gave no float tensor.`);
    return { data: tensor.data, dims: tensor.dims };
  };
  let before: Promise<unknown> = Promise.resolve();
  return (model, input) => {
    const result = before.then(() => run(model, input));
    before = result.catch(() => {});
    return result;
  };
}

/** The recogniser's characters in the order of its classes. */
export function parseDictionary(bytes: Uint8Array): string[] {
  return new TextDecoder().decode(bytes).replace(/\r/g, '').replace(/\n$/, '').split('\n');
}
