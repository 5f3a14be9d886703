import {
  addressField,
  type Barcode,
  type Check,
  check,
  codeField,
  type DraftRecord,
  defineReader,
  type Field,
  field,
  type Line,
  layoutOf,
  type PluginReading,
  parseGs1,
  type Sighting,
  seenBarcode,
  seenLine,
  seenPart,
} from '@readout/plugin-kit';
import { namesPartyTurned, readParties, repaired, withUnnamed } from './addresses.ts';
import { carrierIn, serviceIn } from './carriers.ts';
import { codesIn, type Identified, identify, printedCode, trackingWord } from './codes.ts';

interface Candidate {
  identified: Identified | undefined;
  tracking: string;
  score: number;
  barcode?: Barcode;
  printed?: Sighting;
  /** The word for a tracking number stands before it. */
  named: boolean;
}

export default defineReader({
  read({ reading }) {
    const layout = layoutOf(reading);
    let parties = readParties(layout);
    let inAddress = linesOf(parties);
    const brands = reading.lines
      .filter((line) => !inAddress.has(line.id))
      .map((line) => ({ line, carrier: carrierIn(line.text) }))
      .filter((entry): entry is { line: Line; carrier: string } => entry.carrier !== undefined);
    const carriers = [...new Set(brands.map((entry) => entry.carrier))];
    const best = candidates(reading, carriers).sort((a, b) => b.score - a.score)[0];
    const tracking =
      best &&
      (best.identified || best.named || carriers.length > 0 || isLabelNumber(best, parties)) &&
      best.score >= 3.5
        ? best
        : undefined;

    // A carrier's name alone is on many a page; a label has a number or says from whom to whom.
    const proven = tracking?.identified?.distinct === true && tracking.identified.holds !== false;
    if (tracking || (carriers.length > 0 && namesPartyTurned(layout))) {
      parties = withUnnamed(layout, parties);
      inAddress = linesOf(parties);
    }
    const both = parties.from.length > 0 && parties.to.length > 0;
    if (!proven && !(tracking && carriers.length > 0) && !both) return [];
    if (both && !tracking && reading.barcodes.length === 0 && carriers.length === 0) return [];

    const fields: Record<string, Field> = {};
    // A parcel DHL eCommerce takes is handed to the post, whose number it bears.
    const carrier = carriers.includes('DHL eCommerce')
      ? 'DHL eCommerce'
      : (tracking?.identified?.carrier ?? (carriers.length === 1 ? carriers[0] : mostNamed(brands)));
    if (carrier) {
      const brand = brands.find((entry) => entry.carrier === carrier);
      const byNumber = tracking?.identified?.carrier === carrier;
      const seen = brand
        ? seenLine(brand.line)
        : tracking?.barcode
          ? seenBarcode(tracking.barcode, carrier)
          : tracking?.printed;
      if (seen)
        fields.carrier = field(seen, carrier, {
          confidence: byNumber ? (brand ? 0.99 : 0.95) : 0.85 * seen.confidence,
        });
    }
    if (tracking) fields.tracking = trackingField(tracking, reading);
    const services = reading.lines
      .filter((line) => !inAddress.has(line.id))
      .flatMap((line) => {
        const found = serviceIn(line.text);
        return found ? [{ line, ...found }] : [];
      });
    // One word alone (`Express`) may be part of the carrier's name; a service's full name is not.
    const service = services.find(({ raw }) => /[\s\d-]/.test(raw.trim())) ?? services[0];
    if (service) {
      const seen = seenPart(service.line, service.index, service.raw.length);
      fields.service = field(seen, service.raw, { confidence: 0.9 * seen.confidence });
    }
    for (const side of ['from', 'to'] as const) {
      const value = addressField(
        parties[side],
        parties[side].length > 0
          ? { confidence: 0.85 * Math.min(...parties[side].map((seen) => seen.confidence)) }
          : {},
      );
      if (value) fields[side] = { ...value, value: repaired(String(value.value)) };
    }
    const confidence = Math.min(
      0.98,
      0.35 +
        (tracking ? (proven ? 0.4 : 0.2) : 0) +
        (fields.carrier ? 0.12 : 0) +
        (both ? 0.12 : 0) -
        (tracking?.identified?.holds === false ? 0.15 : 0),
    );
    const record: DraftRecord = {
      type: 'shipping-label',
      confidence: Math.round(confidence * 1000) / 1000,
      fields,
    };
    return [record];
  },
});

/** Without a carrier to go by: a long number, in the bars and in print, on what has a sender and a receiver. */
function isLabelNumber(
  { tracking, barcode, printed }: Candidate,
  { from, to }: { from: Sighting[]; to: Sighting[] },
): boolean {
  return (
    barcode !== undefined &&
    printed !== undefined &&
    /^\d{10,}$/.test(tracking) &&
    from.length > 0 &&
    to.length > 0
  );
}

