// cspell:ignore OQDCU MNHW VWYU
import {
  type CellSpan,
  checkDigit,
  worthIn,
  type ZoneCheck,
  type ZoneFormat,
  zoneCharacters,
} from './zone-formats.ts';

export interface DecodedZone {
  rows: { text: string; confidences: number[] }[];
  /** Check digits of elements, the composite not counted, that hold. */
  ownHolding: number;
  /** All check digits there are hold. */
  allHold: boolean;
  /** Mean logarithm of the probability of a character. */
  score: number;
}

const none = zoneCharacters.length - 1;
const size = zoneCharacters.length;

/** Characters that are printed so alike that the recogniser's choice among them says little, and how little it says. */
const alike: readonly (readonly [group: string, share: number])[] = [
  ...['0O', '1I', '2Z', '5S', '6G', '8B'].map((group) => [group, 0.1] as const),
  ...['0OQDCU', '1IL7T', '8B3', '4A', 'MNHW', 'VWYU', 'EFP', 'PR', 'K<', 'C<', 'S<', '4<'].map(
    (group) => [group, 0.01] as const,
  ),
];

/** For each character those it is like, and the least each is worth where the other is seen. */
const lookAlikes: readonly (readonly (readonly [index: number, share: number])[])[] = [...zoneCharacters].map(
  (character) =>
    alike
      .filter(([group]) => group.includes(character))
      .flatMap(([group, share]) => [...group].map((each) => [zoneCharacters.indexOf(each), share] as const)),
);

/** A character a cell may hold. */
interface Candidate {
  index: number;
  /** Logarithm of its probability, in this cell of this format. */
  log: number;
}

/** Least a character is worth, against the likeliest. */
const leastShare = 1e-4;
/** Candidates of a cell. */
const mostCandidates = 5;
/** What one or two changes of an element may cost, in nats. */
const mostCost = 4;
/** Readings of an element that are tried for the composite. */
const mostReadings = 12;
/** So many fillers in a row end an element. */
const endOfElement = 3;

type Candidates = readonly (readonly (readonly Candidate[])[])[];

/**
 * The likeliest zone of a format whose check digits hold, or, where none is likely enough, the likeliest at all.
 *
 * @param cells for each row the probability of every character in every cell, cells × characters.
 */
export function decodeZone(cells: readonly Float64Array[], format: ZoneFormat): DecodedZone {
  const candidates = format.rows.map((kinds, row) =>
    kinds.map((kind, column) => candidatesOf(cells[row] as Float64Array, column, worthIn[kind])),
  );
  const zone = candidates.map((row) => row.map((cell) => (cell[0] as Candidate).index));
  const own = format.checks.filter((check) => !check.isComposite);
  const composite = format.checks.find((check) => check.isComposite);
  for (const span of format.filledUp)
    if (!own.some((check) => covers(check, span)))
      apply(
        zone,
        strayIn(zone, span).map(([row, column]): Change => [row, column, none]),
      );
  const choices = own.map((check) => readingsOf(check, zone, candidates, format.filledUp));
  if (composite) choices.push(readingsBeside(composite, own, zone, candidates));
  apply(zone, likeliestTogether(zone, choices, composite));

  const proven = new Set<string>();
  const doubted = new Set<string>();
  const holding = format.checks.filter((check) => holds(check, zone));
  for (const check of holding) for (const place of placesOf(check)) proven.add(place.join());
  for (const check of own)
    if (!holding.includes(check)) for (const place of placesOf(check)) doubted.add(place.join());
  let score = 0;
  const rows = zone.map((row, at) => {
    const confidences = row.map((index, column) => {
      const list = listAt(candidates, [at, column]);
      const log = list.find((each) => each.index === index)?.log ?? Math.log(leastShare);
      score += log;
      const confidence = Math.exp(log) / list.reduce((sum, each) => sum + Math.exp(each.log), 0);
      const place = [at, column].join();
      if (doubted.has(place)) return 0.5 * confidence;
      return proven.has(place) ? 1 - 0.1 * (1 - confidence) : confidence;
    });
    return { text: row.map((index) => zoneCharacters[index]).join(''), confidences };
  });
  return {
    rows,
    ownHolding: own.filter((check) => holding.includes(check) && !isEmpty(check, zone)).length,
    allHold: holding.length === format.checks.length,
    score: score / (format.length * format.rows.length),
  };
}

