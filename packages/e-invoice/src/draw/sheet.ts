import { codesOf, differences, widthOf } from './characters.ts';

/** Points of an A4 page. */
const width = 595;
const height = 842;
const margin = 50;
/** Height of a line, in sizes of its letters. */
const lineShare = 1.45;

/** A text in a row; `to` is its right edge where it stands against that. */
interface Cell {
  text: string;
  at: number;
  /** Where it is wrapped, or its end. */
  to: number;
  align?: 'right';
}

interface RowStyle {
  size?: number;
  /** Points above it. */
  space?: number;
  isBold?: boolean;
}

/** Pages of text, written from top to bottom. */
export class Sheet {
  readonly left = margin;
  readonly right = width - margin;
  readonly #pages: string[][] = [];
  #y = 0;

  get pageCount(): number {
    return this.#pages.length;
  }

  row(cells: readonly Cell[], { size = 9, space = 0, isBold = false }: RowStyle = {}): void {
    const columns = cells.map((cell) => ({ ...cell, lines: wrapped(cell, size) }));
    const rows = Math.max(...columns.map(({ lines }) => lines.length));
    this.#y -= space;
    for (let row = 0; row < rows; row++) {
      if (this.#pages.length === 0 || this.#y - size * lineShare < margin) {
        this.#pages.push([]);
        this.#y = height - margin;
      }
      this.#y -= size * lineShare;
      for (const { at, to, align, lines } of columns) {
        const line = lines[row];
        if (!line || line.length === 0) continue;
        const x = align === 'right' ? to - (widthOf(line) * size) / 1000 : at;
        this.#pages
          .at(-1)!
          .push(
            `/${isBold ? 'B' : 'F'} ${size} Tf 1 0 0 1 ${x.toFixed(2)} ${this.#y.toFixed(2)} Tm <${hexOf(line)}> Tj`,
          );
      }
    }
  }

  /** As a PDF (ISO 32000-1, 7.5). */
  pdf(): Uint8Array<ArrayBuffer> {
    const count = this.#pages.length;
    const kids = Array.from({ length: count }, (_, page) => `${5 + 2 * page} 0 R`).join(' ');
    const font = (name: string): string =>
      `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding<</BaseEncoding/WinAnsiEncoding/Differences${differences}>>>>`;
    const objects = [
      '<</Type/Catalog/Pages 2 0 R>>',
      `<</Type/Pages/Count ${count}/Kids[${kids}]/MediaBox[0 0 ${width} ${height}]/Resources<</Font<</F 3 0 R/B 4 0 R>>>>>>`,
      font('Helvetica'),
      font('Helvetica-Bold'),
      ...this.#pages.flatMap((page, index) => {
        const content = `BT ${page.join('\n')} ET`;
        return [
          `<</Type/Page/Parent 2 0 R/Contents ${6 + 2 * index} 0 R>>`,
          `<</Length ${content.length}>>stream\n${content}\nendstream`,
        ];
      }),
    ];
    let text = '%PDF-1.4\n';
    const offsets = objects.map((object, index) => {
      const offset = text.length;
      text += `${index + 1} 0 obj\n${object}\nendobj\n`;
      return `${String(offset).padStart(10, '0')} 00000 n \n`;
    });
    const size = objects.length + 1;
    text += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
    return new TextEncoder().encode(text);
  }
}

const hexOf = (codes: readonly number[]): string =>
  codes.map((code) => code.toString(16).padStart(2, '0')).join('');

/** Lines that fit between the edges of a cell, parted between words, and in them where one is too long. */
function wrapped({ text, at, to }: Cell, size: number): number[][] {
  const most = ((to - at) * 1000) / size;
  return text.split('\n').flatMap((paragraph) => {
    const lines: number[][] = [[]];
    for (const word of paragraph.split(' ')) {
      const codes = codesOf(word);
      const last = lines.at(-1)!;
      const joined = last.length === 0 ? codes : [...last, 0x20, ...codes];
      if (widthOf(joined) <= most) {
        lines[lines.length - 1] = joined;
        continue;
      }
      if (last.length > 0) lines.push([]);
      for (const code of codes) {
        const line = lines.at(-1)!;
        if (line.length > 0 && widthOf(line) + widthOf([code]) > most) lines.push([code]);
        else line.push(code);
      }
    }
    return lines;
  });
}
