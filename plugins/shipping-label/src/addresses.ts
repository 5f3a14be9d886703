// cspell:disable -- words of many languages, as printed
import {
  below,
  joinSightings,
  type Layout,
  type Line,
  type PlacedLine,
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
  /^(?:tel|phone|telefon|fax|mob|ref|reference|referenz|kontakt|contact|e-?mail|weight|gewicht|vikt|waga|kg|date|datum|dato|ship date|inv|po|dept|qty|upc|knr|cod|depot|sort|driver|sender|consignee|content|order|ordre|transport|artikel|postnr|kolli|abrechnung|anzahl|actwgt|cad|dimmed|bill|trk|carton|part|description|paczka|numer|standard|pages?)\b|^\+?\d[\d\s/()-]{6,}$|^\W*$/i;

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
  return { from, to: find(toWord) };
}

const isContent = (line: Line) =>
  !other.test(line.text.trim()) &&
  !fromWord.test(line.text) &&
  !toWord.test(line.text) &&
  !trackingWord.test(line.text) &&
  serviceIn(line.text) === undefined &&
  !(carrierIn(line.text) && line.text.length < 14);

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
    if (
      /^\+?\d[\d\s/()-]{6,}$/.test(next.line.text.trim()) ||
      /^(?:tel|phone|mob|contact name)/i.test(next.line.text)
    ) {
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
