// cspell:ignore sckxyvz abdeghnopqu
import type { Line, PluginReading, Quad } from '@readout/plugin-kit';
import sharp from 'sharp';
import { asXml, drawVector, grainFilter } from '../vector-drawing.ts';
import type { Chance } from './content.ts';

interface Placed {
  text: string;
  left: number;
  right: number;
  /** The base of the letters. */
  base: number;
  size: number;
  isBold: boolean;
  anchor: 'start' | 'middle' | 'end';
}

export interface TextStyle {
  size?: number;
  bold?: boolean;
  anchor?: Placed['anchor'];
}

/** Advance of letters of DejaVu Sans in thousandths of the size. */
const advances: [letters: RegExp, advance: number][] = [
  [/[ilj'’|]/, 278],
  [/[ .,:;·]/, 318],
  [/[frt()/-]/, 390],
  [/[sckxyvz]/, 550],
  [/[abdeghnopqu]/, 620],
  [/[mwMW@%–]/, 940],
  [/[A-Z]/, 690],
  [/[0-9€£]/, 636],
];
const families: Record<string, number> = { 'DejaVu Sans Condensed': 0.9, 'DejaVu Serif': 1.02 };

/** A page on which texts are placed; a picture as well as what a recogniser that makes no mistakes would read. */
export class Sheet {
  readonly #texts: Placed[] = [];
  readonly #strokes: string[] = [];
  readonly width: number;
  readonly font: string;
  readonly size: number;
  /** Where the next row's letters stand. */
  y: number;

  constructor(width: number, font: string, size: number) {
    [this.width, this.font, this.size] = [width, font, size];
    this.y = size * 4;
  }

  measure(text: string, size = this.size): number {
    const advance = (letter: string) =>
      this.font === 'DejaVu Sans Mono'
        ? 602
        : (advances.find(([letters]) => letters.test(letter.normalize('NFD')[0]!))?.[1] ?? 620) *
          (families[this.font] ?? 1);
    return ([...text].reduce((sum, letter) => sum + advance(letter), 0) * size) / 1000;
  }

  /** The width it takes. */
  put(
    text: string,
    x: number,
    { size = this.size, bold = false, anchor = 'start' }: TextStyle = {},
    y = this.y,
  ): number {
    const width = this.measure(text, size) * (bold ? 1.1 : 1);
    const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
    if (text !== '')
      this.#texts.push({ text, left, right: left + width, base: y, size, isBold: bold, anchor });
    return width;
  }

  rule(left: number, right: number, y = this.y): void {
    this.#strokes.push(`<path d="M${left} ${y}H${right}"/>`);
  }

  box(left: number, top: number, right: number, bottom: number): void {
    this.#strokes.push(`<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}"/>`);
  }

  down(rows = 1): void {
    this.y += this.size * 1.5 * rows;
  }

  get height(): number {
    return Math.ceil(Math.max(this.y, ...this.#texts.map(({ base }) => base)) + this.size * 3);
  }

  /** Every text as lines, those that stand close together in a row as one. */
  reading(): PluginReading {
    const lines: Placed[] = [];
    for (const one of this.#texts.toSorted((a, b) => a.base - b.base || a.left - b.left)) {
      const beside = lines.findLast(
        (other) =>
          Math.abs(other.base - one.base) < 2 &&
          one.left - other.right < one.size * 0.75 &&
          one.left > other.left,
      );
      if (!beside || beside.size !== one.size) lines.push({ ...one });
      else Object.assign(beside, { text: `${beside.text} ${one.text}`, right: one.right });
    }
    return {
      page: { number: 1, of: 1, width: this.width, height: this.height, rotation: 0 },
      lines: lines.map((line, index): Line => {
        const box = (from: number, to: number): Quad => {
          const at = (characters: number) =>
            line.left +
            ((line.right - line.left) * this.measure(line.text.slice(0, characters))) /
              this.measure(line.text);
          const [top, bottom] = [line.base - line.size * 0.78, line.base + line.size * 0.22];
          return [
            [at(from), top],
            [at(to), top],
            [at(to), bottom],
            [at(from), bottom],
          ];
        };
        return {
          id: `l${index}`,
          text: line.text,
          box: box(0, line.text.length),
          confidence: 0.99,
          words: [...line.text.matchAll(/\S+/g)].map((word) => ({
            text: word[0],
            box: box(word.index, word.index + word[0].length),
            confidence: 0.99,
          })),
        };
      }),
      barcodes: [],
      languages: ['en'],
    };
  }

  /** On paper that was folded, scanned askew or taken in poor light. */
  async photographed({ random, pick }: Chance): Promise<Uint8Array> {
    const { width, height } = this;
    const ink = Math.floor(20 + random() ** 1.5 * 110);
    const degrees = (random() - 0.5) * 3;
    const grain = random() ** 2 * 0.8;
    const blur = random() ** 1.5 * 1.1;
    const grey = Math.floor(255 - random() ** 2 * 70);
    const folds = Array.from({ length: pick([0, 0, 1, 2]) }, (_, at) => {
      const y = (height * (at + 1)) / 3 + random() * 20;
      return `<rect y="${y - 18}" width="${width}" height="18" fill="#000" opacity="0.10"/><rect y="${y}" width="${width}" height="3" fill="#000" opacity="0.22"/><rect y="${y + 3}" width="${width}" height="22" fill="#fff" opacity="0.35"/>`;
    });
    const texts = this.#texts.map(
      ({ text, left, right, base, size, isBold, anchor }) =>
        `<text x="${(anchor === 'start' ? left : anchor === 'end' ? right : (left + right) / 2).toFixed(1)}" y="${base.toFixed(1)}" font-size="${size}" text-anchor="${anchor}"${isBold ? ' font-weight="bold"' : ''}>${asXml(text)}</text>`,
    );
    const drawn = await drawVector(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width + 60}" height="${height + 60}">${grainFilter(grain, Math.floor(random() * 1000))}
<rect width="100%" height="100%" fill="#888"/>
<g transform="rotate(${degrees.toFixed(2)} ${width / 2} ${height / 2}) translate(30 30)">
<rect width="${width}" height="${height}" fill="rgb(${grey},${grey},${grey})"/>${folds.join('')}
<g fill="none" stroke="rgb(${ink},${ink},${ink})" stroke-width="1.2">${this.#strokes.join('')}</g>
<g font-family="${this.font}" fill="rgb(${ink},${ink},${ink})">${texts.join('')}</g></g><rect width="100%" height="100%" filter="url(#grain)"/></svg>`,
    )
      .flatten({ background: '#fff' })
      .png()
      .toBuffer();
    const seen = blur > 0.3 ? sharp(drawn).blur(blur) : sharp(drawn);
    return seen.jpeg({ quality: 40 + Math.floor(random() * 50) }).toBuffer();
  }
}
