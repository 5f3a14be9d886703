import {
  type CodeValue,
  type DocumentCode,
  type Evidence,
  type PluginReading,
  parseDocumentCode,
  type Quad,
  type Word,
} from '@readout/plugin-kit';
import type { FieldType } from '@readout/plugin-kit/manifest';

/** What of a reading is needed to check what came of it. */
export interface SeenReading {
  page: Pick<PluginReading['page'], 'width' | 'height'>;
  lines: readonly PluginReading['lines'][number][];
  barcodes: readonly Pick<PluginReading['barcodes'][number], 'id' | 'format' | 'text' | 'addOn' | 'box'>[];
}

export const seenOf = ({ page, lines, barcodes }: PluginReading): SeenReading => ({
  page: { width: page.width, height: page.height },
  lines: lines.map(({ id, text, box, confidence, words }) => ({
    id,
    text,
    box,
    confidence,
    words: words.map((word) => ({ text: word.text, box: word.box, confidence: word.confidence })),
  })),
  barcodes: barcodes.map(({ id, format, text, addOn, box }) => ({
    id,
    format,
    text,
    box,
    ...(addOn === undefined ? {} : { addOn }),
  })),
});

/** What the host itself finds where a field says that it was seen. */
export interface Cited {
  /** Of each piece of evidence: the words its box lies on, or what the barcode says and is; empty where nothing was read there. */
  texts: string[];
  /** Of each piece of evidence: how sure the reading is of what it cites; empty where nothing was read. */
  words: Pick<Word, 'text' | 'confidence'>[][];
  /** With the host's box where the plugin's does not lie on what it cites. */
  evidence: Evidence[];
}

interface Bounds {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Share of the smaller of a word and a box that they have in common where the box lies on the word. */
const leastShared = 0.3;
/** Heights of its line that a box may reach beyond it, and the share of the line's height that it takes at least. */
const mostBeyond = 0.6;
const leastHeight = 0.4;
/** Error detection of barcodes makes a misread very unlikely, not impossible. */
const sureOfCode = 0.99;

/** @param evidence of lines and barcodes that the reading holds */
export function citedBy(evidence: readonly Evidence[], reading: Finder): Cited {
  const pieces = evidence.map((piece): { text: string; words: Cited['words'][number]; piece: Evidence } => {
    const code = piece.barcode === undefined ? undefined : reading.barcode(piece.barcode);
    const line = piece.line === undefined ? undefined : reading.line(piece.line);
    if (line) {
      const given = boundsOf(piece.box);
      const box = isOn(given, boundsOf(line.box)) ? given : undefined;
      const words = box ? line.words.filter((word) => share(boundsOf(word.box), box) >= leastShared) : [];
      const text = words.map((word) => word.text).join(' ');
      return {
        text,
        words: words.length > 0 ? words : [line],
        piece: box ? piece : { ...piece, box: line.box },
      };
    }
    if (code) {
      const isThere = share(boundsOf(code.box), boundsOf(piece.box)) > 0;
      const text = partOf(code, piece) ?? [code.text, code.addOn, code.format].filter(Boolean).join(' ');
      return {
        text,
        words: [{ text, confidence: sureOfCode }],
        piece: isThere ? piece : { ...piece, box: code.box },
      };
    }
    return { text: '', words: [], piece };
  });
  return {
    texts: pieces.map(({ text }) => text),
    words: pieces.map(({ words }) => words),
    evidence: pieces.map(({ piece }) => piece),
  };
}

/** The characters of a barcode that a piece of evidence cites; undefined where it cites all of it. */
export const partOf = (code: { text: string }, { from, to }: Evidence): string | undefined =>
  from === undefined && to === undefined ? undefined : code.text.slice(from, to);

/** Lines and barcodes by their ids. */
export interface Finder {
  line(id: string): SeenReading['lines'][number] | undefined;
  barcode(id: string): SeenReading['barcodes'][number] | undefined;
  /** What a barcode says of the document, by a standard the host knows. */
  document(id: string): DocumentCode | undefined;
}

export function finderOf({ lines, barcodes }: SeenReading): Finder {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const codes = new Map(barcodes.map((code) => [code.id, code]));
  const documents = new Map<string, DocumentCode | undefined>();
  return {
    line: (id) => byId.get(id),
    barcode: (id) => codes.get(id),
    document(id) {
      if (!documents.has(id)) documents.set(id, parseDocumentCode(codes.get(id)?.text ?? ''));
      return documents.get(id);
    },
  };
}

/**
 * The value of a document's code whose characters are cited, all of them and no others: made by the host out of the code, as the
 * code's standard says. One code at most counts.
 */
export function saidByCode(
  evidence: readonly Evidence[],
  type: FieldType,
  finder: Finder,
): CodeValue | undefined {
  const id = evidence.find(({ barcode }) => barcode !== undefined)?.barcode;
  if (id === undefined) return undefined;
  const cited = evidence.filter(({ barcode }) => barcode === id);
  return finder
    .document(id)
    ?.values.find(
      (value) =>
        value.type === type &&
        value.parts.length === cited.length &&
        value.parts.every(({ from, to }, index) => cited[index]?.from === from && cited[index]?.to === to),
    );
}

function boundsOf(quad: Quad): Bounds {
  const [xs, ys] = [quad.map(([x]) => x), quad.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** Whether a box lies on a line: not beyond it, and not a speck in it. */
function isOn(box: Bounds, line: Bounds): boolean {
  // A line that reads upwards is as high as others are long.
  const height = Math.min(line.bottom - line.top, line.right - line.left);
  const reach = mostBeyond * height;
  return (
    box.left >= line.left - reach &&
    box.right <= line.right + reach &&
    box.top >= line.top - reach &&
    box.bottom <= line.bottom + reach &&
    Math.max(box.bottom - box.top, box.right - box.left) >= leastHeight * height
  );
}

/** Of the smaller of the two, how much lies in the other. */
function share(a: Bounds, b: Bounds): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  if (width <= 0 || height <= 0) return 0;
  const area = ({ left, right, top, bottom }: Bounds) =>
    Math.max(1, right - left) * Math.max(1, bottom - top);
  return (width * height) / Math.min(area(a), area(b));
}
