import type { PageResult } from './read.ts';

/** One line of `--json`, without the newline. Keys and their order are part of the command's contract. */
export function formatJson({ file, reading, records, pluginsMs, ms }: PageResult): string {
  const { number, of, width, height, rotation, quad } = reading.page;
  return JSON.stringify({
    file,
    page: { number, of, width, height, rotation, ...(quad === undefined ? {} : { quad: quad.map(round) }) },
    barcodes: reading.barcodes.map(({ format, text, box }) => ({ format, text, box: box.map(round) })),
    lines: reading.lines.map(({ text, box, confidence, model }) => ({
      text,
      box: box.map(round),
      confidence,
      ...(model === undefined ? {} : { model }),
    })),
    records: records.map(({ plugin, type, confidence, fields }) => ({ plugin, type, confidence, fields })),
    timings: {
      decode: tenth(reading.timings.decode),
      barcodes: tenth(reading.timings.barcodes),
      text: tenth(reading.timings.text),
      plugins: tenth(pluginsMs),
    },
    ms: tenth(ms),
  });
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

/** Points to a hundredth of a pixel. */
const round = ([x, y]: readonly [number, number]): [number, number] => [
  Math.round(x * 100) / 100,
  Math.round(y * 100) / 100,
];
