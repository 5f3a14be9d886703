// A trained network as it comes with this package: weights as bytes, names that occur in no other network.
//   node pack-network.ts TRAINED.onnx
// Writes models/latin-reader.onnx; list-models.ts has to be run afterwards.
import { readFile, writeFile } from 'node:fs/promises';
import { compactModel } from '../../src/onnx/compact-model.ts';
import { readModel, setOutputs, writeModel } from '../../src/onnx/model-graph.ts';
import { innerTensor } from '../../src/text/packaged-models.ts';

const [trained] = process.argv.slice(2);
if (!trained) throw new Error('TRAINED.onnx is missing.');
const graph = readModel(await readFile(trained));
const own = (name: string): string => (name === '' || name === innerTensor ? name : `latin.${name}`);
graph.nodes = graph.nodes.map((node) => ({
  ...node,
  inputs: node.inputs.map(own),
  outputs: node.outputs.map(own),
}));
graph.weights = new Map([...graph.weights].map(([name, weight]) => [own(name), weight]));
setOutputs(graph, [own(graph.outputs[0] as string)]);
await writeFile(new URL('../../models/latin-reader.onnx', import.meta.url), compactModel(writeModel(graph)));
