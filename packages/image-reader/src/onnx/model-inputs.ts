import { bytesOf, type Field, integersOf, parseMessage, textOf } from './protobuf.ts';

/** Numbers of fields in onnx.proto, https://github.com/onnx/onnx/blob/main/onnx/onnx.proto */
const graphOfModel = 7;
const graphFields = { initializer: 5, input: 11 } as const;
const tensorName = 8;
const valueFields = { name: 1, type: 2 } as const;
const tensorType = 1;
const shapeOfTensor = 2;
const dimensionOfShape = 1;
const dimensionValue = 1;

/**
 * The shapes of what a model is given, its own weights left out: a number, or undefined where a side may be of any length.
 *
 * @throws RangeError where the bytes are not an ONNX model.
 */
export function modelInputs(bytes: Uint8Array): (number | undefined)[][] {
  const [graphBytes] = bytesOf(parseMessage(bytes), graphOfModel);
  if (!graphBytes) throw new RangeError('The file is not an ONNX model.');
  const graph = parseMessage(graphBytes);
  const weights = new Set(
    bytesOf(graph, graphFields.initializer).map((each) => textOf(parseMessage(each), tensorName)),
  );
  return bytesOf(graph, graphFields.input)
    .map(parseMessage)
    .filter((input) => !weights.has(textOf(input, valueFields.name)))
    .map(shapeOf);
}

function shapeOf(input: readonly Field[]): (number | undefined)[] {
  const within = (fields: readonly Field[], number: number): Field[] =>
    parseMessage(bytesOf(fields, number)[0] ?? new Uint8Array());
  const shape = within(within(within(input, valueFields.type), tensorType), shapeOfTensor);
  return bytesOf(shape, dimensionOfShape).map((each) => {
    const [value] = integersOf(parseMessage(each), dimensionValue);
    return value !== undefined && value > 0 ? value : undefined;
  });
}
