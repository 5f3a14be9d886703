import { type Check, type FieldData, sureOfRead, zoneOf, zoneOutcome } from '@readout/plugin-kit';
import type { FieldType, ManifestField } from '@readout/plugin-kit/manifest';
import type { Cited, CitedWord } from './cited.ts';

/** Nothing that only follows is certain. */
const mostForComputed = 0.95;
/** Where nothing was read nobody can say how sure it is. */
const mostForUnread = 0.5;
/** What check digits prove, and a barcode that says the same. */
const mostForProved = 0.99;
/** Share of wrong codes whose check digits hold by accident. */
const accident = 0.1;
/** Where a file and its page say different things nobody can say which is right. */
const mostForAtOdds = 0.5;
/** A shorter value is in some barcode by accident. */
const leastCompared = 6;

/** Types whose value is wrong as soon as one word of it is. */
const singles: ReadonlySet<FieldType> = new Set(['amount', 'number', 'date', 'time', 'currency', 'code']);

/**
 * How sure the host can be of a value by the pixels it cites: of a single value as sure as its most doubtful word allows (see
 * {@link sureOfRead}), of a text or a list as sure as of its most doubtful piece. Clear words beside a doubtful one do not make it
 * clearer. Nothing else on a paper says whether a character of a code is a letter or a figure: of a code the most doubtful of
 * those counts.
 */
export function ceilingOf({ words }: Cited, type: FieldType): number {
  const pieces = words.filter((piece) => piece.length > 0);
  if (pieces.length === 0) return mostForUnread;
  return Math.min(
    ...pieces.map((piece) =>
      singles.has(type)
        ? Math.min(...piece.map((word) => sureOfWord(word, type)))
        : weightedMean(piece.map(({ text, confidence }) => [confidence, text.length])),
    ),
  );
}

function sureOfWord({ confidence, least = 1, isText }: CitedWord, type: FieldType): number {
  const lowest = type === 'code' ? Math.min(confidence, least) : confidence;
  return isText ? sureOfRead(lowest) : lowest;
}

/**
 * The most a field of a record can be sure of; what the plugin says counts only where it is less.
 * @param ceiling what {@link ceilingOf} says of its pixels
 */
export function mostOf(
  { kind, value, checks }: FieldData,
  { checkDigits }: ManifestField,
  ceiling: number,
): number {
  if (kind !== 'seen') return rounded(Math.min(mostForComputed, ceiling));
  const isAtOdds = checks.some(({ by, passed, rule }) => by === 'host' && !passed && rule?.rule === 'page');
  if (isAtOdds) return mostForAtOdds;
  const isFull = typeof value === 'string' && value.length >= leastCompared;
  const proved = ({ by, passed, rule }: Check): number => {
    if (by !== 'host' || !passed) return 0;
    // A scheme that the plugin chooses among many holds by accident too often.
    if (rule?.rule === 'digits' && rule.scheme === checkDigits) return 1 - accident * (1 - ceiling);
    if (rule?.rule === 'zone' && rule.element !== 'whole' && zoneProves(rule.text)) return 1;
    return rule?.rule === 'code' && (isFull || rule.as !== undefined) ? 1 : 0;
  };
  return rounded(Math.max(ceiling, Math.min(mostForProved, Math.max(0, ...checks.map(proved)))));
}

/**
 * How sure a record can be of its fields: half of it is the most doubtful of them, so that no number of clear ones hides it.
 * @param most of each of its fields
 */
export function mostOfRecord(most: readonly number[]): number {
  if (most.length === 0) return mostForUnread;
  const mean = weightedMean(most.map((each) => [each, 1]));
  return rounded((mean + Math.min(...most)) / 2);
}

/** Whether all check digits of a zone hold: three or more of them do not by accident. */
export function zoneProves(text: string): boolean {
  const found = zoneOf(text);
  return found !== undefined && Object.values(zoneOutcome(found.zone, found.format)).every(Boolean);
}

function weightedMean(values: readonly (readonly [value: number, weight: number])[]): number {
  const weight = values.reduce((sum, [, each]) => sum + each, 0);
  return weight === 0 ? 0 : values.reduce((sum, [value, each]) => sum + value * each, 0) / weight;
}

const rounded = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;
