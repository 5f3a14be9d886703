import type { Script } from './scripts.ts';

/** A dense float tensor, row-major. */
export interface Tensor {
  data: Float32Array;
  dims: readonly number[];
}

/** The networks the text engine always runs. */
export type PackagedNetwork = 'detect' | 'recognise' | 'classify' | 'findDisplays' | 'readDisplays';

/** All that the packaged recogniser makes of lines; as `recognise` it gives what lines in Latin letters are read with. */
export type WholeRecogniser = 'recogniseAny';

/** The recogniser of one script that was added to them. */
export type AddedRecogniser = `recognise-${Script}`;

/** A network that is loaded. */
export type NetworkName = PackagedNetwork | AddedRecogniser;

export type ModelName = NetworkName | WholeRecogniser;

/**
 * Runs one network on one batch. Injected by the runtime entry (ONNX Runtime in Node, its WebAssembly build in a
 * browser), so that everything else here stays free of any runtime.
 *
 * Shapes: `detect` `[1, 3, height, width]` (multiples of 32) to `[1, 1, height, width]`; `recognise` and those added to it
 * `[n, 3, 48, width]` (multiples of 8) to `[n, width / 8, classes]`; `classify` `[n, 3, 48, 192]` to `[n, 2]`.
 * Channels are blue, green, red. What goes in is gone for the caller: it may be handed to another thread.
 */
export type Infer = (model: ModelName, input: Tensor) => Promise<Tensor>;
