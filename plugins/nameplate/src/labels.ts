// cspell:disable -- words of many languages, as printed
import { type Layout, type Line, type PlacedLine, type Sighting, seenPart } from '@readout/plugin-kit';

/** `AR-7815` is a type, not the Swedish word for a year. */
const end = String.raw`(?![\p{L}\d]|[-/]\S)\s*\.?\s*[:=#]?\s*`;
const numberWord = String.raw`(?:[\s.:-]{0,3}(?:no|nr|num|number|nummer|n[°ºo]|code)(?![\p{L}]))?\.?`;
const label = (words: string) => new RegExp(`^\\W{0,2}(?:${words})${end}`, 'iu');

/** Words before a value, in the order they are tried: a serial number before a type. */
export const labels = {
  serial: label(
    String.raw`s\s?\/\s?n|ser(?:ial|ien|ie)?${numberWord}|serienr|serien-?nummer|fab(?:r(?:ik)?)?\.?\s?-?\s?(?:nr|nummer|no)\.?|masch(?:inen)?\.?-?\s?nr\.?|motor-?nr\.?|n(?:[°ºo]|um[eé]ro|[uú]m(?:ero)?)?\.?\s?(?:de\s)?s[eé]rie|n[°ºo]\.?\s?di\s(?:serie|matricola)|matr(?:icola)?\.?|tillv(?:erknings)?\.?\s?-?nr\.?|nr\.?\s?fab(?:r(?:yczny)?)?\.?|nr\.?\s?ser(?:yjny)?\.?|nr\.?`,
  ),
  model: label(
    String.raw`model(?:l|lo|o|e|le)?${numberWord}|mod[eè]le|mod\.?|typ(?:e|enbezeichnung|bezeichnung)?${numberWord}|tipo`,
  ),
  manufacturer: label(
    'manufacturer|manufactured by|made by|hersteller|fabricant|constructeur|produttore|costruttore|fabricante|tillverkare|producent|fabrikant|valmistaja',
  ),
  year: label(
    String.raw`year(?: of (?:manufacture|construction|make))?|bj\.?|baujahr|date|mfg\.?(?: date)?|mfd\.?|manufactured|ann[eé]e|anno|a[nñ]o|tillv\.?\s?[åa]r|[åa]r|rok(?: prod(?:\.|ukcji)?)?|bouwjaar|byggår|dom`,
  ),
  other: label(
    String.raw`weight|gewicht|poids|peso|vikt|masa|masse|prot(?:ection)?|schutzart|ip|input|output|eingang|ausgang|part\s?(?:no|number)?|p\/n|art\.?-?\s?nr|ref|cos\s?φ|rpm|freq(?:uency)?|voltage|current|power|tension|courant|puissance|spannung|strom|leistung|tensione|corrente|potenza|tensi[oó]n|corriente|potencia|spänning|ström|effekt|napięcie|prąd|moc|[upif]|ins\.?\s?cl`,
  ),
};

export type LabelName = keyof typeof labels;

/** The label a line begins with, and where what follows begins. */
function labelOf(text: string): { name: LabelName; end: number } | undefined {
  for (const name of Object.keys(labels) as LabelName[]) {
    const match = labels[name].exec(text);
    if (match) return { name, end: match[0].length };
  }
  return undefined;
}

/** Each line is looked at for each label that is looked for. */
const labelsOfLines = new WeakMap<Line, ReturnType<typeof labelOf>>();

export function labelOfLine(line: Line): ReturnType<typeof labelOf> {
  if (!labelsOfLines.has(line)) labelsOfLines.set(line, labelOf(line.text));
  return labelsOfLines.get(line);
}

/** What a label says, behind it in its line, to its right or, in a plate of boxes, under it. */
export function valueBeside(layout: Layout, name: LabelName, pattern: RegExp): Sighting | undefined {
  for (const row of layout.rows)
    for (const [at, placed] of row.lines.entries()) {
      const found = labelOfLine(placed.line);
      if (found?.name !== name) continue;
      const own = inLine(placed, found.end, pattern);
      if (own) return own;
      if (placed.line.text.slice(found.end).trim() !== '') continue;
      const right = row.lines[at + 1];
      const value = right && !labelOfLine(right.line) ? inLine(right, 0, pattern) : undefined;
      if (value) return value;
      if (right && !labelOfLine(right.line)) continue;
      for (const under of underneath(layout, placed)) {
        const below = labelOfLine(under.line) ? undefined : inLine(under, 0, pattern);
        if (below) return below;
      }
    }
  return undefined;
}

/** Lines right under another that begin where it begins. */
const underneath = (layout: Layout, placed: PlacedLine) =>
  layout.rows
    .flatMap((row) => row.lines)
    .filter(
      (other) =>
        other.top > placed.middle &&
        other.top - placed.bottom < 1.2 * placed.height &&
        Math.abs(other.left - placed.left) < 1.5 * placed.height,
    );

function inLine({ line }: PlacedLine, from: number, pattern: RegExp): Sighting | undefined {
  let until = line.text.length;
  // Another label in the same line ends the value: `Type XK-2014 Serial No. 1254`.
  for (const { index } of line.text.matchAll(/\s(?=\S)/g))
    if (index > from && index < until) {
      const next = labelOf(line.text.slice(index + 1));
      if (next && (next.name !== 'other' || next.end > 3) && next.end < line.text.length - index)
        until = index;
    }
  const rest = line.text.slice(from, until);
  const match = pattern.exec(rest);
  return match ? seenPart(line, from + match.index, match[0].trimEnd().length) : undefined;
}
