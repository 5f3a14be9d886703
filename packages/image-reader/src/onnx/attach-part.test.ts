import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, it } from 'vitest';
import { latinClasses } from '../text/latin-alphabet.ts';
import { classesOfLatin } from '../text/latin-classes.ts';
import { parseDictionary } from '../text/models.ts';
import { ownModelPath, readOwnModel } from '../text/own-models.ts';
import {
  innerTensor,
  readPackagedDictionary,
  readPackagedModel,
  readTextModel,
} from '../text/packaged-models.ts';
import { attachPart } from './attach-part.ts';

it('gives what both networks make of a line, one behind the other, and before it what is read in Latin letters', async () => {
  const session = await InferenceSession.create(await readTextModel('recognise'));
  const data = Float32Array.from({ length: 3 * 48 * 64 }, (_, n) => Math.sin(n / 7));
  const results = await session.run({
    [session.inputNames[0] as string]: new Tensor('float32', data, [1, 3, 48, 64]),
  });
  const [few, output] = session.outputNames.map((name) => results[name]);
  await session.release();
  const [n = 0, steps = 0, stride = 0] = output?.dims ?? [];
  expect([n, steps]).toEqual([1, 8]);
  const values = output?.data as Float32Array;
  const sum = (from: number, to: number): number =>
    values.slice(from, to).reduce((total, value) => total + value, 0);
  const classes = stride - latinClasses;
  for (let step = 0; step < steps; step++) {
    expect(sum(step * stride, step * stride + classes)).toBeCloseTo(1, 4);
    expect(sum(step * stride + classes, (step + 1) * stride)).toBeCloseTo(1, 4);
  }
  const chosen = classesOfLatin(parseDictionary(await readPackagedDictionary()));
  const width = chosen.length + latinClasses;
  expect(few?.dims).toEqual([1, steps, width]);
  const latin = few?.data as Float32Array;
  for (let step = 0; step < steps; step++) {
    const all = values.slice(step * stride, (step + 1) * stride);
    const picked = [...chosen.map((index) => all[index]), ...all.slice(classes)];
    expect([...latin.slice(step * width, (step + 1) * width)]).toEqual(picked);
  }
});

it('refuses a network without the tensor the other one starts from', async () => {
  const part = await readOwnModel(ownModelPath('latin-reader.onnx'));
  const other = await readPackagedModel('classify');
  expect(() => attachPart(other, part, innerTensor)).toThrow(RangeError);
  expect(() => attachPart(new Uint8Array(8), part, innerTensor)).toThrow(RangeError);
});
