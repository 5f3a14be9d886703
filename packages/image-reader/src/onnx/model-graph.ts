import {
  bytesField,
  bytesOf,
  type Field,
  integerField,
  integersOf,
  parseMessage,
  textField,
  textOf,
  writeMessage,
} from './protobuf.ts';

/** Numbers of fields in onnx.proto, https://github.com/onnx/onnx/blob/main/onnx/onnx.proto */
const modelFields = { graph: 7 } as const;
const graphFields = { node: 1, initializer: 5, output: 12 } as const;
const nodeFields = { input: 1, output: 2, name: 3, operator: 4, attribute: 5 } as const;
const attributeFields = { name: 1, float: 2, integer: 3, tensor: 5, integers: 8, type: 20 } as const;
const tensorFields = { dims: 1, type: 2, floats: 4, name: 8, raw: 9 } as const;
const valueFields = { name: 1, type: 2 } as const;
const typeFields = { tensor: 1 } as const;
const tensorTypeFields = { element: 1 } as const;
const attributeTypes = { float: 1, integer: 2 } as const;
export const dataTypes = { float: 1, int8: 3, int64: 7 } as const;

/** An operation of a network. */
export interface GraphNode {
  operator: string;
  /** Names of what goes in; empty where an optional one is left out. */
  inputs: string[];
  outputs: string[];
  /** As they stand in the file. */
  attributes: Uint8Array[];
}

/** A constant tensor of 32-bit numbers, row-major. */
export interface Weight {
  dims: number[];
  values: Float32Array;
}

/** The graph of an ONNX model, for changing it. */
export interface ModelGraph {
  /** In the order they are calculated in. */
  nodes: GraphNode[];
  weights: Map<string, Weight>;
  /** Names of what comes out. */
  outputs: readonly string[];
  /** Tensors of bytes that were put in, see {@link writeModel}. */
  bytes: Map<string, { dims: readonly number[]; values: Int8Array }>;
  /** What is not looked at: of the model before and after the graph, of the graph, and its tensors of other numbers. */
  rest: { model: Field[]; graph: Field[]; initializers: Field[] };
}

/** @throws RangeError where the bytes are not an ONNX model. */
export function readModel(bytes: Uint8Array): ModelGraph {
  const model = parseMessage(bytes);
  const [graphBytes] = bytesOf(model, modelFields.graph);
  if (!graphBytes) throw new RangeError('The file is not an ONNX model.');
  const graph = parseMessage(graphBytes);
  const nodes: GraphNode[] = [];
  const weights = new Map<string, Weight>();
  const rest: Field[] = [];
  const initializers: Field[] = [];
  for (const field of graph) {
    if (typeof field.value === 'bigint') rest.push(field);
    else if (field.number === graphFields.node) {
      const node = readNode(field.value);
      const constant = node.operator === 'Constant' ? constantOf(node) : undefined;
      if (constant) weights.set(node.outputs[0] as string, constant);
      else nodes.push(node);
    } else if (field.number === graphFields.initializer) {
      const tensor = parseMessage(field.value);
      const weight = weightOf(tensor);
      if (weight) weights.set(textOf(tensor, tensorFields.name), weight);
      else initializers.push(field);
    } else rest.push(field);
  }
  const outputs = bytesOf(graph, graphFields.output).map((each) =>
    textOf(parseMessage(each), valueFields.name),
  );
  return {
    nodes,
    weights,
    outputs,
    bytes: new Map(),
    rest: { model: model.filter(({ number }) => number !== modelFields.graph), graph: rest, initializers },
  };
}

export function writeModel({ nodes, weights, bytes, rest }: ModelGraph): Uint8Array {
  const used = new Set(nodes.flatMap(({ inputs }) => inputs));
  const graph = [
    ...nodes.map(nodeField),
    ...[...weights].flatMap(([name, { dims, values }]) =>
      used.has(name) ? [tensorField(name, dims, dataTypes.float, new Uint8Array(values.slice().buffer))] : [],
    ),
    ...[...bytes].map(([name, { dims, values }]) =>
      tensorField(name, dims, dataTypes.int8, new Uint8Array(values.slice().buffer)),
    ),
    ...rest.initializers,
    ...rest.graph,
  ];
  return writeMessage([...rest.model, bytesField(modelFields.graph, writeMessage(graph))]);
}

