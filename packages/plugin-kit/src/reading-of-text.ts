import type { Barcode, Line, PluginReading, Quad, ReaderInput } from './types.ts';

/** Pixels a character takes. */
const [characterWidth, rowHeight, textHeight] = [12, 30, 20];
const barcodeWidth = 300;

/**
 * A reading of a page of text, for tests: each row is a line 20 pixels high and 12 a character wide; three spaces or more
 * begin another line in the same row, as the engine does at a wide gap. Barcodes stand one under the other below it.
 */
export function readingOfText(
  text: string,
  barcodes: readonly { format: string; text: string }[] = [],
): PluginReading {
  const rows = text.split('\n');
  const lines: Line[] = [];
  for (const [row, characters] of rows.entries())
    for (const match of characters.matchAll(/\S+(?: {1,2}\S+)*/g)) {
      const y = row * rowHeight;
      const box = (from: number, length: number): Quad => [
        [from * characterWidth, y],
        [(from + length) * characterWidth, y],
        [(from + length) * characterWidth, y + textHeight],
        [from * characterWidth, y + textHeight],
      ];
      lines.push({
        id: `l${lines.length}`,
        text: match[0],
        box: box(match.index, match[0].length),
        confidence: 0.95,
        words: [...match[0].matchAll(/\S+/g)].map((word) => ({
          text: word[0],
          box: box(match.index + word.index, word[0].length),
          confidence: 0.95,
        })),
      });
    }
  const width = Math.max(
    barcodes.length > 0 ? barcodeWidth : 1,
    ...rows.map((row) => row.length * characterWidth),
  );
  return {
    page: { number: 1, of: 1, width, height: (rows.length + 4 * barcodes.length) * rowHeight, rotation: 0 },
    lines,
    barcodes: barcodes.map(({ format, text: content }, index): Barcode => {
      const top = (rows.length + 4 * index) * rowHeight;
      return {
        id: `b${index}`,
        format,
        text: content,
        contentType: 'Text',
        symbologyIdentifier: '',
        box: [
          [0, top],
          [barcodeWidth, top],
          [barcodeWidth, top + 3 * rowHeight],
          [0, top + 3 * rowHeight],
        ],
      };
    }),
    languages: ['en'],
  };
}

/** What a reader is given for such a page: English (United Kingdom), 21 November 2026, no settings, unless told. */
export function inputOfText(
  text: string,
  more: Partial<Omit<ReaderInput, 'reading'>> & {
    barcodes?: readonly { format: string; text: string }[];
  } = {},
): ReaderInput {
  const { barcodes, ...given } = more;
  return {
    reading: readingOfText(text, barcodes),
    settings: {},
    locale: 'en-GB',
    today: '2026-11-21',
    ...given,
  };
}
