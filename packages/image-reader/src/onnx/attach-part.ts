import { type GraphNode, integerAttribute, readModel, setOutputs, writeModel } from './model-graph.ts';

/**
 * A network that gives what it gave before and, behind it along the last axis, what another network makes of one of its inner
 * tensors: both read the same picture, and what they have in common is calculated once.
 *
 * @param part takes a tensor of that name in; no other name may occur in both.
 * @throws RangeError where either is no ONNX model with one output of three axes, or the inner tensor is not there.
 */
export function attachPart(model: Uint8Array, part: Uint8Array, inner: string): Uint8Array {
  const graph = readModel(model);
  const added = readModel(part);
  const [output] = graph.outputs;
  const [second] = added.outputs;
  if (
    output === undefined ||
    second === undefined ||
    !graph.nodes.some(({ outputs }) => outputs.includes(inner))
  )
    throw new RangeError(`The model has no output or no tensor ${inner}.`);
  const first = `${output}.alone`;
  const renamed = (node: GraphNode): GraphNode => ({
    ...node,
    inputs: node.inputs.map((name) => (name === output ? first : name)),
    outputs: node.outputs.map((name) => (name === output ? first : name)),
  });
  graph.nodes = [
    ...graph.nodes.map(renamed),
    ...added.nodes,
    {
      operator: 'Concat',
      inputs: [first, second],
      outputs: [output],
      attributes: [integerAttribute('axis', 2)],
    },
  ];
  for (const [name, weight] of added.weights) graph.weights.set(name, weight);
  graph.rest.initializers.push(...added.rest.initializers);
  setOutputs(graph, [output]);
  return writeModel(graph);
}
