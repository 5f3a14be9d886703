import { fuseLayers } from './fuse-layers.ts';
import {
  dataTypes,
  type GraphNode,
  integerAttribute,
  type ModelGraph,
  readModel,
  type Weight,
  writeModel,
} from './model-graph.ts';

/** Weights of fewer values stay as they are. */
const leastValues = 512;

/**
 * An ONNX model whose operations are joined where that changes nothing, and whose weights are kept as bytes, with one scale
 * for each channel of output; the network itself makes numbers of them again as it is loaded.
 *
 * @throws RangeError where the bytes are not an ONNX model.
 */
export function compactModel(bytes: Uint8Array): Uint8Array {
  const graph = readModel(bytes);
  fuseLayers(graph);
  weightsToBytes(graph);
  return writeModel(graph);
}

function weightsToBytes(graph: ModelGraph): void {
  const perColumn = new Set(
    graph.nodes.flatMap(({ operator, inputs }) => (operator === 'MatMul' ? [inputs[1] as string] : [])),
  );
  const used = new Set(graph.nodes.flatMap(({ inputs }) => inputs));
  const made: GraphNode[] = [];
  for (const [name, weight] of [...graph.weights]) {
    if (!used.has(name) || weight.dims.length < 2 || weight.values.length < leastValues) continue;
    const { packed, scales } = toBytes(weight, perColumn.has(name));
    graph.weights.delete(name);
    graph.weights.set(`${name}.scales`, scales);
    graph.bytes.set(`${name}.bytes`, packed);
    made.push(
      {
        operator: 'Cast',
        inputs: [`${name}.bytes`],
        outputs: [`${name}.whole`],
        attributes: [integerAttribute('to', dataTypes.float)],
      },
      { operator: 'Mul', inputs: [`${name}.whole`, `${name}.scales`], outputs: [name], attributes: [] },
    );
  }
  graph.nodes.unshift(...made);
}

function toBytes(
  { dims, values }: Weight,
  perColumn: boolean,
): { packed: { dims: number[]; values: Int8Array }; scales: Weight } {
  const last = dims.length - 1;
  const channels = dims[perColumn ? last : 0] as number;
  // Values of a channel lie one after another, or a row apart.
  const length = values.length / channels;
  const [start, step] = perColumn ? [1, channels] : [length, 1];
  const scales = new Float32Array(channels);
  const packed = new Int8Array(values.length);
  for (let channel = 0; channel < channels; channel++) {
    let most = 0;
    for (let n = 0, at = channel * start; n < length; n++, at += step)
      most = Math.max(most, Math.abs(values[at] as number));
    if (most === 0) continue;
    scales[channel] = most / 127;
    for (let n = 0, at = channel * start; n < length; n++, at += step)
      packed[at] = Math.round(((values[at] as number) / most) * 127);
  }
  return {
    packed: { dims, values: packed },
    scales: { dims: dims.map((_, at) => (at === (perColumn ? last : 0) ? channels : 1)), values: scales },
  };
}
