import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeTextModel, type PackagedModel, readTextModel, writePackagedModels } from './packaged-models.ts';

it.each<PackagedModel>(['detect', 'recognise', 'classify'])(
  'a reader loads the %s network that would be made now, whatever the build kept',
  async (name) => {
    const [made, loaded] = await Promise.all([makeTextModel(name), readTextModel(name)]);
    expect(Buffer.compare(made, loaded)).toBe(0);
  },
);

it('devices fetch what readers load', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'readout-text-models-'));
  try {
    await writePackagedModels(folder);
    expect((await readdir(folder)).sort()).toEqual([
      'classify.onnx',
      'detect.onnx',
      'dictionary.txt',
      'recognise.onnx',
    ]);
    const [fetched, loaded] = await Promise.all([
      readFile(join(folder, 'recognise.onnx')),
      readTextModel('recognise'),
    ]);
    expect(Buffer.compare(fetched, loaded)).toBe(0);
  } finally {
    await rm(folder, { recursive: true });
  }
});
