import type { Line, PluginReading, Quad } from '../types.ts';

const height = 24;
/** Of a text on such a page, pixels. */
export const width = (text: string) => text.length * 12;
export type Written = [text: string, x: number, y: number];

/** A page as the engine would read it: every text a line, every word a box. */
export function pageOf(texts: Written[]): PluginReading {
  const quad = (x: number, y: number, long: number): Quad => [
    [x, y],
    [x + long, y],
    [x + long, y + height],
    [x, y + height],
  ];
  const lines = texts.map(
    ([text, x, y], index): Line => ({
      id: `l${index}`,
      text,
      box: quad(x, y, width(text)),
      confidence: 0.97,
      words: [...text.matchAll(/\S+/g)].map((match) => ({
        text: match[0],
        box: quad(x + match.index * 12, y, width(match[0])),
        confidence: 0.97,
      })),
    }),
  );
  return {
    page: { number: 1, of: 1, width: 900, height: 1200, rotation: 0 },
    lines,
    barcodes: [],
    languages: ['en'],
  };
}
