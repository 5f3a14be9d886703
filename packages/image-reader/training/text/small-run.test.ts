import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, it } from 'vitest';
import { latinClasses, makeLatinAlphabet } from '../../src/text/latin-alphabet.ts';

const run = promisify(execFile);
const script = (name: string): string => join(import.meta.dirname, name);

it('is trained on the characters that the reader knows, in their order', async () => {
  const source = await readFile(script('texts.py'), 'utf8');
  const quoted = (name: string): string =>
    [...(source.split(`${name} = `)[1]?.split(/\n\)?\n?[A-Z]/)[0] ?? '').matchAll(/"(.*)"/g)]
      .map(([, text]) => text)
      .join('');
  const known = makeLatinAlphabet(new Set()).texts.slice(1, -1).join('');
  expect(known.slice(94)).toBe(quoted('ACCENTED') + quoted('SIGNS'));
});

// `npm run test:long`, with Debian's packages that the readme names
if (process.env.READOUT_LONG_TESTS) {
  it('a small run of the recogniser learns', { timeout: 1_800_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'readout-training-'));
    const [start, lines] = [join(folder, 'start'), join(folder, 'lines')];
    const python = async (name: string, ...given: string[]): Promise<string> =>
      (await run('/usr/bin/python3', [script(name), ...given])).stdout;
    await run(process.execPath, [script('join-layers.ts'), start]);
    await python('start_network.py', start);
    await python('draw_lines.py', lines, '400', '1');
    await python('draw_lines.py', lines, '60', '9000');
    await run(process.execPath, [script('see-lines.ts'), join(start, 'lower.onnx'), lines]);
    const out = join(folder, 'trained.onnx');
    const train = (minutes: string): Promise<string> =>
      python(
        'train_recogniser.py',
        start,
        join(start, 'upper.onnx'),
        lines,
        '--minutes',
        minutes,
        '--out',
        out,
      );
    const wordsOf = (log: string): number => Number(/ ([\d.]+) words/.exec(log)?.[1]);
    const before = wordsOf(await train('0'));
    await rm(join(lines, 'trained.pt'), { force: true });
    expect(wordsOf(await train('3'))).toBeGreaterThan(before);
    const session = await InferenceSession.create(await readFile(out));
    const seen = new Tensor('float32', new Float32Array(2 * 480 * 12), [2, 480, 1, 12]);
    const [output] = Object.values(await session.run({ [session.inputNames[0] as string]: seen }));
    expect(output?.dims).toEqual([2, 12, latinClasses]);
    await rm(folder, { recursive: true });
  });
}
