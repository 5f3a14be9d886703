// cspell:disable -- words of many languages, as printed
import {
  below,
  joinSightings,
  type Layout,
  type Line,
  type PlacedLine,
  placeBox,
  postalCountry,
  repairLetters,
  repairPostalCode,
  rightOf,
  type Sighting,
  seenLine,
  seenPart,
} from '@readout/plugin-kit';
import { carrierIn, serviceIn } from './carriers.ts';
import { trackingWord } from './codes.ts';

const fromWord =
  /^(?:ship(?:ped)? from|from|sender|shipper|von|absender|avsender|avsändare|avsandare|afsender|fr[åa]n|fra|nadawca|exp[ée]diteur|mittente|remitente|afzender|odes[íi]latel|felad[óo]|return address)(?!\p{L})\s*[:.]?\s*/iu;
const toWord =
  /^(?:ship to|deliver to|delivery address|to|t0|an|empf[äa]nger|mottaker|mottagare|modtager|til|till|consignee|recipient|receiver|odbiorca|adres dor[ęe]czenia|adres doreczenia|destinataire|destinatario|ontvanger|geadresseerde|p[řr][íi]jemce|c[íi]mzett|al[ıi!]c[ıi!])(?!\p{L})\s*[:.]?\s*/iu;
/** What is printed on a label and is no part of an address. */
const other =
  /^(?:tel|phone|telefon|fax|mob|ref|reference|referenz|kontakt|contact|e-?mail|weight|gewicht|vikt|waga|kg|date|datum|dato|ship date|inv|po|dept|qty|upc|knr|cod|depot|sort|driver|sender|consignee|content|order|ordre|transport|artikel|postnr|kolli|abrechnung|anzahl|origin|actwgt|cad|dimmed|bill|trk|carton|part|description|paczka|numer|standard|pages?)\b|^\+?\(?\d[\d\s/().-]{6,}(?:$|\s+ref\b)|^\W*$/i;

const telephone = /^\+?\(?\d[\d\s/().-]{6,}(?:$|\s+ref\b)/i;

export interface Parties {
  from: Sighting[];
  to: Sighting[];
}

/** The blocks of text beside or under the words that introduce sender and receiver. */
export function readParties(layout: Layout): Parties {
  const all = layout.rows.flatMap((row) => row.lines);
  const taken = new Set<string>();
  const find = (word: RegExp): Sighting[] => {
    for (const placed of all) {
      const { line } = placed;
      const match = word.exec(line.text);
      if (!match || taken.has(line.id)) continue;
      const rest = line.text.slice(match[0].length);
      // The word alone, or with a colon, or in capitals before a name: `TO Test Receiver`; not `To our customers`.
      const marked =
        /[:.]\s*$/.test(match[0]) || rest === '' || (/^[A-Z0]+\s*$/.test(match[0]) && /^\p{Lu}/u.test(rest));
      if (!marked) continue;
      const block = blockOf(
        layout,
        placed,
        rest === '' ? undefined : seenPart(line, match[0].length, rest.length),
        taken,
      );
      if (block.length > 0) return block;
    }
    return [];
  };
  const from = find(fromWord);
  const to = find(toWord);
  return {
    from: from.length > 0 ? from : besideTurned(layout, fromWord, to),
    to: to.length > 0 ? to : besideTurned(layout, toWord, from),
  };
}

const isOnly = (word: RegExp, text: string) => word.exec(text)?.[0].length === text.length;

/** Whether the page names sender or receiver along the edge of a field, as labels do and letters do not. */
export const namesPartyTurned = ({ turned }: Layout): boolean =>
  turned.some(({ text }) => isOnly(fromWord, text) || isOnly(toWord, text));

/** The address beside a word that runs up or down its left edge: what is printed in a field whose name is turned. */
function besideTurned(layout: Layout, word: RegExp, other: readonly Sighting[]): Sighting[] {
  const [cos, sin] = [Math.cos(layout.angle), Math.sin(layout.angle)];
  const turned = layout.turned.find(({ text }) => isOnly(word, text));
  if (!turned) return [];
  const across = turned.box.map(([x, y]) => y * cos - x * sin);
  const middle = across.reduce((sum, y) => sum + y, 0) / across.length;
  const { right } = placeBox(layout, turned.box);
  const [block, ...more] = unnamedBlocks(layout, linesIn(other)).filter(
    (lines) =>
      lines[0]!.left > right &&
      lines[0]!.left - right < 8 * layout.lineHeight &&
      Math.abs((lines[0]!.top + lines.at(-1)!.bottom) / 2 - middle) < 4 * layout.lineHeight,
  );
  return block && more.length === 0 ? block.map(({ line }) => seenLine(line)) : [];
}

const linesIn = (sightings: readonly Sighting[]) =>
  new Set(sightings.flatMap(({ evidence }) => evidence.map(({ line }) => line)));

/** Forms of postal codes that do not tell the country: digits before a place name, or after it. */
const bareCode = /^(?:[A-Z]{1,3}-)?\d{3}\s?\d{1,2}\s+\p{Lu}\p{L}{2}|\p{L}{3},?\s\d{5}$/u;

/**
 * The address no word introduces, on what is known to be a label: lines above each other that end in a postal code.
 * The sender stands above the receiver; a single one is the receiver's.
 */
export function withUnnamed(layout: Layout, parties: Parties): Parties {
  if (parties.from.length > 0 && parties.to.length > 0) return parties;
  const all = layout.rows.flatMap((row) => row.lines);
  const blocks = unnamedBlocks(layout, linesIn([...parties.from, ...parties.to]));
  const [block] = blocks;
  if (!block || blocks.length > 1) return parties;
  const sightings = block.map(({ line }) => seenLine(line));
  if (parties.to.length === 0) return { ...parties, to: sightings };
  const first = all.find(({ line }) => line.id === parties.to[0]!.evidence[0]?.line);
  return first && first.middle > block[0]!.middle ? { ...parties, from: sightings } : parties;
}

/** Lines above each other, three at least, the last of them with a postal code. */
function unnamedBlocks(layout: Layout, used: Set<string | undefined>): PlacedLine[][] {
  const all = layout.rows.flatMap((row) => row.lines);
  return all
    .filter(
      ({ line }) =>
        !used.has(line.id) &&
        isContent(line) &&
        (postalCountry(line.text) || bareCode.test(repairLetters(line.text))),
    )
    .map((end) => blockAbove(all, end, used))
    .filter((block) => block.length >= 3);
}

/** Lines over `end` with the same left edge, up to a gap or to what is not part of an address. */
function blockAbove(all: PlacedLine[], end: PlacedLine, used: Set<string | undefined>): PlacedLine[] {
  const block = [end];
  let last = end;
  while (block.length < 6) {
    const above: PlacedLine | undefined = all
      .filter(
        (placed) =>
          placed.middle < last.middle - 0.5 * last.height &&
          last.top - placed.bottom < 1.1 * last.height &&
          Math.abs(placed.left - end.left) < 1.5 * end.height &&
          Math.max(placed.height, end.height) < 1.6 * Math.min(placed.height, end.height),
      )
      .sort((a, b) => b.middle - a.middle)[0];
    if (!above || used.has(above.line.id)) break;
    last = above;
    if (telephone.test(above.line.text.trim())) continue;
    if (!isContent(above.line) || /\d{6,}|\b(?:\d{4} ){2}/.test(above.line.text)) break;
    block.unshift(above);
  }
  return block;
}

/** A line of an address with look-alikes put right; what was printed stays in the evidence. */
export const repaired = (text: string) => repairPostalCode(repairLetters(text));

const isContent = (line: Line) =>
  !other.test(line.text.trim()) &&
  !fromWord.test(line.text) &&
  !toWord.test(line.text) &&
  !trackingWord.test(line.text) &&
  serviceIn(line.text) === undefined &&
  !(line.text.length < 14 && carrierIn(line.text) && !/^c\/o\b/i.test(line.text));

function blockOf(
  layout: Layout,
  anchor: PlacedLine,
  inline: Sighting | undefined,
  taken: Set<string>,
): Sighting[] {
  const free = (placed: PlacedLine | undefined): placed is PlacedLine =>
    placed !== undefined && !taken.has(placed.line.id);
  let first: PlacedLine | undefined;
  if (!inline) {
    const beside = rightOf(layout, anchor.line)[0];
    const under = below(layout, anchor.line, 2.5).find(
      (placed) => Math.abs(placed.left - anchor.left) < 7 * anchor.height,
    );
    first = [
      free(beside) && beside.left - anchor.right < 6 * anchor.height && isContent(beside.line)
        ? beside
        : undefined,
      under,
    ].find(free);
    if (!first || !isContent(first.line)) return [];
  }
  const block: Sighting[] = inline ? [inline] : [seenLine(first!.line)];
  let last = first ?? anchor;
  if (first) taken.add(first.line.id);
  const left = first?.left;
  for (let count = 0; count < 7; count++) {
    const next = below(layout, last.line, inline && last === anchor ? 6 : 2.6).find(
      (placed) =>
        free(placed) &&
        (left === undefined
          ? placed.left - anchor.left < 8 * anchor.height
          : Math.abs(placed.left - left) < 2 * placed.height) &&
        placed.height < 2.2 * last.height,
    );
    if (!next) break;
    // A telephone number among the lines is passed over; another heading ends the block.
    if (telephone.test(next.line.text.trim()) || /^(?:tel|phone|mob|contact name)/i.test(next.line.text)) {
      taken.add(next.line.id);
      last = next;
      continue;
    }
    if (!isContent(next.line)) break;
    const beside = rightOf(layout, next.line)
      .filter(
        (placed) => free(placed) && placed.left - next.right < 1.2 * next.height && isContent(placed.line),
      )
      .slice(0, 1);
    block.push(
      beside.length > 0
        ? joinSightings([seenLine(next.line), ...beside.map((placed) => seenLine(placed.line))], ' ')
        : seenLine(next.line),
    );
    for (const placed of [next, ...beside]) taken.add(placed.line.id);
    last = next;
  }
  return block;
}
