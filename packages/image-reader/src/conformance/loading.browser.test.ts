import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Harness, openHarness } from './harness.ts';

const symbol = readFileSync(join(import.meta.dirname, '../../corpus/ean13-turned-55-degrees/input.jpg'));
const refused = new Map<string, number>();
const asked: string[] = [];

let device: Harness;
beforeAll(async () => {
  device = await openHarness({
    // Chromium imitates a graphics processor where there is none: never a reason to fetch more.
    backend: 'auto',
    chromiumArgs: ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'],
    answerFor(name) {
      asked.push(name);
      return refused.get(name);
    },
  });
});
afterAll(() => device?.close());

test('reading codes fetches no networks', async () => {
  const seen = await device.call('read', device.serve(symbol), { only: 'barcodes' });
  expect(seen).toMatchObject({ reading: { barcodes: [{ format: 'EAN13' }], lines: [] } });
  expect(asked).toEqual(['zxing.wasm']);
});

test('a part that cannot be had is told, and loading again gets it, with its progress in bytes', async () => {
  refused.set('recognise.onnx', 503);
  await expect(device.call('load', 'text')).rejects.toThrow(/could not be loaded.*503/);
  refused.clear();
  const steps = await device.call('load', 'text');
  const last = steps.at(-1);
  expect(steps.length).toBeGreaterThan(10);
  expect(last?.loadedBytes).toBe(last?.totalBytes);
  expect(last?.totalBytes).toBeGreaterThan(15_000_000);
  for (const [index, step] of steps.entries()) {
    expect(step.loadedBytes).toBeLessThanOrEqual(step.totalBytes);
    expect(step.loadedBytes).toBeGreaterThanOrEqual(steps[index - 1]?.loadedBytes ?? 0);
  }
  expect(asked).not.toContain('onnx-gpu.wasm');
  expect(await device.call('runtime')).toMatchObject({ backend: 'wasm' });
  const before = asked.length;
  await device.call('load', 'text');
  expect(asked).toHaveLength(before);
});
