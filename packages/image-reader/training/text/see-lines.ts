// What the lower layers of the recogniser see in drawn lines: they stay as they are, so that each line goes through them once.
//   node see-lines.ts BACKBONE.onnx FOLDER
// For each lines-SEED.json in FOLDER writes seen-SEED.bin ([480, width / 8] 16-bit floats a line, one after another).
import { existsSync } from 'node:fs';
import { open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { lineHeight, paddedWidth } from '../../src/text/recognise-lines.ts';

const [model, folder] = process.argv.slice(2);
if (!model || !folder) throw new Error('BACKBONE.onnx and FOLDER are missing.');
const session = await InferenceSession.create(model, { intraOpNumThreads: 1 });
const [given] = session.inputNames;
const [wanted] = session.outputNames;
const most = 16;

for (const name of (await readdir(folder)).sort()) {
  const seed = /^lines-(\d+)\.json$/.exec(name)?.[1];
  if (!seed || !given || !wanted || existsSync(join(folder, `seen-${seed}.bin`))) continue;
  const lines: [width: number, text: string][] = JSON.parse(await readFile(join(folder, name), 'utf8'));
  const pixels = await readFile(join(folder, `lines-${seed}.bin`));
  const steps = lines.map(([width]) => paddedWidth(width) / 8);
  const starts: number[] = [];
  const places: number[] = [];
  let start = 0;
  let place = 0;
  lines.forEach(([width], n) => {
    starts.push(start);
    places.push(place);
    start += width * lineHeight;
    place += (steps[n] as number) * 480 * 2;
  });
  const partial = join(folder, `seen-${seed}.partial`);
  const file = await open(partial, 'w');
  const order = lines.map((_, n) => n).sort((a, b) => (steps[a] as number) - (steps[b] as number) || a - b);
  for (let next = 0; next < order.length; ) {
    const count = steps[order[next] as number] as number;
    const batch: number[] = [];
    while (next < order.length && batch.length < most && steps[order[next] as number] === count)
      batch.push(order[next++] as number);
    const width = count * 8;
    const input = new Float32Array(batch.length * lineHeight * width);
    batch.forEach((line, n) => {
      const own = (lines[line] as [number, string])[0];
      for (let y = 0; y < lineHeight; y++)
        for (let x = 0; x < own; x++)
          input[(n * lineHeight + y) * width + x] =
            (pixels[(starts[line] as number) + y * own + x] as number) / 127.5 - 1;
    });
    const results = await session.run({
      [given]: new Tensor('float32', input, [batch.length, 1, lineHeight, width]),
    });
    const seen = results[wanted]?.data as Float32Array;
    const size = 480 * count;
    for (const [n, line] of batch.entries()) {
      const half = new Float16Array(seen.subarray(n * size, (n + 1) * size));
      await file.write(new Uint8Array(half.buffer), 0, size * 2, places[line] as number);
    }
  }
  await file.close();
  await rename(partial, join(folder, `seen-${seed}.bin`));
  console.log(`${seed}: ${lines.length} lines`);
}
