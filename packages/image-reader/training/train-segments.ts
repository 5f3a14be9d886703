/**
 * Trains the two small networks of the segment reader on drawn displays only and writes their weights into
 * `src/segments`: `node packages/image-reader/training/train-segments.ts cells|points [displays] [rounds]`.
 * The same numbers give the same weights.
 */
import { writeFile } from 'node:fs/promises';
import {
  type CellFrame,
  type CellNetwork,
  cellClasses,
  gridColumns,
  gridRows,
  pointFrame,
  sampleCell,
} from '../src/segments/cell-reader.ts';
import { drawRandomDisplay } from '../src/segments/draw-random-display.ts';
import { inkPlane } from '../src/segments/ink-plane.ts';
import { seededRandom } from '../src/segments/random.ts';

const what = process.argv[2] === 'points' ? 'points' : 'cells';
const displays = Number(process.argv[3] ?? 14000);
const rounds = Number(process.argv[4] ?? 9);
const hiddenUnits = what === 'points' ? 8 : 40;
const seed = 20261121;
const inputs = gridColumns * gridRows;
const classes = what === 'points' ? 2 : cellClasses.length;
const none = cellClasses.length - 1;
const random = seededRandom(seed);
const between = (low: number, high: number) => low + (high - low) * random();

interface Samples {
  count: number;
  values: Float32Array;
  labels: Uint8Array;
  /** How much of the label holds, 0 to 1; the rest is "no digit stands here like this". */
  shares: Float32Array;
}

function makeSamples(howMany: number): Samples {
  const most = howMany * 32;
  const samples: Samples = {
    count: 0,
    values: new Float32Array(most * inputs),
    labels: new Uint8Array(most),
    shares: new Float32Array(most),
  };
  for (let display = 0; display < howMany; display++) {
    const { image, cells, drawing } = drawRandomDisplay(random);
    const plane = inkPlane(image);
    const isDark = luma(drawing.ink) < luma(drawing.ground);
    const frames = cells.map(({ box }) => frameOf(box, plane.scale));
    const add = (frame: CellFrame, label: number, share = 1) => {
      if (samples.count >= most) return;
      sampleCell(plane, frame, isDark ? 1 : -1, samples.values, samples.count * inputs);
      samples.shares[samples.count] = share;
      samples.labels[samples.count++] = label;
    };
    if (what === 'points') {
      for (const [index, cell] of cells.entries()) {
        const frame = frames[index] as CellFrame;
        if (frame.x + frame.rightX * 1.3 > plane.width) continue;
        const gap = ((drawing.pitch - drawing.digitWidth) / drawing.digitWidth) * 2;
        add(pointFrame(misplaced(frame, 0.07).frame, gap), cell.point ? 1 : 0);
        if (cell.point) add(pointFrame(misplaced(frame, 0.07).frame, gap * between(0.8, 1.2)), 1);
      }
      continue;
    }
    for (const [index, cell] of cells.entries()) {
      const frame = frames[index] as CellFrame;
      const label = cellClasses.indexOf(cell.character);
      const shown = Math.min(
        1,
        (Math.min(plane.width, frame.x + frame.rightX) - Math.max(0, frame.x - frame.rightX)) /
          (2 * frame.rightX),
      );
      if (shown > 0.6)
        for (const reach of [0.06, 0.12, 0.25]) {
          const { frame: off, deviation } = misplaced(frame, reach);
          add(off, label, Math.exp(-(deviation ** 2)));
        }
      // Boxes that are off: a shift along the row, across it, or another size.
      const kind = random();
      if (kind < 0.45) {
        const by = (random() < 0.5 ? -1 : 1) * between(0.7, 2);
        add({ ...frame, x: frame.x + by * frame.rightX, y: frame.y + by * frame.rightY }, none);
      } else if (kind < 0.7) {
        const by = (random() < 0.5 ? -1 : 1) * between(0.4, 1.4);
        add({ ...frame, x: frame.x + by * frame.downX, y: frame.y + by * frame.downY }, none);
      } else {
        const wide = random() < 0.5 ? between(0.35, 0.65) : between(1.5, 2.2);
        const high = random() < 0.5 ? 1 : random() < 0.7 ? between(0.4, 0.7) : between(1.4, 1.8);
        add(
          {
            x: frame.x + between(-0.4, 0.4) * frame.rightX,
            y: frame.y + between(-0.4, 0.4) * frame.downY,
            rightX: frame.rightX * wide,
            rightY: frame.rightY * wide,
            downX: frame.downX * high,
            downY: frame.downY * high,
          },
          none,
        );
      }
      if (random() < 0.15)
        add(
          {
            ...frame,
            rightX: -frame.rightX,
            rightY: -frame.rightY,
            downX: -frame.downX,
            downY: -frame.downY,
          },
          upsideDown(cell.character),
        );
    }
    // Anywhere else: units, frames, reflections, nothing.
    for (let k = 0; k < 4; k++) {
      const like = frames[Math.floor(random() * frames.length)] as CellFrame;
      const size = between(0.5, 1.2);
      const place = {
        ...like,
        x: random() * plane.width,
        y: k < 2 ? like.y : random() * plane.height,
        rightX: like.rightX * size * between(0.8, 1.25),
        downX: like.downX * size + between(-0.2, 0.2) * like.downY,
        downY: like.downY * size,
      };
      const far = frames.every(
        (frame) =>
          Math.abs(frame.x - place.x) > 0.7 * frame.rightX ||
          Math.abs(frame.y - place.y) > 0.5 * frame.downY ||
          place.downY < 0.7 * frame.downY,
      );
      if (far) add(place, none);
    }
  }
  return samples;
}

