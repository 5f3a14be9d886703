import { InferenceSession, Tensor } from 'onnxruntime-node';
import { modelInputs } from '../onnx/model-inputs.ts';
import type { AddedModel } from '../text/added-model.ts';
import { inferWith, parseDictionary, sessionOptions } from '../text/models.ts';
import { columnsPerStep, lineHeight } from '../text/recognise-lines.ts';
import { ModelError } from './model-error.ts';

/** Picture planes the engine gives a text model. */
const planes = 3;

/**
 * Looks whether the engine can run a text model: what goes in, what comes out, and once on a drawn line. For a process of its
 * own, as models may come from anywhere.
 *
 * @throws ModelError `model.not_onnx`, `model.wrong_input`, `model.wrong_classes`, `model.does_not_run`
 */
export async function checkModel({ role, name, bytes, characters }: AddedModel): Promise<void> {
  const isDetector = role === 'detect';
  checkInput(name, bytes, isDetector ? undefined : lineHeight);
  const dims = isDetector ? [1, planes, 96, 320] : [2, planes, lineHeight, 320];
  const { data, dims: out } = await runOnce(name, bytes, dims);
  const [count = 0, steps = 0, classes = 0] = out;
  const expected = isDetector ? [1, 1, 96, 320] : [2, 320 / columnsPerStep, classes];
  if (count === 0 || out.length !== expected.length || out.some((side, at) => side !== expected[at]))
    throw new ModelError('model.does_not_run', { name, why: `${dims.join(' × ')} → ${out.join(' × ')}` });
  if (data.some((value) => !(value >= -0.001 && value <= 1.001)))
    throw new ModelError('model.does_not_run', { name, why: `${Math.min(...data)} … ${Math.max(...data)}` });
  if (isDetector) return;
  const listed = parseDictionary(characters).length;
  if (classes !== listed + 2)
    throw new ModelError('model.wrong_classes', { name, classes, characters: listed, needed: listed + 2 });
  for (let step = 0; step < count * steps; step++) {
    let sum = 0;
    for (let at = step * classes; at < (step + 1) * classes; at++) sum += data[at] as number;
    if (Math.abs(sum - 1) > 0.05)
      throw new ModelError('model.does_not_run', { name, why: `Σ = ${sum.toFixed(2)}` });
  }
}

function checkInput(name: string, bytes: Uint8Array, height: number | undefined): void {
  let inputs: (number | undefined)[][];
  try {
    inputs = modelInputs(bytes);
  } catch (cause) {
    throw new ModelError('model.not_onnx', { name }, { cause });
  }
  const needed = [undefined, planes, height, undefined];
  const [found = []] = inputs;
  const fits =
    inputs.length === 1 &&
    found.length === 4 &&
    found.every((side, at) => side === undefined || needed[at] === undefined || side === needed[at]) &&
    // A network of one width alone, or for one picture at a time, is another engine's.
    found[0] === undefined &&
    found[3] === undefined &&
    (height !== undefined || found[2] === undefined);
  if (fits) return;
  const inWords = (shape: readonly (number | undefined)[]) => shape.map((side) => side ?? '?').join(' × ');
  throw new ModelError('model.wrong_input', {
    name,
    found: inputs.length === 0 ? '–' : inputs.map(inWords).join(', '),
    needed: inWords(needed),
  });
}

async function runOnce(name: string, bytes: Uint8Array, dims: readonly number[]) {
  try {
    const session = await InferenceSession.create(bytes, { ...sessionOptions, intraOpNumThreads: 1 });
    const infer = inferWith({ detect: session }, (data, shape) => new Tensor('float32', data, shape));
    return await infer('detect', { data: drawnLine(dims), dims });
  } catch (cause) {
    throw new ModelError(
      'model.does_not_run',
      { name, why: (cause as Error).message.slice(0, 300) },
      { cause },
    );
  }
}

/** Dark strokes on white along the middle, in the values the engine gives (-1 black, 1 white). */
function drawnLine(dims: readonly number[]): Float32Array {
  const [width = 1, height = 1] = [dims[3], dims[2]];
  return Float32Array.from({ length: dims.reduce((product, side) => product * side, 1) }, (_, at) => {
    const x = at % width;
    const y = Math.floor(at / width) % height;
    return y > height / 4 && y < (height * 3) / 4 && x % 16 < 4 ? -1 : 1;
  });
}
