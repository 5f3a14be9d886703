// cspell:disable -- heads of columns in many languages
import {
  type ColumnKind,
  columnHeads,
  type Layout,
  type Line,
  placeBox,
  type Row,
  seenPart,
  wordsOf,
} from '@readout/plugin-kit';

/** From where to where something reaches along the text, pixels. */
export interface Span {
  left: number;
  right: number;
}

export interface Column extends Span {
  kind: ColumnKind;
  /** The head as printed. */
  head: string;
}

const kinds = new Map<string, ColumnKind>();
for (const [kind, list] of Object.entries(columnHeads))
  for (const head of list.split(',')) kinds.set(head, kind as ColumnKind);

interface HeadWord {
  text: string;
  start: number;
  end: number;
}

/** Words of a head; a recogniser glues those that stand close together: `QtéPrix unitaire`. */
function plainWords(text: string): HeadWord[] {
  return [...text.matchAll(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{L}|[%#]/gu)].map(({ 0: word, index }) => ({
    text: word
      .toLowerCase()
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/ß/g, 'ss')
      .replace(/ł/g, 'l')
      .replace(/ø/g, 'o'),
    start: index,
    end: index + word.length,
  }));
}

const mayBeCode = /^(?:items?|articles?|artikel|products?|articolo|tuote)$/iu;

/**
 * The columns a row heads, from left to right; empty where it is no head of items: that names an article, a quantity or a
 * price, and something beside it.
 */
export function columnsIn(layout: Layout, row: Row): Column[] {
  if (row.text.length > 200 || /\d[.,]\d{2}(?!\d)|\d{4}/.test(row.text)) return [];
  const found = row.lines.map(({ line }) => headsIn(line));
  const heads = found.flat();
  const named = new Set(heads.map(({ kind }) => kind));
  named.delete('other');
  // Facts of the paper in a row: `Fattura n.  Da pagare entro il  Vs. ordine`.
  if (!named.has('text') && heads.filter(({ kind }) => kind === 'other').length > named.size) return [];
  const isOfItems = (['text', 'quantity', 'unitPrice', 'position'] as const).some((kind) => named.has(kind));
  const isOfSums = (['quantity', 'unitPrice', 'net', 'gross', 'amount'] as const).some((kind) =>
    named.has(kind),
  );
  if (named.size < 2 || !isOfItems || !isOfSums) return [];
  // Beside a description `Item` is its number.
  const texts = row.lines.flatMap(({ line }, at) =>
    found[at]!.flatMap(({ kind, start, end }) => (kind === 'text' ? line.text.slice(start, end) : [])),
  );
  const isNumbered = texts.length > 1 && texts.some((text) => mayBeCode.test(text));
  const codeHead = texts.every((text) => mayBeCode.test(text)) ? texts[0] : undefined;
  return row.lines.flatMap(({ line }, at) =>
    found[at]!.map(({ kind, start, end }) => ({
      kind:
        isNumbered &&
        kind === 'text' &&
        mayBeCode.test(line.text.slice(start, end)) &&
        (codeHead ?? line.text.slice(start, end)) === line.text.slice(start, end)
          ? 'code'
          : kind,
      head: line.text.slice(start, end),
      ...spanOf(layout, line, start, end),
    })),
  );
}

function headsIn({ text }: Line): { kind: ColumnKind; start: number; end: number }[] {
  const words = plainWords(text);
  const found: { kind: ColumnKind; start: number; end: number }[] = [];
  for (let at = 0; at < words.length; ) {
    let count = Math.min(4, words.length - at);
    // Capitals within a word begin another: `MwSt`, `UoM`.
    const kind = () => {
      const phrase = words.slice(at, at + count);
      const close = phrase.map(
        (word, place) => (phrase[place - 1]?.end === word.start ? '' : ' ') + word.text,
      );
      return kinds.get(phrase.map(({ text: word }) => word).join(' ')) ?? kinds.get(close.join('').trim());
    };
    while (count > 0 && !kind()) count--;
    const start = words[at]!.start;
    const last = found.at(-1);
    if (count > 0) found.push({ kind: kind()!, start, end: words[at + count - 1]!.end });
    else if (last?.kind === 'other') last.end = words[at]!.end;
    // Behind a head a currency belongs to it: `Betrag EUR`.
    else if (!last || !/^[A-Z]{3}$/.test(text.slice(start, words[at]!.end)))
      found.push({ kind: 'other', start, end: words[at]!.end });
    at += Math.max(1, count);
  }
  return found;
}

/** From where to where a part of a line reaches, also within a word. */
export function spanOf(layout: Layout, line: Line, start: number, end: number): Span {
  const { left, right } = placeBox(layout, seenPart(line, start, end - start).evidence[0]!.box);
  const touched = wordsOf(line).filter((word) => word.start < end && start < word.end);
  const [from, to] = [touched[0]?.start ?? start, touched.at(-1)?.end ?? end];
  const width = (right - left) / Math.max(1, to - from);
  return { left: left + (start - from) * width, right: right - (to - end) * width };
}

const overlapOf = (a: Span, b: Span): number => Math.min(a.right, b.right) - Math.max(a.left, b.left);

/** The column a span lies under, or else whose head is nearest by an edge or the middle. */
export function columnOf(span: Span, columns: readonly Column[]): Column | undefined {
  let best: Column | undefined;
  let least = Infinity;
  for (const column of columns) {
    const overlap = overlapOf(column, span);
    const distance =
      overlap > 0
        ? -overlap
        : Math.min(
            Math.abs(column.left - span.left),
            Math.abs(column.right - span.right),
            Math.abs(column.left + column.right - span.left - span.right) / 2,
          );
    if (distance < least) [best, least] = [column, distance];
  }
  return best;
}