function candidatesOf(cells: Float64Array, column: number, worth: Float64Array): Candidate[] {
  const seen = cells.subarray(column * size, (column + 1) * size);
  const least = leastShare * Math.max(...seen);
  return Array.from(seen, (q, index): Candidate => {
    const asAlike = (lookAlikes[index] as (typeof lookAlikes)[number]).map(
      ([other, share]) => share * (seen[other] as number),
    );
    return { index, log: Math.log(Math.max(q, least, ...asAlike)) + (worth[index] as number) };
  })
    .sort((a, b) => b.log - a.log)
    .slice(0, mostCandidates);
}

const listAt = (candidates: Candidates, [row, column]: Place): readonly Candidate[] =>
  (candidates[row] as Candidates[number])[column] as readonly Candidate[];

type Place = readonly [row: number, column: number];
type Change = readonly [row: number, column: number, index: number];

/** Some cells otherwise than the likeliest. */
interface Choice {
  changes: readonly Change[];
  cost: number;
}

const placesIn = ([row, from, to]: CellSpan): Place[] =>
  Array.from({ length: to - from }, (_, n): Place => [row, from + n]);

/** The cells a check digit is computed from, and last its own. */
const placesOf = (check: ZoneCheck): Place[] => [...check.of.flatMap(placesIn), check.at];

type Indexes = readonly (readonly number[])[];

const indexAt = (zone: Indexes, [row, column]: Place): number =>
  (zone[row] as readonly number[])[column] as number;
const contentOf = (spans: readonly CellSpan[], zone: Indexes): number[] =>
  spans.flatMap(placesIn).map((place) => indexAt(zone, place));

const covers = (check: ZoneCheck, [row, from]: CellSpan): boolean =>
  check.of.some(([other, start, end]) => row === other && from >= start && from < end);
const isEmpty = (check: ZoneCheck, zone: Indexes): boolean =>
  contentOf(check.of, zone).every((index) => index === none);

function holds(check: ZoneCheck, zone: Indexes): boolean {
  const digit = indexAt(zone, check.at);
  const content = contentOf(check.of, zone);
  if (digit !== none) return digit === checkDigit(content);
  // A filler for its check digit: the element is empty, or its number goes on in the optional data, whose digit comes last.
  if (!check.mayBeFiller) return false;
  if (content.every((index) => index === none)) return true;
  const [row, column] = check.at;
  const rest = (zone[row] as readonly number[]).slice(column + 1);
  const end = rest.indexOf(none);
  const more = end < 0 ? rest : rest.slice(0, end);
  return more.length > 1 && more.at(-1) === checkDigit([...content, ...more.slice(0, -1)]);
}

/** Cells of an element after several fillers in a row, where only more of them can follow, that read otherwise. */
function strayIn(zone: Indexes, span: CellSpan): Place[] {
  const content = contentOf([span], zone);
  const end = content.findIndex((_, at) => {
    const part = content.slice(at, at + endOfElement);
    return part.length === endOfElement && part.every((index) => index === none);
  });
  return end < 0
    ? []
    : placesIn(span)
        .slice(end)
        .filter((place) => indexAt(zone, place) !== none);
}

const costAt = (candidates: Candidates, place: Place, index: number): number => {
  const list = listAt(candidates, place);
  const log = list.find((each) => each.index === index)?.log ?? Math.log(leastShare);
  return (list[0] as Candidate).log - log;
};

