import { codesOf, widthOf } from './characters.ts';
import { hexOf, writePdf } from './pdf.ts';

/** Points of an A4 page. */
const width = 595;
const height = 842;
const margin = 50;
/** Height of a line, in sizes of its letters. */
const lineShare = 1.45;
/** Sizes of letters that the outline of a bold one has the width of. */
const boldShare = 30;

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
  readonly #codes = new Set<number>();
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
        for (const code of line) this.#codes.add(code);
        // A bold letter is a letter with its outline.
        const drawn = isBold ? `2 Tr ${(size / boldShare).toFixed(2)} w` : '0 Tr';
        this.#pages
          .at(-1)!
          .push(
            `/F ${size} Tf ${drawn} 1 0 0 1 ${x.toFixed(2)} ${this.#y.toFixed(2)} Tm <${hexOf(line)}> Tj`,
          );
      }
    }
  }

  pdf(): Uint8Array<ArrayBuffer> {
    const contents = this.#pages.map((page) => `BT ${page.join('\n')} ET`);
    return writePdf({ width, height, contents, codes: this.#codes });
  }
}

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