/** Every code that could be the tracking number, from barcodes first, each looked up in the print. */
function candidates(reading: PluginReading, carriers: string[]): Candidate[] {
  const found = new Map<string, Candidate>();
  const add = (candidate: Candidate) => {
    const known = found.get(candidate.tracking);
    if (!known || candidate.score > known.score) found.set(candidate.tracking, candidate);
  };
  for (const barcode of reading.barcodes) {
    // Article numbers, and GS1 data about routing, are not what one tracks with.
    if (/^(?:EAN|UPC|ISBN)/i.test(barcode.format)) continue;
    const gs1 = barcode.contentType === 'GS1' ? parseGs1(barcode.text) : undefined;
    const sscc = gs1?.find(({ ai }) => ai === '00');
    const codes = sscc ? [`00${sscc.value}`] : codesIn(barcode.text);
    if (!sscc && /^(?:403|42[01])/.test(barcode.text) && codes[0]!.startsWith('4')) continue;
    for (const code of codes) {
      const identified = identify(code, carriers);
      const matrix = /^(?:QR|DataMatrix|Aztec|PDF417|MaxiCode|RMQR|MicroQR)/i.test(barcode.format);
      if (!identified && (matrix || !/^[A-Z0-9]{8,35}$/.test(code) || !/\d{5}/.test(code))) continue;
      const tracking = identified?.tracking ?? code;
      const printed = printedAt(reading.lines, tracking);
      const named = printed?.named === true;
      add({
        identified,
        tracking,
        barcode,
        ...(printed ? { printed: printed.seen } : {}),
        named,
        score: 2 + weight(identified, carriers) + (printed ? 1.5 : 0) + (named ? 2 : 0),
      });
    }
  }
  for (const line of reading.lines)
    for (const { code, start, length, named } of printedCodes(line)) {
      const identified = identify(code, carriers);
      // Without a barcode only a number that proves itself, or one that is called a tracking number, counts.
      if (!identified && !(named && /^[A-Z0-9]{8,35}$/.test(code) && /\d{6}/.test(code))) continue;
      if (identified && !identified.distinct && !named && identified.holds !== true) continue;
      // Ten or twelve digits that pass a check by chance, with nothing beside them, are a telephone number.
      if (identified && !named && /^\d{10,12}$/.test(code)) continue;
      add({
        identified,
        tracking: identified?.tracking ?? code,
        printed: seenPart(line, start, length),
        named,
        score: 0.5 + weight(identified, carriers) + (named ? 3 : 0),
      });
    }
  return [...found.values()];
}

function weight(identified: Identified | undefined, carriers: string[]): number {
  if (!identified) return 1;
  let points = identified.holds === true ? 5 : identified.holds === false ? 1 : 3;
  if (identified.distinct) points += 1;
  if (identified.carrier && carriers.includes(identified.carrier)) points += 1.5;
  return points;
}

/** Runs of a line that can be a code: all of it, what follows a word for tracking numbers, and single words. */
function printedCodes(line: Line): { code: string; start: number; length: number; named: boolean }[] {
  const codes: { code: string; start: number; length: number; named: boolean }[] = [];
  const word = trackingWord.exec(line.text);
  const add = (start: number, text: string, named: boolean) => {
    const trimmed = text.trim();
    const code = printedCode(trimmed);
    if (code.length >= 8)
      codes.push({ code, start: start + text.indexOf(trimmed), length: trimmed.length, named });
  };
  if (word) add(word.index + word[0].length, line.text.slice(word.index + word[0].length), true);
  add(0, line.text, false);
  for (const match of line.text.matchAll(/\S{10,}/g))
    if (match[0].length < line.text.length) add(match.index, match[0], false);
  return codes;
}

/** Where a code is printed, whichever way it is grouped. */
function printedAt(lines: readonly Line[], code: string): { seen: Sighting; named: boolean } | undefined {
  for (const line of lines) {
    const compact = printedCode(line.text);
    // The recogniser takes a zero for an O more often than a label prints the wrong number.
    const same = (text: string) =>
      text.includes(code) || text.replace(/O/g, '0').includes(code.replace(/O/g, '0'));
    if (same(compact)) return { seen: seenLine(line), named: trackingWord.test(line.text) };
  }
  return undefined;
}

function trackingField(candidate: Candidate, reading: PluginReading): Field {
  const { identified, barcode, printed, tracking } = candidate;
  const checks: Check[] = [];
  if (barcode && reading.lines.length > 0)
    checks.push(
      check(
        'matches-print',
        printed !== undefined,
        printed
          ? 'The number in the barcode is printed on the label too.'
          : 'The number in the barcode was not found in the printed text.',
      ),
    );
  const seen: Sighting = barcode ? seenBarcode(barcode) : printed!;
  const evidence = barcode && printed ? [...seen.evidence, ...printed.evidence] : seen.evidence;
  const holds = identified?.holds;
  const confidence =
    (identified ? 1 : 0.75) *
    (holds === false ? 0.5 : 1) *
    (barcode ? (printed ? 0.99 : 0.93) : seen.confidence * (holds ? 0.97 : 0.85));
  return codeField({ ...seen, evidence }, tracking, {
    ...(holds === undefined
      ? {}
      : { checkDigit: { name: identified!.scheme, holds, scheme: identified!.digits } }),
    checks,
    confidence,
  });
}

/** The carrier named most often; none where two are named equally often. */
function mostNamed(brands: { carrier: string }[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { carrier } of brands) counts.set(carrier, (counts.get(carrier) ?? 0) + 1);
  const [best, second] = [...counts].sort((a, b) => b[1] - a[1]);
  return best && best[1] > (second?.[1] ?? 0) ? best[0] : undefined;
}

const linesOf = ({ from, to }: { from: Sighting[]; to: Sighting[] }) =>
  new Set([...from, ...to].flatMap((seen) => seen.evidence.map((evidence) => evidence.line)));