/** What a digit is when its display is read from above; most are no digit then. */
function upsideDown(character: string): number {
  const turned = { '0': '0', '2': '2', '5': '5', '6': '9', '8': '8', '9': '6', '-': '-' }[character];
  return turned === undefined ? none : cellClasses.indexOf(turned);
}

function luma([red, green, blue]: readonly number[]): number {
  return 0.299 * (red ?? 0) + 0.587 * (green ?? 0) + 0.114 * (blue ?? 0);
}

function frameOf(box: readonly (readonly [number, number])[], scale: number): CellFrame {
  const [a, b, c, d] = box.map(([x, y]) => [x / scale, y / scale]) as [
    number[],
    number[],
    number[],
    number[],
  ];
  const half = (p: number[], q: number[], r: number[], s: number[], axis: number) =>
    ((p[axis] as number) + (q[axis] as number) - (r[axis] as number) - (s[axis] as number)) / 4;
  return {
    x: ((a[0] as number) + (b[0] as number) + (c[0] as number) + (d[0] as number)) / 4,
    y: ((a[1] as number) + (b[1] as number) + (c[1] as number) + (d[1] as number)) / 4,
    rightX: half(b, c, a, d, 0),
    rightY: half(b, c, a, d, 1),
    downX: half(c, d, a, b, 0),
    downY: half(c, d, a, b, 1),
  };
}

/**
 * A frame beside the right one, and by how many tolerances. The tolerances are what the score of a place falls off
 * with, so they decide how exactly a row is laid over its digits.
 */
function misplaced(frame: CellFrame, reach: number): { frame: CellFrame; deviation: number } {
  const off = () => between(-1, 1) * reach;
  const [right, down, wide, high, slant, tilt] = [
    off() * 2,
    off() * 1.4,
    off() * 1.6,
    off(),
    off(),
    off() * 0.3,
  ] as const;
  return {
    frame: {
      x: frame.x + right * frame.rightX + down * frame.downX,
      y: frame.y + right * frame.rightY + down * frame.downY,
      rightX: frame.rightX * (1 + wide),
      rightY: frame.rightY * (1 + wide) + tilt * frame.downY,
      downX: frame.downX * (1 + high) + slant * frame.downY,
      downY: frame.downY * (1 + high),
    },
    deviation: Math.hypot(right / 0.42, down / 0.25, wide / 0.4, high / 0.22, slant / 0.35, tilt / 0.3),
  };
}

