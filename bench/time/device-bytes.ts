import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { writePackagedModels } from '@readout/image-reader/models';
import type { Section } from './section.ts';

const require = createRequire(import.meta.url);

/** The files of `assets.client.ts` a device has fetched before it reads its first picture of text. */
const others = [
  'onnxruntime-web/ort-wasm-simd-threaded.wasm',
  'onnxruntime-web/ort-wasm-simd-threaded.mjs',
  'zxing-wasm/reader/zxing_reader.wasm',
  '@readout/image-reader/models/display-finder.onnx',
  '@readout/image-reader/models/display-recogniser.onnx',
];

/** What a device fetches before it reads, compressed as the build compresses it. */
export async function deviceBytes(): Promise<Section> {
  const folder = await mkdtemp(join(tmpdir(), 'readout-models-'));
  await writePackagedModels(folder);
  const models = (await readdir(folder)).map((name) => join(folder, name));
  const sizes: Record<string, number> = {};
  for (const file of [...models, ...others.map((name) => require.resolve(name))]) {
    const bytes = await readFile(file);
    const quality = bytes.length > 1e6 ? 5 : 9;
    sizes[basename(file)] = brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality },
    }).length;
  }
  await rm(folder, { recursive: true });
  const all = Object.values(sizes).reduce((sum, each) => sum + each, 0);
  return {
    figures: { bytes: all, sizes },
    rows: [
      {
        what: 'what a device fetches before it reads, compressed',
        figure: `${(all / 1e6).toFixed(1)} MB`,
        goal: '15 MB',
      },
    ],
  };
}