/** Declares tensors of 32-bit numbers as the only outputs, whatever their shapes. */
export function setOutputs(graph: ModelGraph, names: readonly string[]): void {
  const ofTensor = writeMessage([integerField(tensorTypeFields.element, dataTypes.float)]);
  const outputs = names.map((name) =>
    writeMessage([
      textField(valueFields.name, name),
      bytesField(valueFields.type, writeMessage([bytesField(typeFields.tensor, ofTensor)])),
    ]),
  );
  graph.rest.graph = [
    ...graph.rest.graph.filter(({ number }) => number !== graphFields.output),
    ...outputs.map((output) => bytesField(graphFields.output, output)),
  ];
  graph.outputs = names;
}

/** Adds a constant row of whole numbers. */
export function addIntegers(graph: ModelGraph, name: string, values: readonly number[]): void {
  const raw = new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
  graph.rest.initializers.push(tensorField(name, [values.length], dataTypes.int64, raw));
}

function readNode(bytes: Uint8Array): GraphNode {
  const fields = parseMessage(bytes);
  const names = (number: number): string[] =>
    bytesOf(fields, number).map((each) => Buffer.from(each).toString());
  return {
    operator: textOf(fields, nodeFields.operator),
    inputs: names(nodeFields.input),
    outputs: names(nodeFields.output),
    attributes: bytesOf(fields, nodeFields.attribute),
  };
}

function constantOf({ attributes }: GraphNode): Weight | undefined {
  const [tensor] = attributes.flatMap((each) => bytesOf(parseMessage(each), attributeFields.tensor));
  return tensor && weightOf(parseMessage(tensor));
}

function weightOf(tensor: readonly Field[]): Weight | undefined {
  const dims = integersOf(tensor, tensorFields.dims);
  if (integersOf(tensor, tensorFields.type)[0] !== dataTypes.float) return undefined;
  const raw = bytesOf(tensor, tensorFields.raw)[0] ?? Buffer.concat(bytesOf(tensor, tensorFields.floats));
  const size = dims.reduce((product, each) => product * each, 1);
  return raw.length === size * 4 ? { dims, values: new Float32Array(new Uint8Array(raw).buffer) } : undefined;
}

const tensorField = (name: string, dims: readonly number[], type: number, raw: Uint8Array): Field =>
  bytesField(
    graphFields.initializer,
    writeMessage([
      ...dims.map((each) => integerField(tensorFields.dims, each)),
      integerField(tensorFields.type, type),
      textField(tensorFields.name, name),
      bytesField(tensorFields.raw, raw),
    ]),
  );

const nodeField = ({ operator, inputs, outputs, attributes }: GraphNode): Field =>
  bytesField(
    graphFields.node,
    writeMessage([
      ...inputs.map((each) => textField(nodeFields.input, each)),
      ...outputs.map((each) => textField(nodeFields.output, each)),
      textField(nodeFields.name, `${operator} ${outputs[0]}`),
      textField(nodeFields.operator, operator),
      ...attributes.map((each) => bytesField(nodeFields.attribute, each)),
    ]),
  );

/** An attribute for {@link GraphNode.attributes}. */
export function floatAttribute(name: string, value: number): Uint8Array {
  const bytes = new Uint8Array(Float32Array.of(value).buffer);
  return writeMessage([
    textField(attributeFields.name, name),
    { number: attributeFields.float, wire: 5, value: bytes },
    integerField(attributeFields.type, attributeTypes.float),
  ]);
}

/** An attribute for {@link GraphNode.attributes}. */
export const integerAttribute = (name: string, value: number): Uint8Array =>
  writeMessage([
    textField(attributeFields.name, name),
    integerField(attributeFields.integer, value),
    integerField(attributeFields.type, attributeTypes.integer),
  ]);

/** Numbers of an attribute of a node; undefined where it has none of that name. */
export function attributeOf({ attributes }: GraphNode, name: string): number[] | undefined {
  const fields = attributes.map(parseMessage).find((each) => textOf(each, attributeFields.name) === name);
  if (!fields) return undefined;
  const float = bytesOf(fields, attributeFields.float)[0];
  if (float) return [new Float32Array(new Uint8Array(float).buffer)[0] as number];
  return [...integersOf(fields, attributeFields.integer), ...integersOf(fields, attributeFields.integers)];
}