/** Adam on the cross entropy of the classes' shares, one sample at a time in small batches. */
function train(samples: Samples): CellNetwork {
  const size = hiddenUnits * (inputs + 1) + classes * (hiddenUnits + 1);
  const weights = new Float32Array(size);
  for (let k = 0; k < size; k++) weights[k] = between(-1, 1) * Math.sqrt(3 / inputs);
  const gradient = new Float32Array(size);
  const first = new Float32Array(size);
  const second = new Float32Array(size);
  const order = Uint32Array.from({ length: samples.count }, (_, k) => k);
  const hidden = new Float32Array(hiddenUnits);
  const back = new Float32Array(hiddenUnits);
  const out = new Float32Array(classes);
  const batch = 64;
  const outputStart = hiddenUnits * (inputs + 1);
  let step = 0;
  const steps = Math.floor(samples.count / batch) * rounds;
  for (let round = 0; round < rounds; round++) {
    for (let k = order.length - 1; k > 0; k--) {
      const other = Math.floor(random() * (k + 1));
      const kept = order[k] as number;
      order[k] = order[other] as number;
      order[other] = kept;
    }
    let loss = 0;
    let right = 0;
    let seen = 0;
    for (let start = 0; start + batch <= samples.count; start += batch) {
      gradient.fill(0);
      for (let item = start; item < start + batch; item++) {
        const index = order[item] as number;
        const at = index * inputs;
        const label = samples.labels[index] as number;
        for (let h = 0, w = 0; h < hiddenUnits; h++) {
          let sum = 0;
          for (let k = 0; k < inputs; k++)
            sum += (weights[w++] as number) * (samples.values[at + k] as number);
          sum += weights[w++] as number;
          hidden[h] = Math.max(sum, 0);
        }
        let top = Number.NEGATIVE_INFINITY;
        let best = 0;
        for (let c = 0, w = outputStart; c < classes; c++) {
          let sum = 0;
          for (let h = 0; h < hiddenUnits; h++) sum += (weights[w++] as number) * (hidden[h] as number);
          out[c] = sum + (weights[w++] as number);
          if ((out[c] as number) > top) {
            top = out[c] as number;
            best = c;
          }
        }
        let total = 0;
        for (let c = 0; c < classes; c++) total += Math.exp((out[c] as number) - top);
        const share = samples.shares[index] as number;
        loss +=
          Math.log(total) + top - share * (out[label] as number) - (1 - share) * (out[classes - 1] as number);
        if (best === label) right++;
        seen++;
        back.fill(0);
        for (let c = 0, w = outputStart; c < classes; c++) {
          const wanted = (c === label ? share : 0) + (c === classes - 1 ? 1 - share : 0);
          const error = Math.exp((out[c] as number) - top) / total - (0.99 * wanted + 0.01 / classes);
          for (let h = 0; h < hiddenUnits; h++, w++) {
            gradient[w] = (gradient[w] as number) + error * (hidden[h] as number);
            back[h] = (back[h] as number) + error * (weights[w] as number);
          }
          gradient[w] = (gradient[w] as number) + error;
          w++;
        }
        for (let h = 0; h < hiddenUnits; h++) {
          if (hidden[h] === 0) continue;
          const error = back[h] as number;
          const w = h * (inputs + 1);
          for (let k = 0; k < inputs; k++)
            gradient[w + k] = (gradient[w + k] as number) + error * (samples.values[at + k] as number);
          gradient[w + inputs] = (gradient[w + inputs] as number) + error;
        }
      }
      step++;
      const rate = 0.002 * (1 - step / steps) + 0.00002;
      const one = 1 - 0.9 ** step;
      const two = 1 - 0.999 ** step;
      for (let k = 0; k < size; k++) {
        const g = (gradient[k] as number) / batch + 1e-5 * (weights[k] as number);
        first[k] = 0.9 * (first[k] as number) + 0.1 * g;
        second[k] = 0.999 * (second[k] as number) + 0.001 * g * g;
        weights[k] =
          (weights[k] as number) -
          (rate * ((first[k] as number) / one)) / (Math.sqrt((second[k] as number) / two) + 1e-8);
      }
    }
    console.log(
      `round ${round + 1}: loss ${(loss / seen).toFixed(3)}, right ${((100 * right) / seen).toFixed(1)} %`,
    );
  }
  return { inputs, hidden: hiddenUnits, classes, weights };
}

function pack({ weights }: CellNetwork): { scales: number[]; bytes: string } {
  const scales: number[] = [];
  const bytes = new Int8Array(weights.length);
  let at = 0;
  for (let row = 0; row < hiddenUnits + classes; row++) {
    const length = (row < hiddenUnits ? inputs : hiddenUnits) + 1;
    let most = 0;
    for (let k = 0; k < length; k++) most = Math.max(most, Math.abs(weights[at + k] as number));
    const scale = Number((most / 127).toPrecision(5));
    scales.push(scale);
    for (let k = 0; k < length; k++) bytes[at + k] = Math.round((weights[at + k] as number) / scale);
    at += length;
  }
  return { scales, bytes: Buffer.from(bytes.buffer).toString('base64') };
}

const samples = makeSamples(displays);
console.log(`${samples.count} cells of ${displays} drawn displays`);
const { scales, bytes } = pack(train(samples));
const lines = bytes.match(/.{1,100}/g) ?? [];
const name = what === 'points' ? 'point' : 'cell';
await writeFile(
  new URL(`../src/segments/${name}-weights.ts`, import.meta.url),
  `// cspell:disable
// Made by training/train-segments.ts (${what}, seed ${seed}, ${displays} drawn displays, ${rounds} rounds). Do not edit.
import type { PackedNetwork } from './packed-network.ts';

export const ${name}Weights: PackedNetwork = {
  inputs: ${inputs},
  hidden: ${hiddenUnits},
  classes: ${classes},
  scales: [${scales.join(', ')}],
  bytes:
    '${lines.join("' +\n    '")}',
};
`,
);
