import type { RecordField } from '@readout/domain/records/rules';
import type { Line, Quad } from '@readout/image-reader';

/** 50 megapixels. */
export const size = { width: 8000, height: 6250 };

const columns = 4;
const rowsOfColumn = 50;
const wordsOfLine = 5;
const wordWidth = 330;
const lineHeight = 110;

export interface Drawn {
  svg: string;
  lines: Line[];
  /** One for each line, seen in its second word. */
  fields: [name: string, field: RecordField][];
}

/** A page full of lines, and a record with a field of each. */
export function drawPage(): Drawn {
  const lines: Line[] = [];
  const fields: Drawn['fields'] = [];
  for (let n = 0; n < columns * rowsOfColumn; n++) {
    const x = 150 + Math.floor(n / rowsOfColumn) * (wordsOfLine * wordWidth + 300);
    const y = 200 + (n % rowsOfColumn) * lineHeight;
    const words = Array.from({ length: wordsOfLine }, (_, at) => ({
      text: `${n}-${at}`,
      box: boxAt(x + at * wordWidth, y, wordWidth - 60),
      confidence: 0.98,
    }));
    const text = words.map((word) => word.text).join(' ');
    lines.push({
      id: `l${n}`,
      text,
      box: boxAt(x, y, wordsOfLine * wordWidth - 60),
      confidence: 0.98,
      words,
      characterConfidences: new Array<number>(text.length).fill(0.98),
      recogniser: 'pp-ocr',
    });
    const { text: value, box } = words[1]!;
    fields.push([
      `field${n + 1}`,
      {
        value,
        raw: value,
        confidence: n % 3 === 0 ? 0.5 : 0.98,
        evidence: [{ line: `l${n}`, box }],
        checks: [],
      },
    ]);
  }
  const texts = lines.flatMap(({ words }) =>
    words.map(({ text, box: [[x], , , [, bottom]] }) => `<text x="${x}" y="${bottom - 14}">${text}</text>`),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <rect width="100%" height="100%" fill="#fff"/><g font-family="DejaVu Sans Mono" font-size="64">${texts.join('')}</g></svg>`;
  return { svg, lines, fields };
}

function boxAt(x: number, y: number, width: number): Quad {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + 70],
    [x, y + 70],
  ];
}