/** Ways to read an element so that its check digit holds, the likeliest first; as it is where there is none. */
function readingsOf(
  check: ZoneCheck,
  zone: Indexes,
  candidates: Candidates,
  filledUp: readonly CellSpan[],
): Choice[] {
  const found: Choice[] = [];
  const keep = (choice: Choice): void => {
    if (holds(check, withChanges(zone, choice.changes))) found.push(choice);
  };
  const span = filledUp.find((each) => covers(check, each));
  if (span) {
    const changes = strayIn(zone, span).map(([row, column]): Change => [row, column, none]);
    keep({ changes, cost: 0 });
    if (changes.length > 0 && found.length > 0) return found;
  }
  keep({ changes: [], cost: 0 });
  const { start, adds } = residue(check, zone);
  const single = placesOf(check).flatMap((place, at) =>
    listAt(candidates, place)
      .slice(1)
      .flatMap(({ index }) => {
        const change: Change = [...place, index];
        const cost = costAt(candidates, place, index);
        return cost > mostCost ? [] : [{ at, change, cost, adds: adds(change) }];
      }),
  );
  const isRight = (sum: number): boolean => (start + sum) % 10 === 0;
  for (const one of single) {
    const isDigitGone = check.mayBeFiller && one.change[2] === none;
    if (isDigitGone || isRight(one.adds)) keep({ changes: [one.change], cost: one.cost });
  }
  for (const one of single)
    for (const other of single)
      if (one.at < other.at && one.cost + other.cost <= mostCost && isRight(one.adds + other.adds))
        keep({ changes: [one.change, other.change], cost: one.cost + other.cost });
  found.sort((a, b) => a.cost - b.cost);
  return found.length > 0 ? found.slice(0, mostReadings) : [{ changes: [], cost: 0 }];
}

/** By how much a check digit is off, modulo 10, and what a change adds to that. */
function residue(check: ZoneCheck, zone: Indexes): { start: number; adds: (change: Change) => number } {
  const weights = new Map(
    check.of.flatMap(placesIn).map((place, at) => [place.join(), [7, 3, 1][at % 3] as number]),
  );
  weights.set(check.at.join(), -1);
  const worth = (place: Place, index: number): number =>
    (weights.get(place.join()) ?? 0) * (index === none ? 0 : index);
  return {
    start: placesOf(check).reduce((sum, place) => sum + worth(place, indexAt(zone, place)), 0),
    adds: ([row, column, index]) =>
      worth([row, column], index) - worth([row, column], indexAt(zone, [row, column])),
  };
}

/** Cells that only the composite proves: as they are, or one of them otherwise. */
function readingsBeside(
  composite: ZoneCheck,
  own: readonly ZoneCheck[],
  zone: Indexes,
  candidates: Candidates,
): Choice[] {
  const covered = new Set(own.flatMap((check) => placesOf(check).map((place) => place.join())));
  const found: Choice[] = [{ changes: [], cost: 0 }];
  for (const place of placesOf(composite)) {
    if (covered.has(place.join())) continue;
    for (const { index } of listAt(candidates, place)) {
      const cost = costAt(candidates, place, index);
      if (index !== indexAt(zone, place) && cost <= mostCost)
        found.push({ changes: [[...place, index]], cost });
    }
  }
  return found.sort((a, b) => a.cost - b.cost).slice(0, 2 * mostReadings);
}

/** The cheapest choice of each, together such that the composite holds; without it, or where none does, the cheapest of each. */
function likeliestTogether(
  zone: Indexes,
  choices: readonly Choice[][],
  composite: ZoneCheck | undefined,
): readonly Change[] {
  const cheapest = choices.flatMap((each) => (each[0] as Choice).changes);
  if (!composite) return cheapest;
  const { start, adds } = residue(composite, zone);
  const priced = choices.map((each) =>
    each.map((choice) => ({
      ...choice,
      adds: choice.changes.reduce((sum, change) => sum + adds(change), 0),
    })),
  );
  let best: readonly Change[] = cheapest;
  let least = choices.reduce((sum, each) => sum + (each[0] as Choice).cost, 0) + mostCost;
  const visit = (at: number, changes: readonly Change[], cost: number, sum: number): void => {
    if (at === priced.length) {
      if (sum % 10 === 0) [best, least] = [changes, cost];
      return;
    }
    for (const choice of priced[at] as (typeof priced)[number]) {
      if (cost + choice.cost >= least) break;
      visit(at + 1, [...changes, ...choice.changes], cost + choice.cost, sum + choice.adds);
    }
  };
  visit(0, [], 0, start);
  return best;
}

function apply(zone: number[][], changes: readonly Change[]): void {
  for (const [row, column, index] of changes) (zone[row] as number[])[column] = index;
}

function withChanges(zone: Indexes, changes: readonly Change[]): Indexes {
  if (changes.length === 0) return zone;
  const copy = zone.map((row) => [...row]);
  apply(copy, changes);
  return copy;
}
