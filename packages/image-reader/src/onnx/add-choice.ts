import { addIntegers, integerAttribute, readModel, setOutputs, writeModel } from './model-graph.ts';

/**
 * A network that also gives a choice of the values along the last of its output's three axes. That comes out first: who asks
 * for it alone is spared all the others.
 *
 * @throws RangeError where the bytes are no ONNX model with an output.
 */
export function addChoice(model: Uint8Array, chosen: readonly number[]): Uint8Array {
  const graph = readModel(model);
  const [output] = graph.outputs;
  if (output === undefined) throw new RangeError('The model has no output.');
  const [few, indices] = [`${output}.chosen`, `${output}.choice`];
  addIntegers(graph, indices, chosen);
  graph.nodes.push({
    operator: 'Gather',
    inputs: [output, indices],
    outputs: [few],
    attributes: [integerAttribute('axis', 2)],
  });
  setOutputs(graph, [few, output]);
  return writeModel(graph);
}
