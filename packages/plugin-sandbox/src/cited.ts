import {
  type CodeValue,
  type DataFile,
  type DocumentCode,
  type FieldEvidence,
  type FileEvidence,
  figureAlike,
  type JsonValue,
  type Line,
  type PluginReading,
  parseDocumentCode,
  type Quad,
  type Word,
} from '@readout/plugin-kit';
import { rowsWith } from '@readout/plugin-kit/evidence';
import type { FieldType, ManifestField } from '@readout/plugin-kit/manifest';

/** With the confidence of each character of its text and what read it, where the reading has them; see `Line` of the engine. */
type SeenLine = Line & { characterConfidences?: readonly number[]; recogniser?: string };

/** What of a reading is needed to check what came of it. */
export interface SeenReading {
  page: Pick<PluginReading['page'], 'width' | 'height'>;
  lines: readonly SeenLine[];
  barcodes: readonly Pick<PluginReading['barcodes'][number], 'id' | 'format' | 'text' | 'addOn' | 'box'>[];
  files?: readonly DataFile[];
}

export const seenOf = ({ page, lines, barcodes, files }: PluginReading): SeenReading => ({
  page: { width: page.width, height: page.height },
  lines: lines.map(({ id, text, box, confidence, words, characterConfidences, recogniser }: SeenLine) => ({
    id,
    text,
    box,
    confidence,
    ...(characterConfidences ? { characterConfidences } : {}),
    ...(recogniser ? { recogniser } : {}),
    words: words.map((word) => ({ text: word.text, box: word.box, confidence: word.confidence })),
  })),
  barcodes: barcodes.map(({ id, format, text, addOn, box }) => ({
    id,
    format,
    text,
    box,
    ...(addOn === undefined ? {} : { addOn }),
  })),
  ...(files ? { files } : {}),
});

/** A word that is cited, or what stands for it. */
export interface CitedWord extends Pick<Word, 'text' | 'confidence'> {
  /** Confidence of its most doubtful letter or figure that could be the other. */
  least?: number;
  /** Whether a recogniser of text read it, rather than what decodes displays or a code's error detection. */
  isText?: boolean;
}

/** What the host itself finds where a field says that it was seen. */
export interface Cited {
  /**
   * Of each piece of evidence: the words its box lies on, what the barcode says and is, or what the file says; empty where nothing
   * was read there.
   */
  texts: string[];
  /** Of each piece of evidence: how sure the reading is of what it cites; empty where nothing was read. */
  words: CitedWord[][];
  /** With the host's box where the plugin's does not lie on what it cites. */
  evidence: FieldEvidence[];
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
/** What a file says is not recognised. */
export const sureOfFile = 1;
/** Error detection of barcodes makes a misread very unlikely, not impossible. */
const sureOfCode = 0.99;

/** @param evidence of lines, barcodes and files that the reading holds */
export function citedBy(evidence: readonly FieldEvidence[], reading: Finder): Cited {
  type Piece = { text: string; words: Cited['words'][number]; piece: FieldEvidence };
  const pieces = evidence.map((piece): Piece => {
    if (piece.file !== undefined) {
      const text = reading.saidAt(piece) ?? '';
      return { text, words: [{ text, confidence: sureOfFile }], piece };
    }
    const code = piece.barcode === undefined ? undefined : reading.barcode(piece.barcode);
    const line = piece.line === undefined ? undefined : reading.line(piece.line);
    if (line) {
      const given = boundsOf(piece.box);
      const box = isOn(given, boundsOf(line.box)) ? given : undefined;
      const words = box ? line.words.filter((word) => share(boundsOf(word.box), box) >= leastShared) : [];
      const text = words.map((word) => word.text).join(' ');
      return {
        text,
        words:
          words.length > 0
            ? words.map((word) => ({
                ...word,
                ...leastIn(line, word),
                isText: line.recogniser !== 'segments',
              }))
            : [line],
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

/** Letters and figures that are read for one another. */
const lookAlikes = new Set(Object.entries(figureAlike).flat());

/** Words of a line are joined by single spaces. */
function leastIn({ text, words, characterConfidences: all }: SeenLine, word: Word): { least?: number } {
  if (all?.length !== text.length) return {};
  const from = words.slice(0, words.indexOf(word)).reduce((sum, each) => sum + each.text.length + 1, 0);
  const own = all.slice(from, from + word.text.length).filter((_, at) => lookAlikes.has(word.text[at]!));
  return own.length > 0 ? { least: Math.min(...own) } : {};
}

/** The characters of a barcode that a piece of evidence cites; undefined where it cites all of it. */
export const partOf = (code: { text: string }, { from, to }: FieldEvidence): string | undefined =>
  from === undefined && to === undefined ? undefined : code.text.slice(from, to);

/** Lines and barcodes by their ids. */
export interface Finder {
  line(id: string): SeenReading['lines'][number] | undefined;
  barcode(id: string): SeenReading['barcodes'][number] | undefined;
  /** What a barcode says of the document, by a standard the host knows. */
  document(id: string): DocumentCode | undefined;
  file(id: string): DataFile | undefined;
  /** The text a file has at a place; undefined where it is none of the places its values and lists stand at. */
  saidAt(place: FileEvidence): string | undefined;
}

export function finderOf({ lines, barcodes, files = [] }: SeenReading): Finder {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const codes = new Map(barcodes.map((code) => [code.id, code]));
  const documents = new Map<string, DocumentCode | undefined>();
  const places = new Map(
    files.flatMap(({ id, values, lists }) => [
      ...values.flatMap(({ raw, places }) =>
        places.map((place) => [keyOf({ ...place, file: id }), raw] as const),
      ),
      ...lists.map(({ place }) => [keyOf({ ...place, file: id }), ''] as const),
    ]),
  );
  return {
    line: (id) => byId.get(id),
    barcode: (id) => codes.get(id),
    document(id) {
      if (!documents.has(id)) documents.set(id, parseDocumentCode(codes.get(id)?.text ?? ''));
      return documents.get(id);
    },
    file: (id) => files.find((file) => file.id === id),
    saidAt: (place) => places.get(keyOf(place)),
  };
}

const keyOf = ({ file, path, from, to }: FileEvidence): string => `${file} ${path} ${from} ${to}`;

/** What a file says at the places that are cited, all of them and no others, in the form of a field; one file at most counts. */
export function saidByFile(
  evidence: readonly FieldEvidence[],
  { type, columns = [] }: Pick<ManifestField, 'type' | 'columns'>,
  finder: Finder,
): { value: JsonValue; raw: string } | undefined {
  const cited = evidence.filter((piece) => piece.file !== undefined);
  const [first] = cited;
  const file = first && finder.file(first.file);
  if (!file || cited.some((piece) => piece.file !== file.id)) return undefined;
  const keys = cited.map(keyOf).join('\n');
  if (type === 'list') {
    const list = file.lists.find(({ place }) => keyOf({ ...place, file: file.id }) === keys);
    const names = columns.map(({ name }) => name);
    return list && { value: rowsWith(list.rows, names), raw: '' };
  }
  const said = file.values.find(
    (value) =>
      value.type === type &&
      value.places.map((place) => keyOf({ ...place, file: file.id })).join('\n') === keys,
  );
  return said && { value: type === 'boolean' ? said.value === 'true' : said.value, raw: said.raw };
}

/**
 * The value of a document's code whose characters are cited, all of them and no others: made by the host out of the code, as the
 * code's standard says. One code at most counts.
 */
export function saidByCode(
  evidence: readonly FieldEvidence[],
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
